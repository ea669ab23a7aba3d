// The files that go with the next message. Each is read, sent to the daemon (blob.write) and stored there before the
// message is sent; what the message carries is the block that the daemon answers with.

import type { Block } from "@protocol/chat.gen";
import { FaultError } from "../wire";
import { Observable } from "../ui/observable";
import type { Client } from "./client";
import type { UnstoredNames } from "./unstored";

export const mostFiles = 10;
export const longestFile = 20 << 20;
/** What the file dialogue offers; what a file is follows from its bytes, which the daemon looks at. */
export const accepted =
  "image/png,image/jpeg,image/gif,image/webp,application/pdf,text/*,application/json,.md,.csv,.log,.yaml,.yml,.toml,.xml";

/** Why a file does not go along; the words stand in strings.files. */
export type FileTrouble =
  | { kind: "tooLarge" | "empty" | "unreadable" | "noLink" | "notServed" | "gone" | "left" }
  /** What the daemon said: it alone has looked into the file. */
  | { kind: "unsupported" | "refused"; words: string };

export interface Attached {
  key: number;
  name: string;
  size: number;
  state: "reading" | "sending" | "storing" | "ready" | "failed";
  /** Of reading and sending, from 0 to 1. */
  progress: number;
  trouble: FileTrouble | null;
  block: Block | null;
  /** The file itself, for a preview of images; null where only the block is known, or the name. */
  file: Blob | null;
}

export interface FilesState {
  items: readonly Attached[];
  /** The names of those that were given beyond what goes with a message. */
  tooMany: readonly string[];
}

export class Attachments {
  readonly state = new Observable<FilesState>({ items: [], tooMany: [] });
  readonly #client: Pick<Client, "call">;
  readonly #unstored: UnstoredNames;
  readonly #aborts = new Map<number, AbortController>();
  // What is not stored of a chat that was left: it goes on meanwhile.
  readonly #aside = new Map<string, readonly Attached[]>();
  #turn: Promise<void> = Promise.resolve();
  #last = 0;

  constructor(client: Pick<Client, "call">, unstored: UnstoredNames = noNames) {
    this.#client = client;
    this.#unstored = unstored;
  }

  /** Takes files as far as there is room, in place of those of their names that failed; resolves when each of them is stored or refused. */
  async add(files: readonly File[], pasted: string): Promise<void> {
    // What does not go along takes no place; what waits for the link does.
    let room = mostFiles - this.state.value.items.filter((f) => !isOver(f)).length;
    const fresh: Attached[] = [];
    const tooMany: string[] = [];
    for (const file of files) {
      const item = this.#begin(file, pasted);
      if (item.state === "failed" || room > 0) fresh.push(item);
      else tooMany.push(item.name);
      if (item.state !== "failed") room--;
    }
    const again = new Set(fresh.map((f) => f.name));
    // The pictures of the clipboard all have one name: another one is not the same again.
    const another = (f: Attached) => f.name === pasted && f.file !== null;
    const others = this.state.value.items.filter((f) => !isOver(f) || !again.has(f.name) || another(f));
    this.state.set({ items: [...others, ...fresh], tooMany });
    await this.#storeAll(fresh);
  }

