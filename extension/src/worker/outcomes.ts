// Performs commands under their deadlines, and remembers what became of acts.
//
// A look may be asked again; an act never runs twice here: a command whose id is known is answered with its record. The
// last acts are kept in memory and, without delaying them, in session storage, so that the next life of the worker can
// still answer. What nobody remembers is not_started only in the very worker that it was sent to, else unknown.

import { KeptOutcomes } from "@protocol/driver.gen";
import type { AskOutcomes, Command, Outcome, Outcomes } from "@protocol/driver.gen";
import { FaultError } from "../wire";
import { browserFault } from "./browserfault";

/** Where outcomes outlive the worker. Neither function may throw or reject. */
export interface OutcomeStore {
  load(): Promise<readonly Outcome[]>;
  /** Keeps an outcome in the place of what the slot held. */
  keep(slot: number, outcome: Outcome): void;
}

/** What a performer tells about its progress. */
export interface Progress {
  /** Called right before the first thing that may have an effect. Throws when the time is over or nobody waits. */
  begin(): void;
  /** Called when it turned out that nothing had happened after all. */
  back(): void;
  /** Whether the deadline has passed, so that nothing need be waited for any more. */
  readonly over: () => boolean;
}

/** What a performer answers; the rest of the outcome is filled in. */
export type Performed = Omit<Outcome, "id" | "state">;

// Ids of acts whose outcomes had to go; beyond this many no act is called not_started any more.
const maxForgotten = 4096;

/** Performs commands and remembers the outcomes of acts. */
export class Performer {
  readonly worker: string;
  readonly #store: OutcomeStore;
  readonly #acts = new Map<string, Promise<Outcome>>();
  readonly #forgotten = new Set<string>();
  #slot = 0;
  #working = 0;

  constructor(worker: string, store: OutcomeStore) {
    this.worker = worker;
    this.#store = store;
  }

  /** Whether a command is under way, be it that its deadline has passed. */
  get busy(): boolean {
    return this.#working > 0;
  }

  /** Takes over what the last worker had kept. */
  async load(): Promise<void> {
    for (const outcome of await this.#store.load()) this.#acts.set(outcome.id, Promise.resolve(outcome));
    this.#slot = this.#acts.size;
  }

  /** Performs a command; always answers, with a fault inside the outcome where it failed. */
  perform(command: Command, signal: AbortSignal, work: (progress: Progress) => Promise<Performed>): Promise<Outcome> {
    if (command.act !== true) return this.#run(command, signal, work).answer;
    const known = this.#acts.get(command.id);
    if (known !== undefined) return known;
    const { answer, settled } = this.#run(command, signal, work);
    this.#remember(command.id, answer);
    void settled.then((outcome) => {
      // It may have ended after its deadline: the record then tells more than the answer did.
      if (this.#acts.has(command.id)) this.#acts.set(command.id, Promise.resolve(outcome));
      this.#store.keep(this.#slot++ % KeptOutcomes, outcome);
    });
    return answer;
  }

  /** Answers what became of acts, one each in order. It waits for acts that are still under way. */
  async ask({ worker, ids }: AskOutcomes): Promise<Outcomes> {
    return { outcomes: await Promise.all(ids.map(async (id) => (await this.#acts.get(id)) ?? this.#noRecord(id, worker))) };
  }

  #noRecord(id: string, worker: string): Outcome {
    const never = worker === this.worker && !this.#forgotten.has(id) && this.#forgotten.size < maxForgotten;
    return { id, state: never ? "not_started" : "unknown" };
  }

  #remember(id: string, outcome: Promise<Outcome>): void {
    this.#acts.set(id, outcome);
    if (this.#acts.size <= KeptOutcomes) return;
    const [oldest] = this.#acts.keys();
    if (oldest === undefined) return;
    this.#acts.delete(oldest);
    if (this.#forgotten.size < maxForgotten) this.#forgotten.add(oldest);
  }

  // answer comes at the deadline at the latest; settled whenever the work ends.
  #run(
    { id, act = false, deadlineMs }: Command,
    signal: AbortSignal,
    work: (progress: Progress) => Promise<Performed>,
  ): { answer: Promise<Outcome>; settled: Promise<Outcome> } {
    let started = false;
    let over = false;
    const progress: Progress = {
      begin: () => {
        if (over) throw new FaultError("deadline", "The time was over before it could begin.");
        if (signal.aborted) throw new FaultError("cancelled", "Cancelled before it began.");
        started = true;
      },
      back: () => void (started = false),
      over: () => over,
    };
    const failed = (thrown: unknown): Outcome => {
      const fault = browserFault(thrown);
      const state = fault.reason === "outcome_unknown" ? "unknown" : started ? "done" : "not_started";
      return { id, state, fault: fault.toFault() };
    };
    this.#working++;
    const begun = new Promise<Performed>((resolve) => resolve(work(progress)));
    const settled = begun.then((performed): Outcome => ({ id, state: "done", ...performed }), failed);
    void settled.then(() => this.#working--);
    const answer = new Promise<Outcome>((resolve) => {
      const timer = setTimeout(() => {
        over = true;
        resolve(late(id, act, started, deadlineMs));
      }, deadlineMs);
      void settled.then((outcome) => {
        clearTimeout(timer);
        resolve(outcome);
      });
    });
    return { answer, settled };
  }
}

function late(id: string, act: boolean, started: boolean, deadlineMs: number): Outcome {
  if (!started) {
    const fault = new FaultError("not_started", `It could not begin within ${deadlineMs} ms.`);
    return { id, state: "not_started", fault: (act ? fault : lateLook()).toFault() };
  }
  const fault = act
    ? new FaultError(
        "outcome_unknown",
        "The browser did not answer in time; the act may or may not have happened.",
        "Look before you repeat it.",
      )
    : lateLook();
  return { id, state: "unknown", fault: fault.toFault() };
}

function lateLook(): FaultError {
  return new FaultError("deadline", "The page did not answer in time: it is busy, or a dialog is open in it.");
}
