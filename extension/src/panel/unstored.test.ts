// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from "vitest";
import type { Hold } from "./drafts";
import { Unstored } from "./unstored";

beforeEach(() => localStorage.clear());

/** Panels of one browser; each ends when its locks are let go. */
function browser() {
  const held = new Map<string, string>();
  const panel = (id: string) => {
    const hold: Hold = (name) => {
      if (held.has(name)) return Promise.resolve(null);
      held.set(name, id);
      return Promise.resolve(() => Promise.resolve(void held.delete(name)));
    };
    return new Unstored({ kept: localStorage, hold, id });
  };
  const end = (id: string) => {
    for (const [name, of] of held) if (of === id) held.delete(name);
  };
  return { panel, end };
}

/** Comes to a chat, and takes what is told. */
async function told(panel: Unstored, chat: string): Promise<readonly string[]> {
  let all: readonly string[] = [];
  await panel.recall(chat, (names) => {
    all = names;
    return true;
  });
  return all;
}

describe("the names of what is not stored", () => {
  it("are_told_once_to_the_next_panel_that_comes_to_the_chat", async () => {
    const { panel, end } = browser();
    const first = panel("1");
    first.keep("c1", ["a.png", "b.txt"]);
    first.keep("c2", ["c.pdf"]);
    end("1");
    const second = panel("2");
    expect(await told(second, "")).toEqual([]);
    end("2");
    const third = panel("3");
    expect(await told(third, "c1")).toEqual(["a.png", "b.txt"]);
    end("3");
    const fourth = panel("4");
    expect(await told(fourth, "c1")).toEqual([]);
    expect(await told(fourth, "c2")).toEqual(["c.pdf"]);
    end("4");
    expect(await told(panel("5"), "c2")).toEqual([]);
  });

  it("stay_for_the_next_time_where_the_chat_was_left_before_they_were_known", async () => {
    const { panel, end } = browser();
    panel("1").keep("c1", ["a.png"]);
    end("1");
    const second = panel("2");
    await second.recall("c1", () => false);
    second.keep("c1", ["on-its-way.txt"]);
    expect(await told(second, "c1")).toEqual(["a.png"]);
    end("2");
    expect(await told(panel("3"), "c1")).toEqual(["on-its-way.txt"]);
  });

  it("of_a_panel_that_lives_are_told_to_no_other", async () => {
    const { panel } = browser();
    const first = panel("1");
    await told(first, "c1");
    first.keep("c1", ["a.png"]);
    expect(await told(panel("2"), "c1")).toEqual([]);
  });

  it("are_none_when_all_is_stored", async () => {
    const { panel, end } = browser();
    const first = panel("1");
    first.keep("c1", ["a.png"]);
    first.keep("c1", []);
    end("1");
    expect(localStorage).toHaveLength(0);
    localStorage.setItem("margay.unstored.x", "no json");
    expect(await told(panel("2"), "c1")).toEqual([]);
    expect(localStorage).toHaveLength(0);
  });
});
