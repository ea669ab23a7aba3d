// Turns what failed into a Problem: which words to show and which next step.

import type { Reason } from "@protocol/protocol.gen";
import { FaultError, type Trouble, type TroubleKind } from "../wire";
import type { Problem } from "./state/model";
import type { ProblemKind } from "./strings";

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
  closed: "link_lost",
  busy: "busy",
  not_found: "not_found",
  conflict: "conflict",
  too_large: "too_large",
  deadline: "deadline",
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
    return { kind: ofReason[error.reason] ?? "other", detail: error.message, next: error.next ?? "" };
  }
  return { kind: "other", detail: error instanceof Error ? error.message : String(error), next: "" };
}

/** Why there is no link. Where the program itself said no, it also said what to do. */
export function problemOfTrouble(trouble: Trouble): Problem {
  const { kind, reason, message, next } = trouble;
  if (reason === undefined) return { kind: ofTrouble[kind], detail: message, next: "" };
  return { kind: ofReason[reason] ?? "other", detail: message, next };
}
