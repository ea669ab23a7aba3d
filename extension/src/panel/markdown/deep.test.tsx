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
    for (const kind of ["h2", "p"]) expect(root.querySelector<HTMLElement>(kind)?.dir, kind).toBe("auto");
    // "auto" would pass over what these hold, because all of that has a direction of its own.
    const sides = (kind: string) => [...root.querySelectorAll<HTMLElement>(kind)].map((e) => e.dir);
    for (const kind of ["ul", "blockquote", "table"]) expect(sides(kind), kind).toEqual(["rtl"]);
    expect(sides("li")).toEqual(["rtl", "ltr"]);
    expect(sides("th")).toEqual(["rtl", "ltr"]);
    expect(sides("td"), "without a letter").toEqual(["", ""]);
    expect(root.querySelector("pre")?.dir).toBe("ltr");
  });

  it.each([
    ["of_a_list_whose_items_are_far_apart", "- אחת\n\n- two", "li", ["rtl", "ltr"]],
    ["of_a_list_in_a_quotation", "> 1. אחת\n>    - two", "blockquote, ol, ul", ["rtl", "rtl", "ltr"]],
    ["of_a_quotation_that_begins_with_a_block_of_code", "> ```\n> code\n> ```\n>\n> אחת", "blockquote", ["rtl"]],
    ["of_an_item_that_begins_with_code", "- `go test` אחת", "ul, li, code", ["rtl", "rtl", "auto"]],
    ["of_a_quotation_that_begins_with_a_number", "> 2026: **אחת**", "blockquote", ["rtl"]],
  ])("%s_is_that_of_its_first_letter", async (_, text, kinds, want) => {
    const root = await draw(<Markdown text={text} live={false} />);
    expect([...root.querySelectorAll<HTMLElement>(kinds)].map((e) => e.dir)).toEqual(want);
  });
});
