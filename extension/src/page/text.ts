// Text as it may leave a page: one line, valid UTF-8, nothing that is read but
// not seen, and no longer than it has to be.

/** The lengths at which text is cut, in UTF-16 units; tools/README.md states them. */
export const limits = { name: 200, text: 400, value: 400, url: 160, options: 30 } as const;

// What is not printable ASCII with single spaces: most names have nothing of it.
const needsWork = /[^\x20-\x7e]| {2}/;
// The same of text that keeps its lines.
const unusual = /[^\n\t\x20-\x7e]/;
// White space but for the plain space; control characters; marks that turn the
// direction of writing or draw nothing (zero width, soft hyphen, tag characters).
// Joiners (U+200C, U+200D) stay: scripts and emoji need them.
const space = /[\s\u0085]+/g;
const unseen = /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;
const loneSurrogate = /\p{Cs}/gu;

/** Drops what cannot be seen and mends lone surrogates; lines stay. */
export function visible(text: string): string {
  return unusual.test(text) ? strip(text) : text;
}

function strip(text: string): string {
  const kept = text.split("\n").map((line) => line.replace(/\t/g, " ").replace(unseen, "").replace(loneSurrogate, "\ufffd"));
  return kept.join("\n");
}

/** One line of what can be seen. */
export function clean(text: string): string {
  const inner = text.trim();
  if (!needsWork.test(inner)) return inner;
  return inner.replace(space, " ").replace(unseen, "").replace(loneSurrogate, "\ufffd").replace(/ {2,}/g, " ").trim();
}

/** Cuts at limit, between characters, and says how many were cut. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const end = isHighSurrogate(text, limit - 1) ? limit - 1 : limit;
  return `${text.slice(0, end)}…+${text.length - end}`;
}

/** A window of text around a place, for a hit in a long text. */
export function around(text: string, at: number, limit: number): string {
  if (text.length <= limit) return text;
  let start = Math.max(0, Math.min(at - Math.floor(limit / 4), text.length - limit));
  if (start > 0 && isHighSurrogate(text, start - 1)) start++;
  return `${start > 0 ? "…" : ""}${cut(text.slice(start), limit)}`;
}

export function isHighSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** How text is compared: without case, on one line. */
export const fold = (text: string): string => clean(text).toLowerCase();

/** A string in a line. */
export const quote = (text: string): string => JSON.stringify(text);
