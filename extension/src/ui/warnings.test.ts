// Warnings of a run are told in the language of the page. They come as words of the program; here these are taken from where
// the program has them, so that one that is worded anew there fails here.
import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";

vi.hoisted(() => vi.stubGlobal("localStorage", { getItem: (key: string) => (key === "margay.language" ? "zh-CN" : null) }));

import { strings } from "./strings";
import { tellWarning } from "./telling";

/** The words of the warnings in a file of the program; what is joined in stands for itself. */
function warningsIn(path: string): string[] {
  const source = readFileSync(new URL(`../../../host/${path}`, import.meta.url), "utf8");
  return [...source.matchAll(/(?:EventWarning, Message|Delta\{Warning): ((?:"[^"]*"|[\s+]|strings\.Join\(names, ", "\))+)/g)].map(([, words = ""]) =>
    words.replace('strings.Join(names, ", ")', '"a.pdf, b.txt"').replaceAll(/"\s*\+\s*"/g, "").trim().slice(1, -1),
  );
}

const known = [...warningsIn("agent/end.go"), ...warningsIn("attach/model.go")];

describe("a warning", () => {
  it("is_known_in_each_kind", () => expect(known).toHaveLength(3));

  it.each(known)("of_%s", (words) => {
    const { own, quoted } = tellWarning(words);
    expect(quoted).toBe("");
    expect(own).toMatch(/\p{Script=Han}/u);
    if (words.includes("a.pdf")) expect(own).toBe(strings.notes.leftOut("a.pdf, b.txt"));
  });

  it("that_is_not_known_is_quoted", () => {
    expect(tellWarning("The tool was slow.")).toEqual({ own: "", quoted: "The tool was slow." });
  });
});
