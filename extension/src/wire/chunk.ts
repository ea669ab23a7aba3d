// Long messages travel in pieces: base64 of the raw bytes of the JSON text, so that a cut may fall inside a character
// without harm. Sizes are counted in bytes of UTF-8, as the other side counts them.

import { ChunkAbove, ChunkBytes, MaxPartial, MaxPartialBytes } from "@protocol/protocol.gen";
import type { Chunk } from "@protocol/protocol.gen";
import { capOf } from "./contract";
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

/** Joins pieces of several messages that come interleaved. */
export class Joiner {
  readonly #partial = new Map<number, { total: number; bytes: Uint8Array; filled: number; next: number }>();
  #held = 0;

  /**
   * Takes a piece; answers the JSON text when it was the last one. Throws a FaultError when the piece breaks the
   * rules, and forgets that message; the other messages go on.
   */
  add(chunk: Chunk): string | undefined {
    const message = chunk.number === 0 ? this.#begin(chunk) : this.#partial.get(chunk.stream);
    // A piece of a message that was refused before: the rest of it is passed over.
    if (message === undefined) return undefined;
    const data = fromBase64(chunk.data);
    if (chunk.number !== message.next || chunk.total !== message.total || !fits(data, message)) {
      this.#forget(chunk.stream);
      throw new FaultError("invalid_request", `piece ${chunk.number} of message ${chunk.stream} does not fit the others`);
    }
    message.bytes.set(data, message.filled);
    message.filled += data.length;
    message.next++;
    if (message.next < message.total) return undefined;
    this.#forget(chunk.stream);
    if (message.filled !== message.bytes.length) {
      throw new FaultError("invalid_request", `message ${chunk.stream} is shorter than its pieces said`);
    }
    return new TextDecoder().decode(message.bytes);
  }

  #begin(chunk: Chunk) {
    this.#forget(chunk.stream);
    const cap = capOf(chunk.route ?? "");
    if (!Number.isInteger(chunk.size) || chunk.size <= 0 || !Number.isInteger(chunk.total) || chunk.total <= 0) {
      throw new FaultError("invalid_request", `message ${chunk.stream} names no size`);
    }
    if (chunk.size > cap) {
      throw new FaultError("too_large", `a message of ${chunk.size} bytes is over the limit of ${cap} for ${chunk.route ?? "it"}`);
    }
    if (this.#partial.size >= MaxPartial || this.#held + chunk.size > MaxPartialBytes) {
      throw new FaultError("too_large", "too many long messages are under way at the same time");
    }
    const message = { total: chunk.total, bytes: new Uint8Array(chunk.size), filled: 0, next: 0 };
    this.#partial.set(chunk.stream, message);
    this.#held += chunk.size;
    return message;
  }

  #forget(stream: number): void {
    const message = this.#partial.get(stream);
    if (message === undefined) return;
    this.#held -= message.bytes.length;
    this.#partial.delete(stream);
  }
}

function fits(data: Uint8Array, message: { bytes: Uint8Array; filled: number }): boolean {
  return message.filled + data.length <= message.bytes.length;
}

// String.fromCharCode takes its arguments from the stack, hence the steps.
const step = 0x8000;

function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let i = 0; i < bytes.length; i += step) binary += String.fromCharCode(...bytes.subarray(i, i + step));
  return btoa(binary);
}

function fromBase64(text: string): Uint8Array {
  let binary: string;
  try {
    binary = atob(text);
  } catch {
    throw new FaultError("invalid_request", "a piece of a message is no base64");
  }
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
