import type { Nodes } from "mdast";
import { describe, expect, it } from "vitest";
import { definitionsOf, GrowingBlocks, splitBlocks } from "./blocks";
import { parse } from "./parse";

// The tree without positions: what is drawn.
function shape(node: Nodes): unknown {
  return JSON.parse(JSON.stringify(node, (key, value: unknown) => (key === "position" ? undefined : value)));
}

function whole(text: string): unknown {
  const tree = parse(text);
  return tree === null ? null : tree.children.map(shape);
}

function inBlocks(text: string): unknown {
  return splitBlocks(text).flatMap((block) => parse(block)?.children.map(shape) ?? []);
}

const pieces = [
  "A paragraph of *words* and `code`.",
  "Two lines\nof one paragraph",
  "# Heading",
  "- one\n- two",
  "- loose one\n\n- loose two",
  "- item\n\n  its second paragraph\n\n      and code in it",
  "1. first\n2. second\n\n   still second",
  "```js\nlet a = 1;\n\nlet b = 2;\n```",
  "``` js\u2028x\nlet a = 1;\n\nlet b = 2;\n```",
  "~~~~\n```\n\nnot the end\n~~~\n\n~~~~",
  "- ```\n  code in an item\n\n  more\n  ```",
  "    indented code\n\n    after a blank line",
  "> quoted\n> more",
  "| a | b |\n|---|---|\n| 1 | 2 |",
  "***",
  "`` not ``` a fence ``",
  "* star list\n\n* goes on",
];

describe("splitBlocks", () => {
  it.each(pieces)("keeps_together_%j", (piece) => {
    expect(inBlocks(`Before.\n\n${piece}\n\nAfter.`)).toEqual(whole(`Before.\n\n${piece}\n\nAfter.`));
  });

  it("means_the_same_apart_as_together_for_any_order_of_pieces", () => {
    // Every ordered pair, with a paragraph between the pairs so that two lists do not join.
    for (const first of pieces) {
      for (const second of pieces) {
        const text = `${first}\n\nbetween\n\n${second}`;
        expect(inBlocks(text), text).toEqual(whole(text));
      }
    }
  });

  it("cuts_where_a_fence_has_closed_and_not_before", () => {
    expect(splitBlocks("```\na\n\nb\n```\n\nc")).toEqual(["```\na\n\nb\n```", "c"]);
    expect(splitBlocks("```\na\n\nb")).toEqual(["```\na\n\nb"]);
  });

  it("cuts_a_very_long_list_between_items", () => {
    const blocks = splitBlocks(Array.from({ length: 1000 }, (_, i) => `${i + 1}. an item with some words`).join("\n"));
    expect(blocks.length).toBeGreaterThan(3);
    expect(Math.max(...blocks.map((b) => b.length))).toBeLessThan(4200);
  });
});

describe("GrowingBlocks", () => {
  it("gives_the_blocks_of_the_whole_text_at_every_step", () => {
    const text = pieces.join("\n\nbetween\n\n");
    const growing = new GrowingBlocks();
    for (let end = 0; end <= text.length; end += 7) expect(growing.update(text.slice(0, end))).toEqual(splitBlocks(text.slice(0, end)));
  });

  it("starts_over_when_the_text_is_another", () => {
    const growing = new GrowingBlocks();
    growing.update("a\n\nb\n\nc\n\nd");
    expect(growing.update("x\n\ny")).toEqual(["x", "y"]);
  });
});

it("definitions_are_found_outside_of_fences_only_where_they_begin_a_line", () => {
  const text = ["see [a][b]", "[b]: https://b.test\n[c]: <https://c.test> \"t\"", "not [d]: here", "```\n[e]: https://e.test\n```"];
  expect(definitionsOf(text)).toBe('[b]: https://b.test\n\n[c]: <https://c.test> "t"');
});

it.each(["[^1]: a footnote", "[^1]: note", "[Note]: this is a remark", "[x]:"])("takes_for_no_definition_%j", (line) => {
  expect(definitionsOf([line])).toBe("");
});
