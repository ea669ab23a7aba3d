// Warnings of a run are told in the language of the page. They come as words of the program; here these are taken from where
// the program has them, so that one that is worded anew there fails here.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";

vi.hoisted(() => vi.stubGlobal("localStorage", { getItem: (key: string) => (key === "margay.language" ? "zh-CN" : null) }));

import { tellWarning } from "./telling";

const host = new URL("../../../host/", import.meta.url);

/**
 * The words of the warnings in a file of the program; names that are joined in stand for themselves. Of a warning that is
 * written otherwise there are no words, and it fails as one that is not known; one that is passed on is no new one.
 */
function warningsIn(path: string): string[] {
  const source = readFileSync(new URL(path, host), "utf8");
  const begins = /(?:EventWarning, Message|Delta\{Warning): (?!chat\.Clean\(d\.Warning\)|before \+)((?:"[^"]*"|[\s+]|strings\.Join\(\w+, ", "\))*)/g;
  // Those of files are put together in one place, of what stands before the names and what behind them.
  const ofFiles = /\.warn\([\w.]+, emit, "([^"]*)",\s*"([^"]*)"\)/g;
  return [
    ...[...source.matchAll(begins)].map(([, words = ""]) =>
      words.replace(/strings\.Join\(\w+, ", "\)/, '"a.pdf, b.txt"').replaceAll(/"\s*\+\s*"/g, "").trim().slice(1, -1),
    ),
    ...[...source.matchAll(ofFiles)].map(([, before = "", after = ""]) => `${before}a.pdf, b.txt${after}`),
  ];
}

const sources = readdirSync(host, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".go") && !path.endsWith("_test.go"));
const known = sources.flatMap(warningsIn);

describe("a warning", () => {
  it("is_found_in_each_kind", () => expect(known.length).toBeGreaterThanOrEqual(7));

  it.each(known)("of_%s", (words) => {
    const { own, quoted } = tellWarning(words);
    expect(quoted).toBe("");
    expect(own).toMatch(/\p{Script=Han}/u);
    expect(own.includes("a.pdf, b.txt")).toBe(words.includes("a.pdf, b.txt"));
  });

  it("that_is_not_known_is_quoted", () => {
    expect(tellWarning("The tool was slow.")).toEqual({ own: "", quoted: "The tool was slow." });
  });
});
