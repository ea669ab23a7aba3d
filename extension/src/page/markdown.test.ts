import { describe, expect, test } from "vitest";
import { Markdown } from "./markdown";

const written = (steps: (out: Markdown) => void, preferMain = false): string => {
  const out = new Markdown();
  steps(out);
  return out.text(preferMain);
};

describe("Markdown", () => {
  test("joins words of one line and parts blocks", () =>
    expect(written((out) => { out.inline("  a "); out.inline(" b"); out.block(); out.block(); out.inline("c"); })).toBe("a b\n\nc"));

  test("nests lists under the width of their marks", () =>
    expect(written((out) => {
      out.list(9, () => {
        out.item(() => out.inline("nine"));
        out.item(() => { out.inline("ten"); out.list(undefined, () => out.item(() => out.inline("inner"))); });
        out.item(() => { out.paragraph("one"); out.paragraph("two"); });
      });
      out.paragraph("after");
    })).toBe("9. nine\n10. ten\n    - inner\n11. one\n    two\n\nafter"));

  test("an empty item or heading leaves nothing behind", () =>
    expect(written((out) => { out.list(undefined, () => out.item(() => undefined)); out.prefixed("## ", () => undefined); out.paragraph("x"); })).toBe("x"));

  test("links and marks keep the space around them and drop the empty", () =>
    expect(written((out) => {
      out.inline("see");
      out.link("/a b(1)", () => out.inline(" here "));
      out.link("/x", () => undefined);
      out.marked("**", () => out.inline("now"));
    })).toBe("see [here](/a%20b%281%29) **now**"));

  test("a fence is longer than any in the code", () => expect(written((out) => out.code("a\n````\nb\n"))).toBe("`````\na\n````\nb\n`````"));

  test("cells are escaped and rows filled up", () =>
    expect(written((out) => out.table([["a", "b|c"], ["d"]], true))).toBe("| a | b\\|c |\n| --- | --- |\n| d |  |"));

  test("a table of one column is paragraphs", () => expect(written((out) => out.table([["a"], [""], ["b"]], false))).toBe("a\n\nb"));

  test("prefers the main part only when it is half of the text", () => {
    const page = (main: string) => (out: Markdown) => { out.paragraph("beside it"); out.main(true); out.paragraph(main); out.main(false); };
    expect(written(page("long enough"), true)).toBe("long enough");
    expect(written(page("short"), true)).toBe("beside it\n\nshort");
    expect(written(page("long enough"), false)).toBe("beside it\n\nlong enough");
  });
});