  /**
   * Looks after a lost link whether all of it is stored still, and stores again what is not: a program that was started anew
   * forgets files that no message named. What only the program had is gone then, and says so.
   */
  async look(): Promise<void> {
    const before = this.state.value.items;
    const lost: Attached[] = [];
    for (const item of before) {
      if (lostLink(item) || (item.state === "ready" && !(await this.#isThere(item)))) lost.push(item);
    }
    for (const { key, file } of lost) {
      const again: Partial<Attached> = { state: "reading", progress: 0, trouble: null, block: null };
      this.#change(key, file === null ? { state: "failed", trouble: { kind: "gone" }, block: null } : again);
    }
    await this.#storeAll(this.state.value.items.filter((f) => lost.some((l) => l.key === f.key) && f.state === "reading"));
  }

  remove(key: number): void {
    this.#aborts.get(key)?.abort();
    this.state.set({ items: this.state.value.items.filter((f) => f.key !== key), tooMany: [] });
  }

  /** What is stored already. */
  ready(): Block[] {
    return this.state.value.items.flatMap((f) => (f.block === null ? [] : [f.block]));
  }

  /**
   * The blocks to send. What was not taken stays with its reason, until it is removed; a name that an earlier panel left is over
   * with the message. For what did not fit in beside them it is now the time to be sent.
   */
  take(): Block[] {
    const blocks = this.ready();
    for (const { key } of this.state.value.items) this.#aborts.get(key)?.abort();
    const { items, tooMany } = this.state.value;
    this.state.set({
      items: items.filter((f) => f.state === "failed" && f.trouble?.kind !== "left"),
      tooMany: blocks.length === 0 ? [] : tooMany,
    });
    return blocks;
  }

  /** Goes to another chat. What is stored is kept with the words of the one that is left; the rest is put aside here. */
  go(from: string, to: string): void {
    const rest = this.state.value.items.filter((f) => f.state !== "ready");
    if (rest.length > 0) this.#aside.set(from, [...(this.#aside.get(from) ?? []), ...rest]);
    const items = this.#aside.get(to) ?? [];
    this.#aside.delete(to);
    this.state.set({ items, tooMany: [] });
    // The link may have been lost and found meanwhile.
    if (items.some(lostLink)) void this.look();
  }

  /** Keeps the names of what is not stored, in the open chat. */
  keep(chat: string): void {
    // Those that wait there already, where what is open goes to a chat that was left.
    const all = [...(this.#aside.get(chat) ?? []), ...this.state.value.items];
    const open = all.filter((f) => isUnderWay(f) || lostLink(f) || f.trouble?.kind === "left");
    this.#unstored.keep(chat, open.map((f) => f.name));
  }

  /** The chat that is open has another id. */
  renamed(from: string, to: string): void {
    this.#unstored.keep(from, []);
    this.keep(to);
  }

  /** Names what was attached in a chat and not stored when an earlier panel ended. */
  async recall(chat: string, isOpen: () => boolean): Promise<void> {
    await this.#unstored.recall(chat, (names) => {
      if (!isOpen()) return false;
      const left = names.map((name): Attached => ({
        key: ++this.#last, name, size: 0, state: "failed", progress: 0, trouble: { kind: "left" }, block: null, file: null,
      }));
      this.state.set({ ...this.state.value, items: [...left, ...this.state.value.items] });
      return true;
    });
  }

  /** Puts blocks of a message that was not sent back, before what was attached since. */
  put(blocks: readonly Block[]): void {
    if (blocks.length === 0) return;
    const back = blocks.map((block): Attached => ({
      key: ++this.#last, name: block.name ?? "", size: block.size ?? 0, state: "ready", progress: 1, trouble: null, block, file: null,
    }));
    this.state.set({ ...this.state.value, items: [...back, ...this.state.value.items] });
  }

  #begin(file: File, pasted: string): Attached {
    const trouble: FileTrouble | null =
      file.size > longestFile ? { kind: "tooLarge" } : file.size === 0 ? { kind: "empty" } : null;
    // An image from the clipboard has a name that says nothing.
    const name = file.name === "" || /^image\.\w+$/.test(file.name) ? pasted : file.name;
    const state = trouble === null ? "reading" : "failed";
    return { key: ++this.#last, name, size: file.size, state, progress: 0, trouble, block: null, file };
  }

  // One after the other: a link joins only so much at a time.
  async #storeAll(items: readonly Attached[]): Promise<void> {
    this.#turn = this.#turn.then(async () => {
      for (const item of items) await this.#store(item);
    });
    await this.#turn;
  }

