// Joining messages that come by different ways: history pages, views of a run,
// and the panel's own copy. A message id stands for one message; order within a
// source is right, and a newer source wins.

import type { Message } from "@protocol/chat.gen";

/** Puts a page that is older than all of `messages` before them; messages already there stay as they are. */
export function prepend(messages: readonly Message[], page: readonly Message[]): Message[] {
  const have = ids(messages);
  return [...unique(page.filter((m) => !have.has(m.id))), ...messages];
}

/**
 * Puts the newest page of history over `messages`, which share at least one
 * message with it: what it holds replaces the panel's copy, what came after its
 * last message stays (it is not stored yet), and so does what is older than its first.
 */
export function overlay(messages: readonly Message[], page: readonly Message[]): Message[] {
  const fresh = unique(page);
  const known = ids(fresh);
  const first = Math.max(0, messages.findIndex((m) => known.has(m.id)));
  const last = messages.findLastIndex((m) => known.has(m.id));
  return [...messages.slice(0, first), ...fresh, ...messages.slice(last + 1).filter((m) => !known.has(m.id))];
}

/** Replaces all messages of a run by those of its view, where the run stood. */
export function replaceRun(messages: readonly Message[], run: string, view: readonly Message[]): Message[] {
  const fresh = unique(view);
  const known = ids(fresh);
  const belongs = (m: Message) => m.run === run || known.has(m.id);
  const first = messages.findIndex(belongs);
  const place = first < 0 ? messages.length : first;
  return [...messages.slice(0, place), ...fresh, ...messages.slice(place).filter((m) => !belongs(m))];
}

/** Puts one message in: over its older copy, or at the end. */
export function upsert(messages: readonly Message[], message: Message): Message[] {
  const at = messages.findIndex((m) => m.id === message.id);
  return at < 0 ? [...messages, sound(message)] : messages.with(at, sound(message));
}

// An empty list of Go is null on the wire where nobody made it a list; one such
// message must not take the panel down.
function sound(message: Message): Message {
  return Array.isArray(message.content) ? message : { ...message, content: [] };
}

function ids(messages: readonly Message[]): Set<string> {
  return new Set(messages.map((m) => m.id));
}

// A later message of the same id wins, at the place of the first.
function unique(messages: readonly Message[]): Message[] {
  return [...new Map(messages.map((m) => [m.id, sound(m)])).values()];
}
