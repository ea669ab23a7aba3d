import { describe, expect, test } from "vitest";
import { around, clean, cut, fold, visible } from "./text";

describe("clean", () => {
  test.each([
    ["plain text stays", "Order now", "Order now"],
    ["white space folds", "  a\n\t b\u00a0\u00a0c ", "a b c"],
    ["control characters go", "a\u0000b\u0007c\u001b[31m", "abc[31m"],
    ["direction marks go", "\u202eevil\u202c \u2066ok\u2069\u200f", "evil ok"],
    ["zero width goes", "ig\u200bno\u2060re\ufeff so\u00adft", "ignore soft"],
    ["tag characters go", "hi\u{e0049}\u{e0067}\u{e006e}", "hi"],
    ["joiners stay", "👩\u200d🚀 می\u200cخواهم", "👩\u200d🚀 می\u200cخواهم"],
    ["lone surrogates are replaced", "cut \ud83d here \udc00 there", "cut \ufffd here \ufffd there"],
    ["pairs stay", "🐆", "🐆"],
    ["a mark between spaces leaves one", "a \u200b b", "a b"],
    ["nothing but marks is nothing", " \u200b\u202e ", ""],
  ])("%s", (_, given, want) => expect(clean(given)).toBe(want));

  test("is valid UTF-8, on one line and done after once, whatever comes", () => {
    let seed = 7;
    const random = (below: number): number => (seed = (Math.imul(seed, 1103515245) + 12345) >>> 0) % below;
    for (let round = 0; round < 2000; round++) {
      const units = Array.from({ length: random(12) }, () => [random(0x80), 0xd800 + random(0x800), 0x2000 + random(0x70), random(0x10000)][random(4)] ?? 0);
      const once = clean(String.fromCharCode(...units));
      expect(clean(once)).toBe(once);
      expect(Buffer.from(once).toString()).toBe(once);
      expect(once).not.toMatch(/[\n\r\t\u0000\u202e]/);
    }
  });
});

describe("visible", () => {
  test("keeps lines and drops what is not seen", () => expect(visible("a\r\nb\u200b\tc\u202e")).toBe("a\nb c"));
});

describe("cut", () => {
  test.each([
    ["short stays", "abc", 3, "abc"],
    ["says how many", "abcdef", 4, "abcd…+2"],
    ["never in a pair", "ab🐆🐆", 3, "ab…+4"],
    ["after a pair", "ab🐆🐆", 4, "ab🐆…+2"],
  ])("%s", (_, text, limit, want) => expect(cut(text, limit)).toBe(want));
});

describe("around", () => {
  const text = `${"a".repeat(100)}needle${"b".repeat(100)}`;
  test("holds the place", () => expect(around(text, 100, 40)).toMatch(/^…a+needleb+…\+\d+$/));
  test("begins at the beginning", () => expect(around(text, 5, 40)).toMatch(/^a{40}…\+\d+$/));
  test("ends at the end", () => expect(around(text, 205, 40)).toMatch(/^…b{40}$/));
});

test("fold compares without case and space", () => expect(fold("  PLACE\n Order ")).toBe("place order"));
