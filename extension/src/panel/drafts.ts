// What a person has written and attached and not sent, of each chat its own. It is kept while they write, so that it is there
// again however the panel ended: closed, crashed, or taken away by a new build of the extension.
//
// Every panel writes to a slot of its own, which says of what chat it is, and holds it by a lock of the browser's, which ends
// with the panel or when the chat is left. One that comes to a chat takes up its newest slot that nobody holds; so panels of two
// windows never write over each other.

import type { Block } from "@protocol/chat.gen";
import { isObject } from "../wire";

export interface Unsent {
  text: string;
  /** What is attached, as it is stored already. */
  files: readonly Block[];
  /** Of a message that was sent and may have arrived: while it is unchanged the same nonce goes with it, so that it is done once. */
  nonce?: string | undefined;
  /** Of one that comes back: the chat that it was written in; the open one where it is not said. */
  chat?: string;
}

/** The nonce of what was sent before, where this is the same message. */
export function nonceOf(before: Unsent | null, text: string, files: readonly Block[]): string | undefined {
  const same = before !== null && before.text === text && before.files.length === files.length;
  return same && before.files.every((f, i) => f.blob === files[i]?.blob) ? before.nonce : undefined;
}

/** Where the composer keeps what is not sent. A chat is its conversation's id; empty for one that has not begun. */
export interface Draft {
  /** Comes to a chat, and leaves the one before: resolves to what was left there. */
  enter(chat: string): Promise<Unsent>;
  /** Keeps it for the chat that was entered last. */
  save(unsent: Unsent): void;
  /** The chat that was entered last has another id: it has begun, or is gone. */
  renamed(chat: string): void;
  /** Something comes back to a chat that is not open: it is there when that is entered. */
  add(chat: string, unsent: Unsent): void;
}

/** Ends a lock; resolves when others can have it. */
type Release = () => Promise<void>;

/** Takes a lock for as long as this page lives, or until it is released; null where another has it. */
export type Hold = (name: string) => Promise<Release | null>;

const prefix = "margay.draft.";
/** The chats that were deleted and can be brought back, each with the time until which. */
const deletedKey = "margay.drafts.deleted";
/** What was written longest ago goes, when there is more. */
const mostSlots = 20;
const mostCharacters = 1_000_000;

interface Parts {
  kept: Storage;
  hold: Hold;
  /** What the names of this panel's slots begin with. */
  id: string;
  now: () => number;
}

/** Where this panel writes now. */
interface Place {
  name: string;
  chat: string;
  release: Release | null;
}

export class Drafts implements Draft {
  readonly #o: Parts;
  #here: Place;
  #names = 0;
  // One after the other: a slot that is left is free before the next is looked for.
  #turn: Promise<unknown> = Promise.resolve();

  constructor(parts: Parts) {
    this.#o = parts;
    this.#here = this.#fresh("");
  }

  enter(chat: string): Promise<Unsent> {
    const left = this.#here;
    const here = this.#fresh(chat);
    // What is saved from now on is of this chat.
    this.#here = here;
    return this.#inTurn(() => this.#arrive(left, here), nothing);
  }

  save(unsent: Unsent): void {
    this.#write(this.#here, unsent);
  }

  renamed(chat: string): void {
    this.#here.chat = chat;
  }

  add(chat: string, unsent: Unsent): void {
    const place = this.#fresh(chat);
    this.#write(place, unsent);
    void this.#inTurn(() => this.#join(place, unsent), undefined);
  }

  /** A chat was deleted: what was written in it goes when it can be brought back no more. */
  forget(chat: string, until: string): void {
    this.#setDeleted(this.#deleted().set(chat, Date.parse(until)));
  }

  /** It is back. */
  restore(chat: string): void {
    const deleted = this.#deleted();
    if (deleted.delete(chat)) this.#setDeleted(deleted);
  }

