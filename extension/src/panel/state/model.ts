// The view model: what the panel knows, as plain immutable data. It is made by
// the reducer from replies, history pages and numbered events, and drawn by
// the components; nothing else holds state about conversations or runs.

import type { Block, Conversation, ErrorCode, Message, Run, ToolCall, Usage } from "@protocol/chat.gen";
import type { MessagePage, Status } from "@protocol/client.gen";
import type { Problem } from "../../ui/problem";
import type { Link } from "../client";

export type { Link, Problem };

/** The run that the panel watches, or the last one that it watched. */
export interface ActiveRun {
  run: Run;
  /** The subscription, null while there is none (link lost, run ended, run interrupted). */
  subscription: number | null;
  epoch: string;
  /** The number of the last event seen in this epoch. */
  seq: number;
  /** The last message is still being written. */
  live: boolean;
  retry: Retry | null;
  /** The person asked to stop; the terminal event is still to come. */
  stopAsked: boolean;
  /** Calls that have been said to be under way and have no result yet, with the time they were seen. */
  underWay: Readonly<Record<string, number>>;
}

/** The model did not answer and is asked again. */
export interface Retry {
  error: string;
  /** Null where the program does not tell it. */
  code: ErrorCode | null;
  attempt: number;
  max: number;
  /** Milliseconds since 1970. */
  until: number;
}

/** How a run ended, as its terminal event said it. */
export interface Ending {
  message: string;
  code: ErrorCode | null;
  usage: Usage | null;
  durationMs: number;
}

/** A line that belongs to no message. It stands after message `after`. */
export interface Note {
  key: string;
  after: string;
  text: string;
}

/** What the person sent and the daemon has not confirmed yet. */
export interface Pending {
  nonce: string;
  text: string;
  /** What is attached, as it is stored already. */
  files: readonly Block[];
  state: "sending" | "unsent";
  problem: Problem | null;
}

/** The chat that a person writes in, also while it is being opened. */
export interface Place {
  /** Changes when the person goes elsewhere; not when the chat that they write in begins. */
  visit: number;
  /** The id of its conversation; empty for a chat that has not begun. */
  chat: string;
  /** The chat that was left for it is gone: what was written there is a new chat's. */
  orphaned?: boolean;
}

export interface Model {
  link: Link;
  status: Status | null;
  conversation: Conversation | null;
  place: Place;
  /** Oldest first, each id once. */
  messages: readonly Message[];
  /** The cursor of the page before the oldest message; empty when there is none. */
  older: string;
  loading: "none" | "opening" | "older";
  active: ActiveRun | null;
  endings: Readonly<Record<string, Ending>>;
  notes: readonly Note[];
  pending: Pending | null;
  /** The outcome of the person's last action, where it failed. */
  problem: Problem | null;
  /** The problem is that something could not be read: it is over when it is read, or when there is a new link. */
  unread: boolean;
  /** The open chat was deleted elsewhere, whether that still stands on the screen or not. */
  gone: boolean;
}

export const emptyModel: Model = {
  link: { state: "connecting" },
  status: null,
  conversation: null,
  place: { visit: 0, chat: "" },
  messages: [],
  older: "",
  loading: "none",
  active: null,
  endings: {},
  notes: [],
  pending: null,
  problem: null,
  unread: false,
  gone: false,
};

/** Reports whether a run in this state will not change any more. */
export function isFinal(run: Run): boolean {
  return run.state === "done" || run.state === "failed" || run.state === "cancelled";
}

/** Reports whether a call in this state will not change any more. */
export function isFinalCall(call: ToolCall): boolean {
  return call.status !== "pending" && call.status !== "started";
}

/** The run that keeps the person from sending, if there is one. */
export function busyRun(model: Model): Run | null {
  const run = model.active?.run;
  return run !== undefined && (run.state === "running" || run.state === "stopping") ? run : null;
}

/** Reports whether what was not found is the open chat itself: it was deleted elsewhere. */
export function saysGone({ conversation }: Model, problem: Problem | null): boolean {
  return conversation !== null && namesChat(problem);
}

/** Reports whether what was not found is a chat. */
export function namesChat(problem: Problem | null): boolean {
  return problem?.kind === "not_found" && /\bconversation\b/.test(problem.detail);
}

/** Nothing is on its way that a page of history could come across. */
export function isIdle({ link, active, pending, loading }: Model): boolean {
  return link.state === "open" && loading === "none" && pending?.state !== "sending" && active?.subscription == null;
}

/** The page says nothing new: drawing the same messages again would cost the person who reads them a jolt. */
export function isShown({ conversation, messages, loading, active }: Model, page: MessagePage): boolean {
  if (loading !== "none" || page.live.length > 0 || (active !== null && !isFinal(active.run))) return false;
  return conversation?.id === page.conversation.id && messages.at(-1)?.id === page.messages.at(-1)?.id;
}
