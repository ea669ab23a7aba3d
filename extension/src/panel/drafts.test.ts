// @vitest-environment jsdom
import type { Block } from "@protocol/chat.gen";
import { beforeEach, describe, expect, it } from "vitest";
import { Drafts, type Hold } from "./drafts";

const note: Block = { type: "file", blob: "b1", name: "notes.txt", mimeType: "text/plain", size: 4 };
const nothing = { text: "", files: [] };

/** Panels of one browser: which of them lives holds its locks. */
class Browser {
  readonly #held = new Map<string, string>();
  #time = 0;

  open(id: string): Drafts {
    const hold: Hold = (name) => {
      if (this.#held.has(name)) return Promise.resolve(false);
      this.#held.set(name, id);
      return Promise.resolve(true);
    };
    return new Drafts({ kept: localStorage, hold, id, now: () => ++this.#time });
  }

  end(id: string): void {
    for (const [name, owner] of this.#held) if (owner === id) this.#held.delete(name);
  }
}

beforeEach(() => localStorage.clear());

describe("drafts", () => {
  it("are_there_again_when_the_panel_ended", async () => {
    const browser = new Browser();
    const first = browser.open("p1");
    expect(await first.load()).toEqual(nothing);
    first.save({ text: "order it", files: [note], nonce: "n1" });
    browser.end("p1");
    expect(await browser.open("p2").load()).toEqual({ text: "order it", files: [note], nonce: "n1" });
  });

  it("of_a_panel_that_lives_are_left_to_it", async () => {
    const browser = new Browser();
    const first = browser.open("p1");
    await first.load();
    first.save({ text: "of the first window", files: [] });
    const second = browser.open("p2");
    expect(await second.load()).toEqual(nothing);
    second.save({ text: "of the second window", files: [] });
    browser.end("p1");
    browser.end("p2");
    expect((await browser.open("p3").load()).text).toBe("of the second window");
    expect((await browser.open("p4").load()).text).toBe("of the first window");
    expect(await browser.open("p5").load()).toEqual(nothing);
  });

  it("are_forgotten_when_they_were_sent", async () => {
    const browser = new Browser();
    const first = browser.open("p1");
    await first.load();
    first.save({ text: "order it", files: [] });
    browser.end("p1");
    const second = browser.open("p2");
    await second.load();
    second.save(nothing);
    browser.end("p2");
    expect(await browser.open("p3").load()).toEqual(nothing);
    expect(localStorage.length).toBe(0);
  });

  it("of_which_nobody_knows_what_they_are_are_empty", async () => {
    localStorage.setItem("margay.draft.x", "{");
    expect(await new Browser().open("p1").load()).toEqual(nothing);
    localStorage.clear();
    localStorage.setItem("margay.draft.y", JSON.stringify({ text: "words", files: [{ blob: 5 }, { type: "text", blob: "b" }, note], nonce: 7, at: 1 }));
    expect(await new Browser().open("p2").load()).toEqual({ text: "words", files: [note] });
  });

  it("are_ten_at_most", async () => {
    for (let i = 0; i < 12; i++) localStorage.setItem(`margay.draft.${i}`, JSON.stringify({ text: String(i), files: [], at: i }));
    expect((await new Browser().open("p1").load()).text).toBe("11");
    expect(localStorage.length).toBe(10);
  });
});
