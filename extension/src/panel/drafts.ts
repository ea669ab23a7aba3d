// What a person has written and attached and not sent. It is kept while they write, so that it is there again however the
// panel ended: closed, crashed, or taken away by a new build of the extension.
//
// Every panel writes to a slot of its own and holds it by a lock of the browser's, which ends with the panel. One that opens
// takes up the newest slot that nobody holds; so panels of two windows never write over each other.

import type { Block } from "@protocol/chat.gen";
import { isObject } from "../wire";

export interface Unsent {
  text: string;
  /** What is attached, as it is stored already. */
  files: readonly Block[];
  /** Of a message that was sent and may have arrived: while it is unchanged the same nonce goes with it, so that it is done once. */
  nonce?: string | undefined;
}

/** The nonce of what was sent before, where this is the same message. */
export function nonceOf(before: Unsent | null, text: string, files: readonly Block[]): string | undefined {
  const same = before !== null && before.text === text && before.files.length === files.length;
  return same && before.files.every((f, i) => f.blob === files[i]?.blob) ? before.nonce : undefined;
}

/** Where the composer keeps what is not sent. */
export interface Draft {
  /** What an earlier panel left; asked once. */
  load(): Promise<Unsent>;
  save(unsent: Unsent): void;
}

/** Takes a lock for as long as this page lives; false where another page has it. */
export type Hold = (name: string) => Promise<boolean>;

const prefix = "margay.draft.";
/** Slots that nobody took up for longest go, when there are more. */
const mostSlots = 10;

interface Parts {
  kept: Storage;
  hold: Hold;
  /** The name of the slot of this panel, where it takes up no other. */
  id: string;
  now: () => number;
}

export class Drafts implements Draft {
  readonly #o: Parts;
  #slot: string;

  constructor(parts: Parts) {
    this.#o = parts;
    this.#slot = prefix + parts.id;
  }

  async load(): Promise<Unsent> {
    const { kept, hold } = this.#o;
    const own = this.#slot;
    await hold(own);
    for (const { name, unsent } of this.#slots()) {
      if (name === own || !(await hold(name))) continue;
      kept.removeItem(own);
      this.#slot = name;
      return unsent;
    }
    return nothing;
  }

  save({ text, files, nonce }: Unsent): void {
    const { kept, now } = this.#o;
    if (text.trim() === "" && files.length === 0) return kept.removeItem(this.#slot);
    try {
      kept.setItem(this.#slot, JSON.stringify({ text, files, nonce, at: now() }));
    } catch (error) {
      // Full: then it lives as long as the panel.
      console.warn("draft:", error);
    }
  }

  // The newest first; what is too old, or no slot of ours, goes.
  #slots(): readonly Slot[] {
    const { kept } = this.#o;
    const names = Array.from({ length: kept.length }, (_, i) => kept.key(i) ?? "").filter((name) => name.startsWith(prefix));
    const read = names.map((name) => slotOf(name, kept.getItem(name)));
    const slots = read.toSorted((a, b) => b.at - a.at);
    for (const { name } of slots.slice(mostSlots)) kept.removeItem(name);
    return slots.slice(0, mostSlots);
  }
}

interface Slot {
  name: string;
  at: number;
  unsent: Unsent;
}

const nothing: Unsent = { text: "", files: [] };

function slotOf(name: string, text: string | null): Slot {
  try {
    const value: unknown = JSON.parse(text ?? "");
    if (!isObject(value) || typeof value["text"] !== "string") return { name, at: 0, unsent: nothing };
    const { text: words, at, files, nonce } = value;
    const blocks = Array.isArray(files) ? files.flatMap((f: unknown) => blockOf(f) ?? []) : [];
    return { name, at: typeof at === "number" ? at : 0, unsent: { text: words, files: blocks, ...(typeof nonce === "string" ? { nonce } : {}) } };
  } catch {
    return { name, at: 0, unsent: nothing };
  }
}

function blockOf(value: unknown): Block | null {
  if (!isObject(value) || typeof value["blob"] !== "string") return null;
  const { blob, type, name, mimeType, size, excerpt } = value;
  if (type !== "image" && type !== "file") return null;
  return {
    type,
    blob,
    ...(typeof name === "string" ? { name } : {}),
    ...(typeof mimeType === "string" ? { mimeType } : {}),
    ...(typeof size === "number" ? { size } : {}),
    ...excerptOf(excerpt),
  };
}

function excerptOf(value: unknown): Pick<Block, "excerpt"> {
  if (!isObject(value)) return {};
  const { characters, ofCharacters, pages = 0, ofPages = 0 } = value;
  const whole = typeof characters === "number" && typeof ofCharacters === "number" && typeof pages === "number" && typeof ofPages === "number";
  return whole ? { excerpt: { characters, ofCharacters, pages, ofPages } } : {};
}

/** Locks of the browser, which ends them with the page however it ends. */
export function browserLocks(locks: LockManager): Hold {
  return (name) =>
    new Promise((resolve) => {
      void locks.request(name, { ifAvailable: true }, (lock) => {
        resolve(lock !== null);
        return lock === null ? undefined : new Promise<void>(() => undefined);
      });
    });
}
