// The list of conversations: paged, searched by title, renamed, deleted and brought back. It has a state of its own,
// because it outlives what is open in the panel.
//
// Of two questions under way only the last one's answer counts; an answer never brings back what was searched before.

import type { Conversation, Run } from "@protocol/chat.gen";
import { Observable } from "../ui/observable";
import { type Problem, problemOf } from "../ui/problem";
import type { Client } from "./client";

const pageSize = 50;

export interface ChatsState {
  search: string;
  /** Null until the first page is there. */
  items: readonly Conversation[] | null;
  /** The cursor of the next page; empty when there is none. */
  next: string;
  loading: boolean;
  /** Runs that have not ended, of any conversation. */
  runs: readonly Run[];
  /** The conversation deleted last, while it can be brought back. */
  deleted: Deleted | null;
  problem: Problem | null;
  /** There is no conversation at all; null until that is known. */
  none: boolean | null;
}

interface Deleted {
  conversation: Conversation;
  /** It was open when it was deleted. */
  wasOpen: boolean;
}

interface ChatsOptions {
  client: Pick<Client, "call">;
  /** The conversation that is open. */
  current: () => string | null;
  renamed: (conversation: Conversation) => void;
  /** The open conversation was deleted. */
  closed: () => void;
  /** A conversation that was open when it was deleted is back. */
  reopened: (conversation: string) => void;
}

const emptyState: ChatsState = {
  search: "", items: null, next: "", loading: false, runs: [], deleted: null, problem: null, none: null,
};

export class Chats {
  readonly state = new Observable<ChatsState>(emptyState);
  readonly #o: ChatsOptions;
  // Those that are being deleted or brought back.
  readonly #changing = new Set<string>();
  #asked = 0;

  constructor(options: ChatsOptions) {
    this.#o = options;
  }

  /** Looks whether there is any conversation. */
  async look(): Promise<void> {
    try {
      const page = await this.#o.client.call("conversation.list", { limit: 1 });
      this.#change({ none: page.conversations.length === 0 });
    } catch {
      // A new chat then shows no first steps; nothing else depends on it.
    }
  }

  /** Reads the list anew, for a person who opens it. */
  async show(): Promise<void> {
    this.#change({ search: "", items: null, next: "", problem: null });
    await this.#load();
  }

  async find(search: string): Promise<void> {
    this.#change({ search });
    await this.#load();
  }

  async more(): Promise<void> {
    const { next, loading, search, items } = this.state.value;
    if (next === "" || loading || items === null) return;
    await this.#ask(async () => {
      const page = await this.#o.client.call("conversation.list", { before: next, search, limit: pageSize });
      const now = this.#items(); // renamed or deleted meanwhile, perhaps
      const known = new Set(now.map((c) => c.id));
      return { items: [...now, ...page.conversations.filter((c) => !known.has(c.id))], next: page.next ?? "" };
    });
  }

  async rename(conversation: Conversation, title: string): Promise<void> {
    const words = title.trim();
    if (words === "" || words === conversation.title) return;
    await this.#guard(async () => {
      const { id, revision } = conversation;
      const renamed = await this.#o.client.call("conversation.rename", { conversation: id, title: words, revision });
      this.#change({ items: this.#items().map((c) => (c.id === id ? renamed : c)), problem: null });
      this.#o.renamed(renamed);
    });
  }

  /** True where it is deleted. One that is being deleted already is not asked for again. */
  async remove(conversation: Conversation): Promise<boolean> {
    const { id } = conversation;
    if (this.#changing.has(id)) return false;
    this.#changing.add(id);
    await this.#guard(async () => {
      await this.#o.client.call("conversation.delete", { conversation: id });
      const wasOpen = this.#o.current() === id;
      this.#change({ items: this.#items().filter((c) => c.id !== id), deleted: { conversation, wasOpen }, problem: null });
      if (wasOpen) this.#o.closed();
      // A list that was asked for before holds it still.
      if (this.state.value.loading) void this.#load();
    });
    this.#changing.delete(id);
    return this.state.value.deleted?.conversation.id === id;
  }

  /** Brings back what was deleted last. One that is being brought back already is not asked for again. */
  async undo(): Promise<void> {
    const { deleted } = this.state.value;
    if (deleted === null) return;
    const { id } = deleted.conversation;
    if (this.#changing.has(id)) return;
    this.#changing.add(id);
    // Another one may have been deleted meanwhile: that offer stands.
    const settled = () => {
      if (this.state.value.deleted === deleted) this.#change({ deleted: null });
    };
    await this.#guard(async () => {
      try {
        await this.#o.client.call("conversation.restore", { conversation: id });
      } catch (error) {
        if (problemOf(error).kind === "not_found") settled(); // too late; anything else can be tried again
        throw error;
      } finally {
        this.#changing.delete(id);
      }
      settled();
      await this.#load();
      if (deleted.wasOpen && this.#o.current() === null) this.#o.reopened(id);
    });
  }

  /** Puts the offer to undo, and what went wrong, away. */
  dismiss(): void {
    this.#change({ deleted: null, problem: null });
  }

  async #load(): Promise<void> {
    const { search } = this.state.value;
    await this.#ask(async () => {
      const [page, live] = await Promise.all([
        this.#o.client.call("conversation.list", { search, limit: pageSize }),
        this.#o.client.call("run.list", {}),
      ]);
      return { items: page.conversations, next: page.next ?? "", runs: live.runs };
    });
  }

  async #ask(question: () => Promise<Partial<ChatsState>>): Promise<void> {
    const number = ++this.#asked;
    this.#change({ loading: true });
    try {
      const answer = await question();
      if (number === this.#asked) this.#change({ ...answer, loading: false });
    } catch (error) {
      if (number === this.#asked) this.#change({ problem: problemOf(error), loading: false });
    }
  }

  // What changed in between is read again, so that the next try begins from what there is.
  async #guard(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const problem = problemOf(error);
      if (problem.kind === "conflict" || problem.kind === "not_found") await this.#load();
      this.#change({ problem });
    }
  }

  #items(): readonly Conversation[] {
    return this.state.value.items ?? [];
  }

  #change(part: Partial<ChatsState>): void {
    this.state.set({ ...this.state.value, ...part });
  }
}