  async #arrive(left: Place, here: Place): Promise<Unsent> {
    await left.release?.();
    here.release = await this.#o.hold(here.name);
    await this.#tidy();
    const found = await this.#take(here.chat, here.name);
    if (found === null) return nothing;
    // Somebody who has gone on meanwhile leaves it to the next.
    if (this.#here !== here) {
      await found.release();
      return nothing;
    }
    // What was written here until now the composer joins with it.
    this.#o.kept.removeItem(here.name);
    await here.release?.();
    here.name = found.slot.name;
    here.release = found.release;
    return found.slot.unsent;
  }

  // One slot for each chat, as far as nobody holds it: what was written first stands first.
  async #join(place: Place, unsent: Unsent): Promise<void> {
    const release = await this.#o.hold(place.name);
    if (release === null) return;
    const found = await this.#take(place.chat, place.name);
    if (found !== null) {
      const { text, files } = found.slot.unsent;
      const words = [unsent.text, text].filter((t) => t.trim() !== "").join("\n\n");
      this.#write({ name: found.slot.name, chat: place.chat }, { text: words, files: [...unsent.files, ...files] });
      this.#o.kept.removeItem(place.name);
      await found.release();
    }
    await release();
  }

  // The newest slot of a chat that nobody holds. One of an earlier version names no chat: it is of the first that is entered.
  async #take(chat: string, but: string): Promise<{ slot: Slot; release: Release } | null> {
    if (this.#deleted().has(chat)) return null;
    for (const { name, chat: of = chat } of this.#slots()) {
      const release = name === but || of !== chat ? null : await this.#o.hold(name);
      // Read again: it was written until it was let go.
      if (release !== null) return { slot: slotOf(name, this.#o.kept.getItem(name)), release };
    }
    return null;
  }

  // What is too old, beyond what is kept, or of a chat that is gone for good. What a living panel holds stays.
  async #tidy(): Promise<void> {
    const { kept, hold, now } = this.#o;
    const deleted = this.#deleted();
    const over = [...deleted].flatMap(([chat, until]) => (until <= now() ? [chat] : []));
    let characters = 0;
    for (const [i, { name, chat, unsent }] of this.#slots().entries()) {
      characters += unsent.text.length;
      const stays = i < mostSlots && (i === 0 || characters <= mostCharacters) && !(chat !== undefined && over.includes(chat));
      const release = stays || name === this.#here.name ? null : await hold(name);
      if (release === null) continue;
      kept.removeItem(name);
      await release();
    }
    for (const chat of over) if (!this.#slots().some((s) => s.chat === chat)) this.restore(chat);
  }

  #slots(): readonly Slot[] {
    const { kept } = this.#o;
    const names = Array.from({ length: kept.length }, (_, i) => kept.key(i) ?? "").filter((name) => name.startsWith(prefix));
    return names.map((name) => slotOf(name, kept.getItem(name))).toSorted((a, b) => b.at - a.at);
  }

  #write({ name, chat }: Pick<Place, "name" | "chat">, { text, files, nonce }: Unsent): void {
    const { kept, now } = this.#o;
    if (text.trim() === "" && files.length === 0) return kept.removeItem(name);
    try {
      kept.setItem(name, JSON.stringify({ chat, text, files, nonce, at: now() }));
    } catch (error) {
      // Full: then it lives as long as it is shown.
      console.warn("draft:", error);
    }
  }

  #fresh(chat: string): Place {
    return { name: `${prefix}${this.#o.id}.${++this.#names}`, chat, release: null };
  }

  #inTurn<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
    const done = this.#turn.then(work).catch((error: unknown) => {
      console.warn("draft:", error);
      return otherwise;
    });
    this.#turn = done;
    return done;
  }

  #deleted(): Map<string, number> {
    const value = parsed(this.#o.kept.getItem(deletedKey));
    if (!isObject(value)) return new Map();
    return new Map(Object.entries(value).flatMap(([chat, until]) => (typeof until === "number" ? [[chat, until]] : [])));
  }

  #setDeleted(deleted: ReadonlyMap<string, number>): void {
    const { kept } = this.#o;
    if (deleted.size === 0) return kept.removeItem(deletedKey);
    try {
      kept.setItem(deletedKey, JSON.stringify(Object.fromEntries(deleted)));
    } catch (error) {
      // Full: then it stays until newer ones take its place.
      console.warn("draft:", error);
    }
  }
}

interface Slot {
  name: string;
  /** Not known of one that an earlier version wrote. */
  chat: string | undefined;
  at: number;
  unsent: Unsent;
}

const nothing: Unsent = { text: "", files: [] };

function slotOf(name: string, kept: string | null): Slot {
  const value = parsed(kept);
  if (!isObject(value) || typeof value["text"] !== "string") return { name, chat: undefined, at: 0, unsent: nothing };
  const { text, at, files, nonce, chat } = value;
  const blocks = Array.isArray(files) ? files.flatMap((f: unknown) => blockOf(f) ?? []) : [];
  return {
    name,
    chat: typeof chat === "string" ? chat : undefined,
    at: typeof at === "number" ? at : 0,
    unsent: { text, files: blocks, ...(typeof nonce === "string" ? { nonce } : {}) },
  };
}

function parsed(kept: string | null): unknown {
  try {
    return JSON.parse(kept ?? "null");
  } catch {
    return null;
  }
}

function blockOf(value: unknown): Block | null {
  if (!isObject(value) || typeof value["blob"] !== "string") return null;
  const { blob, type, name, mimeType, size, excerpt, encoding } = value;
  if (type !== "image" && type !== "file") return null;
  return {
    type,
    blob,
    ...(typeof name === "string" ? { name } : {}),
    ...(typeof mimeType === "string" ? { mimeType } : {}),
    ...(typeof size === "number" ? { size } : {}),
    ...excerptOf(excerpt),
    ...(typeof encoding === "string" ? { encoding } : {}),
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
    new Promise((resolve, reject) => {
      let end: () => void = () => undefined;
      const released = new Promise<void>((done) => (end = done));
      const over = locks.request(name, { ifAvailable: true }, (lock) => {
        const release = async () => {
          end();
          await over;
        };
        resolve(lock === null ? null : release);
        return lock === null ? undefined : released;
      });
      over.catch(reject);
    });
}
