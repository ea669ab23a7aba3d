// Searching the page without a model: the same lines as a snapshot, only those
// that match. What is found has a ref, also where a snapshot gives none, so that
// any text can be pressed and any part be read on its own.

import type { FindArgs, FindResult } from "@protocol/pagescript.gen";
import { documentElement, whileWalking } from "./dom";
import { body, flatten, type Line } from "./lines";
import type { Memory } from "./memory";
import { kindOf, valueOf } from "./states";
import { around, fold, limits } from "./text";
import { Walk } from "./walk";

/** A pattern sees no more of one line than this: a bad pattern on a long text would hold the page. */
const patternSees = 2000;

export function find(args: FindArgs, memory: Memory): FindResult {
  const test = matcher(args, memory);
  const role = (args.role ?? "").trim().toLowerCase();
  const hits = flatten(whileWalking(() => new Walk(memory).of(documentElement()))).filter(({ line }) => (role === "" || line.role === role) && test(line) >= 0);
  const shown = hits.slice(0, args.limit > 0 ? args.limit : hits.length);
  return { lines: shown.map(({ line }) => `- ${written(line, test(line), args.prefix ?? "", memory)}`), total: hits.length };
}

type Matcher = (line: Line) => number;

// Where a line matches, below 0 where not.
function matcher(args: FindArgs, memory: Memory): Matcher {
  const firstOf = firstIn((line) => (args.said === true ? said(line, memory) : line.states.trim()));
  const pattern = args.pattern ?? "";
  if (pattern !== "") {
    const expression = compile(pattern);
    return (line) => firstOf(line, (words) => words.slice(0, patternSees).search(expression));
  }
  const wanted = fold(args.text ?? "");
  if (wanted === "" && (args.role ?? "") === "") throw new Error("Nothing to look for: give a text, a pattern or a role.");
  if (wanted === "") return () => 0;
  return (line) => firstOf(line, (words) => fold(words).indexOf(wanted));
}

function compile(pattern: string): RegExp {
  try {
    return new RegExp(pattern, "iu");
  } catch (why) {
    const reason = why instanceof Error ? why.message : String(why);
    throw new Error(`The pattern is no regular expression of JavaScript: ${reason}. Use text for plain words.`, { cause: why });
  }
}

// Each name and the values are searched apart, so that ^ and $ mean their ends.
function firstIn(others: (line: Line) => string): (line: Line, search: (words: string) => number) => number {
  return (line, search) => {
    for (const words of [...line.names, others(line)]) {
      const at = words === "" ? -1 : search(words);
      if (at >= 0) return at;
    }
    return -1;
  };
}

// What a line says beside its names: what a slider or a list that the page draws shows is the page's own word, and what
// a field holds is not.
function said({ element, role }: Line, memory: Memory): string {
  const kind = kindOf(element, role);
  return kind === "none" || kind === "check" ? valueOf(element, role, memory, limits.value).value : "";
}

function written(line: Line, at: number, prefix: string, memory: Memory): string {
  const ref = line.ref > 0 ? line.ref : memory.numberOf(line.element);
  const [words] = line.names;
  const long = line.role === "text" && words !== undefined && words.length > limits.text;
  const shown = long ? { ...line, names: [around(words, at, limits.text)] } : line;
  const said = body(shown, prefix, ref);
  memory.keepLine(ref, said);
  return said;
}
