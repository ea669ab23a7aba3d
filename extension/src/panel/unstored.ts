// The names of files that were attached and not stored yet, of each chat. Their bytes end with the panel; who attached them is
// told by name what has to be attached again.
//
// Every panel writes to a slot of its own and holds it by a lock of the browser's, which ends with the panel. The next one takes
// over what is in those that nobody holds; so what is on its way in another window is said to be lost in none.

import { isObject } from "../wire";
import type { Hold } from "./drafts";

export interface UnstoredNames {
  /**
   * Comes to a chat: tells the names of what was not stored in it when an earlier panel ended, where there are some. They stay for
   * the next time unless `take` says that it has them: the chat may have been left meanwhile.
   */
  recall(chat: string, take: (names: readonly string[]) => boolean): Promise<void>;
  /** What is not stored of a chat now. */
  keep(chat: string, names: readonly string[]): void;
}

const prefix = "margay.unstored.";
/** Of the chats that were not looked at since, the oldest go. */
const mostChats = 50;

interface Parts {
  kept: Storage;
  hold: Hold;
  /** What tells this panel from others that are open. */
  id: string;
}

export class Unstored implements UnstoredNames {
  readonly #kept: Storage;
  readonly #hold: Hold;
  readonly #slot: string;
  readonly #held: Promise<unknown>;
  readonly #names = new Map<string, readonly string[]>();
  // What earlier panels left in chats that this one has not come to.
  readonly #left = new Map<string, readonly string[]>();

  constructor({ kept, hold, id }: Parts) {
    this.#kept = kept;
    this.#hold = hold;
    this.#slot = prefix + id;
    this.#held = hold(this.#slot).catch((error: unknown) => console.warn("attachments:", error));
  }

  async recall(chat: string, take: (names: readonly string[]) => boolean): Promise<void> {
    await this.#held;
    for (const [of, names] of await this.#takeOver()) this.#left.set(of, [...(this.#left.get(of) ?? []), ...names]);
    const names = this.#left.get(chat) ?? [];
    if (names.length > 0 && take(names)) this.#left.delete(chat);
    this.#write();
  }

  keep(chat: string, names: readonly string[]): void {
    const before = this.#names.get(chat) ?? [];
    if (before.join("\n") === names.join("\n")) return;
    this.#names.delete(chat);
    if (names.length > 0) this.#names.set(chat, names);
    this.#write();
  }

  // All that panels which have ended left, by chat.
  async #takeOver(): Promise<Map<string, readonly string[]>> {
    const left = new Map<string, readonly string[]>();
    const slots = Array.from({ length: this.#kept.length }, (_, i) => this.#kept.key(i) ?? "");
    for (const slot of slots.filter((name) => name.startsWith(prefix) && name !== this.#slot)) {
      const release = await this.#hold(slot);
      if (release === null) continue;
      for (const [chat, names] of namesIn(this.#kept.getItem(slot))) left.set(chat, [...(left.get(chat) ?? []), ...names]);
      this.#kept.removeItem(slot);
      await release();
    }
    return left;
  }

  #write(): void {
    const all = new Map([...this.#left].slice(-mostChats));
    for (const [chat, names] of this.#names) all.set(chat, [...(all.get(chat) ?? []), ...names]);
    if (all.size === 0) return this.#kept.removeItem(this.#slot);
    try {
      this.#kept.setItem(this.#slot, JSON.stringify(Object.fromEntries(all)));
    } catch (error) {
      // Full: then nobody is told.
      console.warn("attachments:", error);
    }
  }
}

function namesIn(kept: string | null): [string, string[]][] {
  try {
    const value: unknown = JSON.parse(kept ?? "null");
    if (!isObject(value)) return [];
    return Object.entries(value).map(([chat, names]) => [chat, Array.isArray(names) ? names.filter((n): n is string => typeof n === "string") : []]);
  } catch {
    return [];
  }
}
