// The list of conversations: paged, searched by title, renamed, deleted and brought back. It has a state of its own,
// because it outlives what is open in the panel.
//
// Of two questions under way only the last one's answer counts; an answer never brings back what was searched before. What can
// be brought back is the program's to say: it outlives the panel and the program.

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
  /** What can be brought back, deleted last first. */
  deleted: readonly Deleted[];
  problem: Problem | null;
  /** There is no conversation at all; null until that is known. */
  none: boolean | null;
}

interface Deleted {
  conversation: Conversation;
  until: string;
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
  /** A conversation was deleted, and can be brought back until then. */
  deleted?: (conversation: string, until: string) => void;
  /** One that was deleted is back. */
  restored?: (conversation: string) => void;
  /** Something was renamed, deleted or brought back here: lists of other windows hold it as it was. */
  changed?: () => void;
  now?: () => number;
}

const emptyState: ChatsState = {
  search: "", items: null, next: "", loading: false, runs: [], deleted: [], problem: null, none: null,
};

export class Chats {
  readonly state = new Observable<ChatsState>(emptyState);
  readonly #o: ChatsOptions;
  // Those that are being deleted or brought back.
  readonly #changing = new Set<string>();
  // Those whose deletion the person has let stand.
  readonly #declined = new Set<string>();
  // Those that were open when they were deleted here.
  readonly #wereOpen = new Set<string>();
  #asked = 0;
  // How often something was deleted or brought back here: an answer that was asked for before does not know of it.
  #changes = 0;
  #shown = false;
  // Why the list was last not read.
  #unread: Problem | null = null;

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
    this.#shown = true;
    this.#change({ search: "", items: null, next: "", problem: null });
    await Promise.all([this.#load(), this.#readDeleted()]);
  }

  /** Nobody looks at the list any more. */
  hide(): void {
    this.#shown = false;
  }

  /** The link is there again: what it swallowed is asked for anew. What the person pressed meanwhile is not done, which stays said. */
  async back(): Promise<void> {
    const { problem } = this.state.value;
    if (problem?.kind === "unanswered" && problem === this.#unread) this.#change({ problem: null });
    if (this.#shown) await Promise.all([this.#load(), this.#readDeleted()]);
  }

  /** Somebody else may have changed it: what is listed is read anew and stays until then. */
  async again(): Promise<void> {
    const { items, loading } = this.state.value;
    if (!this.#shown || items === null || loading) return;
    await Promise.all([this.#load(Math.max(pageSize, items.length)), this.#readDeleted()]);
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
      this.#o.changed?.();
    });
  }

  /** True where it is deleted. One that is being deleted already is not asked for again. */
  async remove(conversation: Conversation): Promise<boolean> {
    const { id } = conversation;
    return this.#alone(id, async () => {
      const { until } = await this.#o.client.call("conversation.delete", { conversation: id });
      this.#o.deleted?.(id, until);
      this.#declined.delete(id);
      const wasOpen = this.#o.current() === id;
      if (wasOpen) this.#wereOpen.add(id);
      this.#changes++;
      const deleted = [{ conversation, until }, ...this.#without(id)];
      this.#change({ items: this.#items().filter((c) => c.id !== id), deleted, problem: null });
      if (wasOpen) this.#o.closed();
      this.#o.changed?.();
      // A list that was asked for before holds it still.
      if (this.state.value.loading) void this.#load();
    });
  }

  /** Brings back what was deleted; true where it is back. One that is being brought back already is not asked for again. */
  async undo(id: string): Promise<boolean> {
    return this.#alone(id, async () => {
      try {
        const conversation = await this.#o.client.call("conversation.restore", { conversation: id });
        this.#o.restored?.(id);
        this.#o.changed?.();
        await this.#putBack(conversation);
      } catch (error) {
        if (problemOf(error).kind === "not_found") this.#settle(id); // too late; anything else can be tried again
        throw error;
      }
      if (this.#wereOpen.delete(id) && this.#o.current() === null) this.#o.reopened(id);
    });
  }

  /** Lets go of what can be brought back no more. */
  lapse(): void {
    const now = (this.#o.now ?? Date.now)();
    const deleted = this.state.value.deleted.filter((d) => Date.parse(d.until) > now);
    if (deleted.length < this.state.value.deleted.length) this.#change({ deleted });
  }

  /** Takes the offer to undo one deletion away, while the list is shown: it stands. */
  letGo(id: string): void {
    this.#declined.add(id);
    this.#change({ deleted: this.#without(id) });
  }

  /** Puts away what went wrong. */
  dismiss(): void {
    this.#change({ problem: null });
  }

  // The offer for another one, deleted meanwhile perhaps, stands.
  #settle(id: string): void {
    this.#changes++;
    this.#change({ deleted: this.#without(id), problem: null });
  }

  // In its place among those that are there, so that nothing jumps; a search is asked anew whether it finds it.
  async #putBack(conversation: Conversation): Promise<void> {
    this.#settle(conversation.id);
    const { search, loading, items, next } = this.state.value;
    if (search.trim() !== "" || loading || items === null) return this.#load();
    const others = items.filter((c) => c.id !== conversation.id);
    const at = others.findIndex((c) => Date.parse(c.updatedAt) < Date.parse(conversation.updatedAt));
    if (at >= 0) this.#change({ items: others.toSpliced(at, 0, conversation) });
    else if (next === "") this.#change({ items: [...others, conversation] });
    // Else it comes with the page that it is on.
  }

  async #readDeleted(): Promise<void> {
    const changes = this.#changes;
    try {
      const { conversations } = await this.#o.client.call("conversation.deleted", {});
      if (changes === this.#changes) this.#change({ deleted: conversations.filter((d) => !this.#declined.has(d.conversation.id)) });
      else await this.#readDeleted();
    } catch {
      // What was deleted here is known without; a program of an earlier version tells no more.
    }
  }

  // One thing at a time with each conversation; true where it was done.
  async #alone(id: string, work: () => Promise<void>): Promise<boolean> {
    if (this.#changing.has(id)) return false;
    this.#changing.add(id);
    const done = await this.#guard(work);
    this.#changing.delete(id);
    return done;
  }

  #without(id: string): Deleted[] {
    return this.state.value.deleted.filter((d) => d.conversation.id !== id);
  }

  // Where it fails nothing is listed: what is there was found by other words.
  async #load(limit = pageSize): Promise<void> {
    const { search } = this.state.value;
    await this.#ask(
      async () => {
        const [page, live] = await Promise.all([
          this.#o.client.call("conversation.list", { search, limit }),
          this.#o.client.call("run.list", {}),
        ]);
        return { items: page.conversations, next: page.next ?? "", runs: live.runs };
      },
      { items: null, next: "" },
    );
  }

  async #ask(question: () => Promise<Partial<ChatsState>>, without: Partial<ChatsState> = {}): Promise<void> {
    const number = ++this.#asked;
    this.#change({ loading: true });
    try {
      const answer = await question();
      if (number === this.#asked) this.#change({ ...answer, loading: false });
    } catch (error) {
      if (number !== this.#asked) return;
      this.#unread = problemOf(error);
      this.#change({ ...without, problem: this.#unread, loading: false });
    }
  }

  // What changed in between is read again, so that the next try begins from what there is.
  async #guard(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      const problem = problemOf(error);
      if (problem.kind === "conflict" || problem.kind === "not_found") await this.#load();
      this.#change({ problem });
      return false;
    }
  }

  #items(): readonly Conversation[] {
    return this.state.value.items ?? [];
  }

  #change(part: Partial<ChatsState>): void {
    this.state.set({ ...this.state.value, ...part });
  }
}