  // Whoever cannot tell takes it for stored: sending says more.
  async #isThere({ block }: Attached): Promise<boolean> {
    try {
      await this.#client.call("blob.read", { blob: block?.blob ?? "", limit: 1 });
      return true;
    } catch (error) {
      return !(error instanceof FaultError && error.reason === "not_found");
    }
  }

  async #store({ key, name, trouble, file }: Attached): Promise<void> {
    if (file === null || trouble !== null || !this.#has(key)) return;
    const abort = new AbortController();
    this.#aborts.set(key, abort);
    try {
      const data = await readBase64(file, (share) => this.#change(key, { progress: share / 4 }), abort.signal);
      this.#change(key, { state: "sending" });
      // What has left may be told after the answer has come.
      let answered = false;
      const progress = (share: number) => {
        if (!answered) this.#change(key, { progress: 0.25 + share * 0.75, ...(share === 1 ? { state: "storing" } : {}) });
      };
      const params = { name, mimeType: file.type, data };
      const block = await this.#client.call("blob.write", params, { signal: abort.signal, progress }).finally(() => (answered = true));
      this.#change(key, { state: "ready", progress: 1, block });
    } catch (error) {
      this.#change(key, { state: "failed", trouble: troubleOf(error) });
    } finally {
      this.#aborts.delete(key);
    }
  }

  #has(key: number): boolean {
    return [this.state.value.items, ...this.#aside.values()].some((items) => items.some((f) => f.key === key));
  }

  #change(key: number, part: Partial<Attached>): void {
    const changed = (items: readonly Attached[]) => items.map((f) => (f.key === key ? { ...f, ...part } : f));
    const { items, tooMany } = this.state.value;
    if (items.some((f) => f.key === key)) this.state.set({ items: changed(items), tooMany });
    else for (const [chat, aside] of this.#aside) this.#aside.set(chat, changed(aside));
  }
}

const noNames: UnstoredNames = { recall: () => Promise.resolve(), keep: () => undefined };

/** Some file is still on its way: the message has to wait for it. */
export function underWay({ items }: FilesState): boolean {
  return items.some(isUnderWay);
}

/** The names of those that are still on their way, or will be when there is a link again. */
export function awaited({ items }: FilesState): string[] {
  return items.filter((f) => isUnderWay(f) || lostLink(f)).map((f) => f.name);
}

/** It was not stored because the link was lost: it is tried again with the next. */
export function lostLink({ trouble }: Attached): boolean {
  return trouble?.kind === "noLink";
}

/** It does not go along; one whose link was lost still does. */
export function isOver(file: Attached): boolean {
  return file.state === "failed" && !lostLink(file);
}

function isUnderWay({ state }: Attached): boolean {
  return state === "reading" || state === "sending" || state === "storing";
}

function troubleOf(error: unknown): FileTrouble {
  if (!(error instanceof FaultError)) return { kind: "unreadable" };
  const words = `${error.message} ${error.next ?? ""}`.trim();
  switch (error.reason) {
    case "unsupported":
      return { kind: "unsupported", words };
    case "too_large":
      return { kind: "tooLarge" };
    case "closed":
      return { kind: "noLink" };
    case "method_not_found":
      return { kind: "notServed" };
    default:
      return { kind: "refused", words };
  }
}

// By FileReader, because it makes base64 off the main thread and says how far it is.
function readBase64(file: Blob, progress: (share: number) => void, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onprogress = ({ loaded, total }) => progress(total === 0 ? 1 : loaded / total);
    reader.onload = () => {
      const { result } = reader;
      resolve(typeof result === "string" ? result.slice(result.indexOf(",") + 1) : "");
    };
    reader.onerror = () => reject(new Error("the file could not be read"));
    signal.addEventListener("abort", () => {
      reader.abort();
      reject(new FaultError("cancelled", "the file was removed"));
    });
    reader.readAsDataURL(file);
  });
}
