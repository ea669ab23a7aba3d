// What the popup knows: the program's status, and the runs that have not ended, of any browser. No event tells of runs that
// begin elsewhere, so it asks every two seconds; a popup is open for seconds.

import type { Run } from "@protocol/chat.gen";
import type { Status } from "@protocol/client.gen";
import type { Client } from "../panel/client";
import { Observable } from "../ui/observable";
import { type Problem, problemOf } from "../ui/problem";

const everyMs = 2000;
/** Titles of this many conversations are read; a live run is in one that was changed lately. */
const titles = 200;

export interface RunLine {
  run: Run;
  title: string;
  /** The person asked to stop it here. */
  stopping: boolean;
}

export interface PopupState {
  status: Status | null;
  /** Null until it is known. */
  runs: readonly RunLine[] | null;
  problem: Problem | null;
}

export class Runs {
  // Why the person's last step failed.
  #undone: Problem | null = null;
  readonly state = new Observable<PopupState>({ status: null, runs: null, problem: null });
  readonly #client: Pick<Client, "call">;
  readonly #stopped = new Set<string>();
  readonly #titles = new Map<string, string>();
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(client: Pick<Client, "call">) {
    this.#client = client;
  }

  /** Asks now and again until end() is called. */
  begin(): void {
    this.end();
    void this.#read();
    this.#timer = setInterval(() => void this.#read(), everyMs);
  }

  end(): void {
    clearInterval(this.#timer);
  }

  async stop(run: string): Promise<void> {
    this.#stopped.add(run);
    this.#begins();
    this.#draw(this.state.value.runs?.map((l) => l.run) ?? []);
    try {
      await this.#client.call("run.stop", { run });
      await this.#read();
    } catch (error) {
      this.#stopped.delete(run);
      this.#draw(this.state.value.runs?.map((l) => l.run) ?? []);
      this.#failed(error);
    }
  }

  /** The program tells of the lost file no more, in no window. */
  async dismissDamage(file: string): Promise<void> {
    this.#begins();
    try {
      const { damaged } = await this.#client.call("damage.dismiss", { file });
      const { status } = this.state.value;
      if (status !== null) this.state.set({ ...this.state.value, status: { ...status, damaged } });
    } catch (error) {
      this.#failed(error);
    }
  }

  // What failed before is no news at the person's next step.
  #begins(): void {
    this.#undone = null;
    this.state.set({ ...this.state.value, problem: null });
  }

  // A link that is lost says so itself. What else failed is told until the person's next step.
  #failed(error: unknown): void {
    const problem = problemOf(error);
    if (problem.kind === "unanswered") return;
    this.#undone = problem;
    this.state.set({ ...this.state.value, problem });
  }

  async #read(): Promise<void> {
    try {
      const [status, { runs }] = await Promise.all([this.#client.call("daemon.status", {}), this.#client.call("run.list", {})]);
      await this.#readTitles(runs);
      this.state.set({ ...this.state.value, status, problem: this.#undone });
      this.#draw(runs);
    } catch (error) {
      const problem = problemOf(error);
      // A link that is lost says so itself.
      if (problem.kind !== "unanswered") this.state.set({ ...this.state.value, problem });
    }
  }

  async #readTitles(runs: readonly Run[]): Promise<void> {
    if (runs.every((r) => this.#titles.has(r.conversation))) return;
    const { conversations } = await this.#client.call("conversation.list", { limit: titles });
    for (const { id, title } of conversations) this.#titles.set(id, title);
  }

  #draw(runs: readonly Run[]): void {
    const lines = runs.map((run) => ({
      run,
      title: this.#titles.get(run.conversation) ?? "",
      stopping: run.state === "stopping" || this.#stopped.has(run.id),
    }));
    this.state.set({ ...this.state.value, runs: lines });
  }
}
