// @vitest-environment jsdom
import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { render } from "preact";
import { describe, expect, it, vi } from "vitest";
import { doing, draw, soon } from "../testing/draw";
import { GrowingBlock } from "./growing";
import { Markdown } from "./markdown";
import { parse } from "./parse";

const head = "| No | Name | Link |\n| --- | :-: | --- |";
const row = (i: number) => `| ${i} | **Beans** \\| ${i} | [page][p] \`a|b\` |`;
const rows = (count: number) => Array.from({ length: count }, (_, i) => row(i)).join("\n");
const long = 100;
const definitions = "[p]: https://shop.example.test/p";

// The tree without positions: what is drawn.
function shape(node: Nodes | null): unknown {
  return JSON.parse(JSON.stringify(node, (key, value: unknown) => (key === "position" ? undefined : value)));
}

describe("a long table", () => {
  it.each([
    ["alone", `${head}\n${rows(long)}`],
    ["behind_words", `# Beans\nThese are they:\n${head}\n${rows(long)}`],
    ["with_a_line_that_is_no_row", `${head}\n${rows(30)}\nonly words\n${rows(60)}`],
    ["that_a_quotation_ends", `${head}\n${rows(60)}\n> not a row\n${rows(30)}`],
    ["that_raw_html_ends", `${head}\n${rows(60)}\n<div>\n${rows(30)}`],
    ["that_a_list_ends", `${head}\n${rows(60)}\n- an item\n- another`],
    ["with_more_cells_than_columns", `${head}\n${rows(59)}\n| 1 | 2 | 3 | 4 |\n| --- |\n|`],
    ["with_an_indented_line_behind_a_blank_one", `${head}\n${rows(60)}\n\n    code`],
    ["without_a_head", rows(long)],
    ["of_code", `\`\`\`\n${head}\n${rows(long)}`],
  ])("%s_means_the_same_by_pieces_as_whole_at_every_length", (_name, text) => {
    const growing = new GrowingBlock();
    for (const length of [2_100, 2_500, 2_960, 3_100, text.length]) {
      const part = text.slice(0, length);
      expect(shape(growing.parse(part, definitions, Infinity).tree)).toEqual(shape(parse(part, definitions)));
    }
  });

  it("keeps_the_rows_that_were_there_when_more_come", () => {
    const growing = new GrowingBlock();
    const rowsOf = (text: string) => {
      const [, table] = growing.parse(text, definitions, Infinity).tree?.children ?? [];
      return table?.type === "table" ? table.children : [];
    };
    const before = rowsOf(`${head}\n${rows(long)}`);
    const after = rowsOf(`${head}\n${rows(long + 30)}`);
    expect(after).toHaveLength(long + 31);
    expect(after.slice(0, long).every((r, i) => r === before[i])).toBe(true);
  });

  it("is_parsed_in_turns_where_there_is_no_time_for_all_of_it", () => {
    const growing = new GrowingBlock();
    const text = `${head}\n${rows(long)}`;
    let turns = 1;
    while (growing.parse(text, definitions, -1).more && turns < 50) turns++;
    // Each of them parses twenty rows.
    expect(turns).toBe(long / 20);
    expect(shape(growing.parse(text, definitions, -1).tree)).toEqual(shape(parse(text, definitions)));
  });

  it.each([
    ["a_quotation", "> not a row", "blockquote"],
    ["a_heading", "# Beans", "heading"],
    ["a_list", "- an item", "list"],
    ["a_fence", "```\ncode\n```", "code"],
  ])("of_more_than_is_parsed_at_once_is_a_table_where_%s_stands_directly_below", (_name, below, type) => {
    const text = `${head}\n${rows(1_210)}\n${below}`;
    expect(text.length).toBeGreaterThan(40_000);
    const tree = new GrowingBlock().parse(text, "", Infinity).tree;
    expect(tree?.children.map((node) => node.type)).toEqual(["table", type]);
    expect(tree?.children[0]).toMatchObject({ children: { length: 1_211 } });
  });

  it("of_more_than_is_parsed_at_once_is_drawn_as_a_table_in_the_end", async () => {
    const root = await draw(<Markdown text={`${head}\n${rows(1_200)}`} live={false} />);
    await vi.waitFor(() => expect(root.querySelectorAll("tr")).toHaveLength(1_201), 20_000);
  }, 30_000);

  it("is_the_same_elements_when_it_ends", async () => {
    const text = `${head}\n${rows(long)}`;
    const root = await draw(<Markdown text={text} live />);
    await soon(() => expect(root.querySelectorAll("tr")).toHaveLength(long + 1));
    const before = root.querySelector("tr:last-child");
    await doing(() => render(<Markdown text={text} live={false} />, root));
    expect(root.querySelector("tr:last-child")).toBe(before);
  });
});

describe("code in a fence", () => {
  it.each([
    ["open", "```ts\nconst a = 1;\n  b"],
    ["closed", "```ts\nconst a = 1;\n```"],
    ["closed_by_a_longer_mark", "```\na\n`````  "],
    ["with_shorter_marks_and_other_ones_in_it", "````md one two\n```\n~~~~\n```\n````"],
    ["of_tildes", "~~~ a`b`\ncode\n  ~~~"],
    ["with_blank_lines", "```\n\n\na\n\n\n```"],
    ["open_with_blank_lines_at_its_end", "```\na\n\n"],
    ["with_nothing_in_it", "```\n```"],
    ["of_one_line", "```ts"],
    ["with_tabs_and_blanks", "```\n\ta\t b\n   c \n```"],
    ["with_a_mark_that_is_set_in_too_far", "```\na\n    ```\nb"],
    ["with_a_mark_behind_a_rare_end_of_a_line", "```\na\u2028```\u2028b\u2029```\n```"],
    ["with_escapes_in_its_language", "```c\\+\\+ &amp;\n&amp; \\*\n```"],
    ["with_words_behind_it", "```\na\n```\nwords *here*"],
    ["that_is_none", "```a`b\nwords\n```"],
    ["with_other_line_ends", "```\r\na\r\n```"],
  ])("%s_means_what_the_parser_says", (_name, text) => {
    expect(shape(parse(text))).toEqual(shape(fromMarkdown(text)));
  });
});
