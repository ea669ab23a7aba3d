// Turns what failed into a Problem: which words to show and which next step.

import type { Reason } from "@protocol/protocol.gen";
import { FaultError } from "../wire/fault";
import type { Problem } from "./state/model";
import type { ProblemKind } from "./strings";

// Reasons that have words of their own. The others are shown as "other" with
// the fault's own message, so that nothing is ever empty.
const kinds: Partial<Record<Reason, ProblemKind>> = {
  version_mismatch: "version_mismatch",
  not_allowed: "not_allowed",
  no_daemon: "no_daemon",
  store_locked: "store_locked",
  store_newer: "store_newer",
  store_damaged: "store_damaged",
  shutting_down: "shutting_down",
  closed: "link_lost",
  busy: "busy",
  not_found: "not_found",
  conflict: "conflict",
  too_large: "too_large",
  deadline: "deadline",
};

export function problemOf(error: unknown): Problem {
  if (error instanceof FaultError) {
    return { kind: kinds[error.reason] ?? "other", detail: error.message, next: error.next ?? "" };
  }
  return { kind: "other", detail: error instanceof Error ? error.message : String(error), next: "" };
}

/** What the browser says when a native port ends (chrome.runtime.lastError). */
export function problemOfPort(message: string): Problem {
  return { kind: portKind(message), detail: message, next: "" };
}

function portKind(message: string): ProblemKind {
  if (/not found/i.test(message)) return "host_missing";
  if (/forbidden/i.test(message)) return "host_forbidden";
  if (/failed to start/i.test(message)) return "host_missing";
  if (/exited/i.test(message)) return "host_exits";
  return "link_lost";
}

/** Problems that do not go away by asking again: the person has to do something first. */
export function needsPerson(problem: Problem): boolean {
  switch (problem.kind) {
    case "host_missing":
    case "host_forbidden":
    case "version_mismatch":
    case "not_allowed":
    case "store_newer":
    case "store_damaged":
      return true;
    default:
      return false;
  }
}
