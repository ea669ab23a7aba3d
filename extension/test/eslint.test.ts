// Proves that the bans of eslint.config.mjs are wired in: each forbidden form is linted with the project's own
// configuration, as if it stood in src/, and must be reported by the rule that forbids it.

import { fileURLToPath } from "node:url";
import { ESLint } from "eslint";
import { beforeAll, describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

// Type-aware rules want a file that the TypeScript project knows.
const knownFile = `${root}src/wire/peer.ts`;

const banned = [
  { name: "any", code: "export function f(x: any): void { void x; }", rule: "@typescript-eslint/no-explicit-any" },
  { name: "as", code: "export const x = (1 as unknown);", rule: "@typescript-eslint/consistent-type-assertions" },
  { name: "angle_cast", code: "export const x = <unknown>1;", rule: "@typescript-eslint/consistent-type-assertions" },
  {
    name: "non_null",
    code: "export function f(x: string | null): number { return x!.length; }",
    rule: "@typescript-eslint/no-non-null-assertion",
  },
  { name: "ts_ignore", code: "// @ts-ignore\nexport const x = 1;", rule: "@typescript-eslint/ban-ts-comment" },
  {
    name: "ts_expect_error_with_reason",
    code: "// @ts-expect-error a long enough reason\nexport const x = 1;",
    rule: "@typescript-eslint/ban-ts-comment",
  },
  { name: "ts_nocheck", code: "// @ts-nocheck\nexport const x = 1;", rule: "@typescript-eslint/ban-ts-comment" },
  {
    name: "eslint_disable_does_not_help",
    code: "/* eslint-disable */\nexport function f(x: any): void { void x; }",
    rule: "@typescript-eslint/no-explicit-any",
  },
  {
    name: "leaking_any",
    code: "export const x: string[] = JSON.parse('[]');",
    rule: "@typescript-eslint/no-unsafe-assignment",
  },
  {
    name: "floating_promise",
    code: "export function f(p: Promise<void>): void { p; }",
    rule: "@typescript-eslint/no-floating-promises",
  },
  {
    name: "inner_html",
    code: "export function f(e: Element, s: string): void { e.innerHTML = s; }",
    rule: "no-restricted-properties",
  },
];

describe("eslint", () => {
  let eslint: ESLint;
  beforeAll(() => {
    // Where CI is set, typescript-eslint takes each file for one that is linted once, and types what it read on disk
    // instead of the text that it is given.
    process.env["TSESTREE_SINGLE_RUN"] = "false";
    eslint = new ESLint({ cwd: root });
  });

  test.each(banned)("bans_$name", { timeout: 60_000 }, async ({ code, rule }) => {
    const [result] = await eslint.lintText(code, { filePath: knownFile });
    expect(result?.messages.map((m) => m.ruleId)).toContain(rule);
  });

  test("passes_plain_code", { timeout: 60_000 }, async () => {
    const [result] = await eslint.lintText("export const x: unknown = JSON.parse('1');\n", { filePath: knownFile });
    expect(result?.messages).toEqual([]);
  });
});
