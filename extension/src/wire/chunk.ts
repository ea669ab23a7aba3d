// Long messages travel in pieces: base64 of the raw bytes of the JSON text, so that a cut may fall inside a character
// without harm. Sizes are counted in bytes of UTF-8, as the other side counts them.

import { ChunkAbove, ChunkBytes, MaxPartial, MaxPartialBytes } from "@protocol/protocol.gen";
import type { Chunk, ID } from "@protocol/protocol.gen";
import { FaultError } from "./fault";
import { utf8Length } from "./json";

/** Whether a message of this JSON text must be cut. */
export function mustCut(json: string): boolean {
  if (json.length > ChunkAbove) return true;
  // A UTF-16 unit is at most three bytes of UTF-8, so short texts need no count.
  return json.length * 3 > ChunkAbove && utf8Length(json) > ChunkAbove;
}

/** Cuts the JSON text of a message. The route is the one whose cap holds at the other side. */
export function* cut(json: string, stream: number, route: string): Generator<Chunk, void, undefined> {
  const bytes = new TextEncoder().encode(json);
  const total = Math.ceil(bytes.length / ChunkBytes);
  for (let number = 0; number < total; number++) {
    const data = toBase64(bytes.subarray(number * ChunkBytes, (number + 1) * ChunkBytes));
    const piece: Chunk = { stream, number, total, size: bytes.length, data };
    yield number === 0 ? { ...piece, route } : piece;
  }
}

/** What is known of a message from its beginning: an answer has an id only, a notice a method only. */
export interface Head {
  readonly id?: ID;
  readonly method?: string;
}

/** Why a message was dropped, and what is known of it, so that it can be answered. */
export class JoinError extends Error {
  constructor(
    readonly head: Head,
    readonly fault: FaultError,
  ) {
    super(fault.message);
  }
}

/** A message whose pieces are all there, and the route by whose cap its size was admitted. */
interface Joined {
  readonly json: string;
  readonly route: string;
}

interface Partial {
  readonly head: Head;
  readonly route: string;
  readonly total: number;
  readonly bytes: Uint8Array;
  filled: number;
  next: number;
}

/**
 * Joins pieces of several messages that come interleaved. A message that is refused, or whose pieces do not fit, is
 * dropped; its later pieces are passed over, and the other messages go on.
 */
export class Joiner {
  readonly #admit: (head: Head, route: string) => number;
  readonly #partial = new Map<number, Partial>();
  #held = 0;

  /** admit is asked at each first piece how long the message may be; what it throws refuses the message. */
  constructor(admit: (head: Head, route: string) => number) {
    this.#admit = admit;
  }

  /** Takes a piece; answers the message when it was the last one. Throws a JoinError when the message is dropped. */
  add(chunk: Chunk): Joined | undefined {
    const message = chunk.number === 0 ? this.#begin(chunk) : this.#partial.get(chunk.stream);
    // A piece of a message that was dropped before.
    if (message === undefined) return undefined;
    try {
      take(message, chunk);
    } catch (thrown) {
      this.#forget(chunk.stream);
      throw new JoinError(message.head, FaultError.wrap(thrown));
    }
    if (message.next < message.total) return undefined;
    this.#forget(chunk.stream);
    return { json: new TextDecoder().decode(message.bytes), route: message.route };
  }

  #begin(chunk: Chunk): Partial {
    const { stream, total, size, route = "" } = chunk;
    const before = this.#partial.get(stream);
    if (before !== undefined) {
      this.#forget(stream);
      throw new JoinError(before.head, misfit("a message began twice under one stream number"));
    }
    const head = peekHead(chunk.data);
    try {
      if (!isCount(size) || !isCount(total) || total > size) throw misfit("the sizes of the pieces make no sense");
      const limit = this.#admit(head, route);
      if (size > limit) throw tooLarge(`A message of ${size} bytes is too long for ${route}: the limit is ${limit}.`);
      if (this.#partial.size >= MaxPartial || this.#held + size > MaxPartialBytes) {
        throw tooLarge("Too many long messages are half sent on this link.");
      }
    } catch (thrown) {
      throw new JoinError(head, FaultError.wrap(thrown));
    }
    const message = { head, route, total, bytes: new Uint8Array(size), filled: 0, next: 0 };
    this.#partial.set(stream, message);
    this.#held += size;
    return message;
  }

  #forget(stream: number): void {
    const message = this.#partial.get(stream);
    if (message === undefined) return;
    this.#held -= message.bytes.length;
    this.#partial.delete(stream);
  }
}

function take(message: Partial, chunk: Chunk): void {
  const data = fromBase64(chunk.data);
  const filled = message.filled + data.length;
  const last = chunk.number === message.total - 1;
  if (chunk.number !== message.next) throw misfit(`piece ${chunk.number} came where ${message.next} belongs`);
  if (chunk.total !== message.total || chunk.size !== message.bytes.length) throw misfit("pieces state different sizes");
  if (data.length === 0) throw misfit("a piece is empty");
  if (last ? filled !== message.bytes.length : filled > message.bytes.length) {
    throw misfit("the pieces do not add up to the stated size");
  }
  message.bytes.set(data, message.filled);
  message.filled = filled;
  message.next++;
}

// Both sides write the id and the method first, so that the first piece shows them.
const headBytes = 510;
const headPattern = /^\{"jsonrpc":"2\.0"(?:,"id":("(?:[^"\\]|\\.)*"|-?\d+))?(?:,"method":"([^"\\]*)")?/;

function peekHead(data: string): Head {
  const [, id, method] = headPattern.exec(peek(data)) ?? [];
  const parsed: unknown = id === undefined ? undefined : JSON.parse(id);
  return {
    ...(typeof parsed === "string" || typeof parsed === "number" ? { id: parsed } : {}),
    ...(method === undefined ? {} : { method }),
  };
}

function peek(data: string): string {
  try {
    return new TextDecoder().decode(fromBase64(data.slice(0, (headBytes / 3) * 4)));
  } catch {
    return "";
  }
}

function isCount(n: number): boolean {
  return Number.isInteger(n) && n > 0;
}

function misfit(message: string): FaultError {
  return new FaultError("invalid_request", message);
}

function tooLarge(message: string): FaultError {
  return new FaultError("too_large", message, "Ask for less at a time, or pass large bytes by their blob id.");
}

// String.fromCharCode takes its arguments from the stack, hence the steps. Reflect.apply, because a spread walks over the
// bytes one by one: 9 ms for a piece instead of 1.
const step = 0x2000;

function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let i = 0; i < bytes.length; i += step) {
    binary += String(Reflect.apply(String.fromCharCode, undefined, bytes.subarray(i, i + step)));
  }
  return btoa(binary);
}

function fromBase64(text: string): Uint8Array {
  let binary: string;
  try {
    binary = atob(text);
  } catch {
    throw misfit("a piece is no base64");
  }
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
