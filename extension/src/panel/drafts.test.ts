// @vitest-environment jsdom
import type { Block } from "@protocol/chat.gen";
import { beforeEach, describe, expect, it } from "vitest";
import { Drafts, type Hold } from "./drafts";

const note: Block = { type: "file", blob: "b1", name: "notes.txt", mimeType: "text/plain", size: 4 };
const nothing = { text: "", files: [] };

/** Panels of one browser: which of them lives holds its locks. */
class Browser {
  readonly #held = new Map<string, string>();
  now = 0;

  open(id: string): Drafts {
    const hold: Hold = (name) => {
      if (this.#held.has(name)) return Promise.resolve(null);
      this.#held.set(name, id);
      return Promise.resolve(() => Promise.resolve(void this.#held.delete(name)));
    };
    return new Drafts({ kept: localStorage, hold, id, now: () => ++this.now });
  }

  end(id: string): void {
    for (const [name, owner] of this.#held) if (owner === id) this.#held.delete(name);
  }
}

const plain = (text: string) => ({ text, files: [] });

beforeEach(() => localStorage.clear());

describe("drafts", () => {
  it("are_there_again_when_the_panel_ended", async () => {
    const browser = new Browser();
    const first = browser.open("p1");
    expect(await first.enter("")).toEqual(nothing);
    first.save({ text: "order it", files: [note], nonce: "n1" });
    browser.end("p1");
    expect(await browser.open("p2").enter("")).toEqual({ text: "order it", files: [note], nonce: "n1" });
  });

  it("have_all_that_is_said_of_a_file", async () => {
    const excerpt = { characters: 100, ofCharacters: 300, pages: 1, ofPages: 3 };
    const file: Required<Omit<Block, "text">> = { type: "file", blob: "b1", name: "notes.txt", mimeType: "text/plain", size: 4, excerpt, encoding: "GB18030" };
    const browser = new Browser();
    const first = browser.open("p1");
    await first.enter("");
    first.save({ text: "", files: [file] });
    browser.end("p1");
    expect((await browser.open("p2").enter("")).files).toEqual([file]);
  });

  it("of_a_panel_that_lives_are_left_to_it", async () => {
    const browser = new Browser();
    const first = browser.open("p1");
    await first.enter("");
    first.save(plain("of the first window"));
    const second = browser.open("p2");
    expect(await second.enter("")).toEqual(nothing);
    second.save(plain("of the second window"));
    browser.end("p1");
    browser.end("p2");
    expect((await browser.open("p3").enter("")).text).toBe("of the second window");
    expect((await browser.open("p4").enter("")).text).toBe("of the first window");
    expect(await browser.open("p5").enter("")).toEqual(nothing);
  });

  it("are_of_the_chat_that_they_were_written_in", async () => {
    const browser = new Browser();
    const panel = browser.open("p1");
    await panel.enter("");
    panel.save(plain("for a new one"));
    expect(await panel.enter("c1")).toEqual(nothing);
    panel.save({ text: "for the first", files: [note] });
    expect(await panel.enter("c2")).toEqual(nothing);
    // What was left is another window's as well.
    const other = browser.open("p2");
    expect(await other.enter("c1")).toEqual({ text: "for the first", files: [note] });
    other.save(plain("for the first, changed"));
    await other.enter("c3");
    expect((await panel.enter("c1")).text).toBe("for the first, changed");
    expect((await panel.enter("")).text).toBe("for a new one");
    browser.end("p1");
    expect((await browser.open("p3").enter("c1")).text).toBe("for the first, changed");
  });

  it("go_with_a_chat_that_begins", async () => {
    const browser = new Browser();
    const panel = browser.open("p1");
    await panel.enter("");
    panel.save(plain("and then"));
    panel.renamed("c1");
    panel.save(plain("and then this"));
    expect(await panel.enter("")).toEqual(nothing);
    expect((await panel.enter("c1")).text).toBe("and then this");
  });

  it("of_a_chat_that_was_left_before_it_was_looked_for_stay_there", async () => {
    const browser = new Browser();
    const panel = browser.open("p1");
    await panel.enter("c1");
    panel.save(plain("words"));
    await panel.enter("");
    const passing = panel.enter("c1");
    const last = panel.enter("c2");
    expect([await passing, await last]).toEqual([nothing, nothing]);
    expect((await panel.enter("c1")).text).toBe("words");
  });

  it("hold_what_comes_back_to_a_chat_that_is_not_open", async () => {
    const browser = new Browser();
    const panel = browser.open("p1");
    await panel.enter("c1");
    panel.add("c2", { text: "order it", files: [], nonce: "n1" });
    expect(await panel.enter("c2")).toEqual({ text: "order it", files: [], nonce: "n1" });
    panel.save(plain("and tell me"));
    await panel.enter("c1");
    panel.add("c2", { text: "order it", files: [note], nonce: "n1" });
    expect(await panel.enter("c2")).toEqual({ text: "order it\n\nand tell me", files: [note] });
    panel.save(nothing);
    expect(localStorage.length).toBe(0);
  });

  it("of_a_deleted_chat_come_back_with_it_and_go_when_it_can_not", async () => {
    const browser = new Browser();
    const panel = browser.open("p1");
    await panel.enter("c1");
    panel.save(plain("words"));
    panel.forget("c1", new Date(1000).toISOString());
    await panel.enter("");
    expect(await browser.open("p2").enter("c1")).toEqual(nothing);
    panel.restore("c1");
    expect((await panel.enter("c1")).text).toBe("words");
    panel.forget("c1", new Date(1000).toISOString());
    await panel.enter("");
    browser.now = 1000;
    await panel.enter("c2");
    expect(localStorage.length).toBe(0);
  });

  it("are_forgotten_when_they_were_sent", async () => {
    const browser = new Browser();
    const first = browser.open("p1");
    await first.enter("");
    first.save(plain("order it"));
    browser.end("p1");
    const second = browser.open("p2");
    await second.enter("");
    second.save(nothing);
    browser.end("p2");
    expect(await browser.open("p3").enter("")).toEqual(nothing);
    expect(localStorage.length).toBe(0);
  });

  it("of_which_nobody_knows_what_they_are_are_empty", async () => {
    localStorage.setItem("margay.draft.x", "{");
    expect(await new Browser().open("p1").enter("")).toEqual(nothing);
    localStorage.clear();
    localStorage.setItem("margay.draft.y", JSON.stringify({ text: "words", files: [{ blob: 5 }, { type: "text", blob: "b" }, note], nonce: 7, at: 1 }));
    // An earlier version did not say of what chat it is: what was open then is opened first.
    expect(await new Browser().open("p2").enter("c1")).toEqual({ text: "words", files: [note] });
  });

  it("are_the_twenty_newest", async () => {
    for (let i = 0; i < 22; i++) localStorage.setItem(`margay.draft.${i}`, JSON.stringify({ chat: "", text: String(i), files: [], at: i }));
    expect((await new Browser().open("p1").enter("")).text).toBe("21");
    expect(localStorage.length).toBe(20);
  });

  it("have_a_million_characters_together", async () => {
    const text = "w".repeat(200_000);
    for (let i = 0; i < 7; i++) localStorage.setItem(`margay.draft.${i}`, JSON.stringify({ chat: `c${i}`, text, files: [], at: i }));
    await new Browser().open("p1").enter("");
    expect(Object.keys(localStorage).toSorted()).toEqual([2, 3, 4, 5, 6].map((i) => `margay.draft.${i}`));
  });

  it("of_a_panel_that_lives_are_never_too_many", async () => {
    const browser = new Browser();
    const first = browser.open("p1");
    await first.enter("");
    first.save(plain("written first"));
    for (let i = 0; i < 22; i++) localStorage.setItem(`margay.draft.${i}`, JSON.stringify({ chat: "c", text: String(i), files: [], at: 100 + i }));
    await browser.open("p2").enter("c2");
    await first.enter("c1");
    expect((await first.enter("")).text).toBe("");
    expect(localStorage.length).toBe(20);
  });
});
