// Turns what failed into a Problem: which words to show and which next step.

import type { Reason } from "@protocol/protocol.gen";
import { FaultError, type Trouble, type TroubleKind } from "../wire";
import type { ProblemKind } from "./strings";

/** Something that went wrong, ready to be shown: words come from strings by kind. */
export interface Problem {
  kind: ProblemKind;
  /** The fault's own words. */
  detail: string;
  /** The next step that the fault names; empty where the words of the kind hold. */
  next: string;
}

// Reasons that have words of their own. The others are shown as "other" with
// the fault's own message, so that nothing is ever empty.
const ofReason: Partial<Record<Reason, ProblemKind>> = {
  version_mismatch: "version_mismatch",
  not_allowed: "not_allowed",
  no_daemon: "no_daemon",
  store_locked: "store_locked",
  store_newer: "store_newer",
  store_damaged: "store_damaged",
  shutting_down: "shutting_down",
  closed: "unanswered",
  busy: "busy",
  not_found: "not_found",
  conflict: "conflict",
  too_large: "too_large",
  deadline: "deadline",
  unsupported: "unsupported",
  method_not_found: "not_served",
};

const ofTrouble: Record<TroubleKind, ProblemKind> = {
  not_installed: "host_missing",
  forbidden: "host_forbidden",
  cannot_start: "host_broken",
  exited: "host_exits",
  not_frames: "host_foreign",
  foreign: "host_foreign",
  silent: "host_silent",
  refused: "other",
  closed: "link_lost",
};

export function problemOf(error: unknown): Problem {
  if (error instanceof FaultError) {
    return { kind: kindOf(error), detail: error.message, next: error.next ?? "" };
  }
  return { kind: "other", detail: error instanceof Error ? error.message : String(error), next: "" };
}

// Busy is a chat, but also a link with too many calls: of that only the program's own words are true.
function kindOf({ reason, message }: FaultError): ProblemKind {
  if (reason === "busy" && !/\bconversation\b/.test(message)) return "other";
  return ofReason[reason] ?? "other";
}

const told: readonly TroubleKind[] = ["foreign", "refused", "closed"];

/** Why there is no link. Where the program itself said no, it also said what to do. */
export function problemOfTrouble(trouble: Trouble): Problem {
  const { kind, reason, message, next } = trouble;
  // What Chrome says is said in our own words; only what the link itself told is news beside them.
  if (reason === undefined) return { kind: ofTrouble[kind], detail: told.includes(kind) ? message : "", next: "" };
  return { kind: ofReason[reason] ?? "other", detail: message, next };
}

// The program says “Run: margay serve --data DIR”, our own words put a command in quotation marks. A path may stand before
// the name, because a terminal that does not know the name needs it; one with blanks in it, as on every Mac, is quoted.
const bare = String.raw`(?:[^\s“”"'\x60]*[\\/])?margay(?:\.exe)?`;
const quoted = String.raw`'(?:[^'\n]|'\\'')*\/margay'|"[^"\n]*[\\/]margay(?:\.exe)?"`;
const afterColon = new RegExp(String.raw`:\s+((?:${quoted}|${bare})\s.+?)(?:\.\s|\.?$)`, "m");
const inMarks = [new RegExp(`“((?:${quoted}|${bare})(?: [^”]+)?)”`), new RegExp(`["\x60](${bare}(?: [^"\x60]+)?)["\x60]`)];

/** The command within words; empty where there is none. */
export function commandIn(words: string): string {
  return [afterColon, ...inMarks].map((pattern) => pattern.exec(words)?.[1]).find((found) => found !== undefined) ?? "";
}

// What ends a process, or lets a file be executed, is the system's: “run: kill -9 712.”
const ofSystem = /:\s+((?:kill|taskkill|chmod)\s.+?)(?=\.\s|\.?$)/gm;

/** The commands of the system within words, in their order. */
export function systemCommandsIn(words: string): string[] {
  return [...words.matchAll(ofSystem)].map((found) => found[1] ?? "");
}
