// How something that failed is told: whose words stand where. In English the program's words are the reader's own. In any
// other language the page says by kind or code what is wrong and what to do, and the words of the program or the provider
// stand below as a quotation. Every place that shows something that failed asks here.

import type { ErrorCode } from "@protocol/chat.gen";
import { commandIn, type Problem, systemCommandsIn } from "./problem";
import { runnable } from "./program";
import { type ProblemKind, strings, wordsOf } from "./strings";

export interface Told {
  title: string;
  /** More of what is wrong, in the language of the page. */
  detail: string;
  /** What to do next. */
  next: string;
  /** The command that does it; empty where there is none. */
  command: string;
  /** Commands of the system that the step names, in its order: what ends a process, say. */
  others: readonly string[];
  /** What to do where the command was not enough. */
  then: string;
  /** What adds nothing and is there for who asks. */
  folded: string;
  /** What the program or the provider said in a language that the page does not speak. */
  quoted: string;
}

export function tellProblem({ kind, detail, next }: Problem): Told {
  const own = strings.problems[kind];
  // What the program says of a chat in which a run is under way names the run by its id, which tells a person nothing.
  if (kind === "busy") return { ...nothing, title: own.title, next: own.next };
  if (isForeign(`${detail} ${next}`)) {
    const told = inOwnWords(own.next, detail, next);
    return { title: own.title, ...told, command: commandFor(kind, told.command, detail) };
  }
  // To list the conversations is what a program does; a person looks.
  if (kind === "not_found" && /\bconversation\b/.test(detail)) return { ...nothing, title: own.title, next: own.next };
  // A step that the program names refers to its own words: who holds the data, say. Where the words of the kind say it all,
  // those of the program are there for who asks; a kind that says nothing, or what cannot be done, needs them.
  const told = detail !== "" && (next !== "" || kind === "other" || kind === "unsupported");
  const step = stepOf(next === "" ? own.next : next);
  return { ...nothing, title: own.title, detail: told ? detail : "", ...step, command: commandFor(kind, step.command, detail), folded: told ? "" : detail };
}

/** A run, a test or an attempt of a model that failed: by the code of its error. The message names a step itself, or `next` does. */
export function tellFailure(code: ErrorCode | null, message: string, next = ""): Told {
  const own = code === null ? undefined : strings.run.errors[code];
  const title = own?.title ?? strings.run.failed;
  if (isForeign(`${message} ${next}`)) {
    const told = inOwnWords(own?.next ?? "", message, next);
    return { title, ...told, command: runnable(told.command) };
  }
  const step = stepOf(message === "" && next === "" ? (own?.next ?? "") : next);
  return { ...nothing, title, detail: message, ...step, command: runnable(step.command) };
}

/** Words that came and have no kind: as the page's own where it speaks their language, else as a quotation. */
export function tellWords(words: string): { own: string; quoted: string } {
  return isForeign(words) ? { own: "", quoted: words } : { own: words, quoted: "" };
}

// The program's warnings have no code; warnings.test.ts holds these words to those that the program has.
const warnings: readonly (readonly [RegExp, (names: string) => string])[] = [
  [/^The provider stopped this answer by its content rules\.$/, () => strings.notes.contentRules],
  [/^The answer reached the model's limit and was cut off\. /, () => strings.notes.cutOff],
  [
    /^The conversation holds more files than a model is given at a time\. Left out, or only in part: (.+)\. Attach again what is needed, or begin a new chat\.$/s,
    (names) => strings.notes.leftOut(names),
  ],
  [
    /^A PDF is damaged, or could not be read in part, so the model may lack some of it: (.+)\. If that matters, save it anew, or attach its pages as images\.$/s,
    (names) => strings.notes.readInPart(names),
  ],
  [
    /^How the letters of a text file are encoded does not stand in it, and was guessed: (.+)\. If they come out wrong, save it as UTF-8 and attach that\.$/s,
    (names) => strings.notes.guessedLetters(names),
  ],
  [
    /^The provider did not take a picture of an earlier message, so none of them is sent to it any more: (.+)\.$/s,
    (names) => strings.notes.pictureRefused(names),
  ],
  [/^The offline model does not read attached files\. /, () => strings.notes.offlineFiles],
];

/** A warning of a run: in the language of the page where it is one that is known. */
export function tellWarning(words: string): { own: string; quoted: string } {
  for (const [pattern, own] of warnings) {
    const found = pattern.exec(words);
    if (found !== null) return { own: own(found[1] ?? ""), quoted: "" };
  }
  return tellWords(words);
}

// Where the browser does not find the program, what is known of its place may be what is wrong.
function commandFor(kind: ProblemKind, command: string, detail: string): string {
  if (kind === "store_locked" && command === "") return endOf(detail);
  return kind === "host_missing" || kind === "host_broken" ? command : runnable(command);
}

// The program names the process that holds the data, and no command: what ends a process is the system's.
function endOf(detail: string): string {
  const pid = /\bprocess (\d+)\b/i.exec(detail)?.[1];
  if (pid === undefined) return "";
  return /\b[A-Za-z]:\\/.test(detail) ? `taskkill /PID ${pid}` : `kill ${pid}`;
}

function inOwnWords(own: string, detail: string, next: string): Omit<Told, "title"> {
  const said = commandIn(own);
  const named = commandIn(next);
  // The program's command fits this very case; a sentence of ours that names another one would mislead.
  const step = named !== "" && said !== "" && said !== named ? "" : own;
  return { ...nothing, next: step, command: named === "" ? said : named, others: systemCommandsIn(next), quoted: `${detail} ${next}`.trim() };
}

const nothing: Omit<Told, "title"> = { detail: "", next: "", command: "", others: [], then: "", folded: "", quoted: "" };

// The command stands by itself, under words that say to run it: “Run: margay stop.” says it a second time.
function stepOf(step: string): Pick<Told, "next" | "command" | "others" | "then"> {
  const command = commandIn(step);
  const others = systemCommandsIn(step);
  const said = /^Run:\s+(.+)$/s.exec(step)?.[1];
  if (command === "" || said?.startsWith(command) !== true) return { next: step, command, others, then: "" };
  return { next: "", command, others, then: said.slice(command.length).replace(/^[.;,\s]+/, "") };
}

// In which language something was written its own words say, and not the names, texts and paths that they quote. A path is looked
// for from where it may begin only: from each of its letters a long one would take its square in time.
const named = /“[^”]*”|"[^"\n]*"|`[^`\n]*`|「[^」]*」|‘[^’\n]*’|(?<![!#-_a-~])[!-~]*\w[/\\.:]+\w[!-~]*/gu;

// What is mostly Chinese was written for who reads it; a character counts as a word of other scripts. Signs and numbers alone
// need no quotation marks.
function isForeign(words: string): boolean {
  if (strings === wordsOf.en) return false;
  const own = words.replaceAll(named, " ");
  const told = /\p{L}/u.test(own) ? own : words;
  const characters = told.match(/\p{Script=Han}/gu)?.length ?? 0;
  const others = told.match(/(?:(?!\p{Script=Han})[\p{L}’'])+/gu)?.length ?? 0;
  return others > characters;
}
