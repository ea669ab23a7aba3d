// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { draw } from "../testing/draw";
import { Markdown } from "./markdown";

describe("nesting", () => {
  it.each([
    ["quotations", `${"> ".repeat(15_000)}deep down`],
    ["lists", `${"- ".repeat(15_000)}deep down`],
  ])("of_%s_without_end_is_shown_as_it_came", async (_, text) => {
    const root = await draw(<Markdown text={text} live={false} />);
    expect(root.textContent).toContain("deep down");
    expect(root.querySelectorAll("blockquote, li").length).toBeLessThan(200);
  });

  it("that_a_person_may_mean_is_drawn", async () => {
    const root = await draw(<Markdown text={`${"> ".repeat(20)}deep down`} live={false} />);
    expect(root.querySelectorAll("blockquote")).toHaveLength(20);
  });
});

describe("direction", () => {
  it("is_that_of_each_block", async () => {
    const text = "# שלום\n\nשלום Margay.\n\n- אחת\n- two\n\n> שתיים\n\n| א | b |\n| - | - |\n| 1 | 2 |\n\n```\ncode\n```";
    const root = await draw(<Markdown text={text} live={false} />);
    for (const kind of ["h2", "p", "ul", "li", "blockquote", "table", "th", "td"]) {
      const found = [...root.querySelectorAll<HTMLElement>(kind)];
      expect(found.length, kind).toBeGreaterThan(0);
      expect(new Set(found.map((e) => e.dir)), kind).toEqual(new Set(["auto"]));
    }
    expect(root.querySelector("pre")?.dir).toBe("ltr");
  });
});
