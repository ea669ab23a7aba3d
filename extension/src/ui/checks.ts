// Running the program's checks (doctor.run), for the popup and the options page.

import type { Diagnosis } from "@protocol/client.gen";
import type { Client } from "../panel/client";
import { language } from "./language";
import { Observable } from "./observable";
import { type Problem, problemOf } from "./problem";

export interface ChecksState {
  running: boolean;
  diagnosis: Diagnosis | null;
  problem: Problem | null;
}

export class Checks {
  readonly state = new Observable<ChecksState>({ running: false, diagnosis: null, problem: null });
  readonly #client: Pick<Client, "call">;

  constructor(client: Pick<Client, "call">) {
    this.#client = client;
  }

  /** With `model` the default model is asked too, which may cost money. The outcome comes in the language of the page. */
  async run(model: boolean): Promise<void> {
    if (this.state.value.running) return;
    this.state.set({ running: true, diagnosis: null, problem: null });
    try {
      const diagnosis = await this.#client.call("doctor.run", { ...(model ? { model } : {}), language: language() });
      this.state.set({ running: false, diagnosis, problem: null });
    } catch (error) {
      this.state.set({ running: false, diagnosis: null, problem: problemOf(error) });
    }
  }
}

/** The outcome as plain text, to be given to somebody who helps. */
export function reportOf({ checks }: Diagnosis): string {
  return checks
    .map((c) => [`[${c.state}] ${c.title}`, c.detail, c.cause, c.next, c.command].filter((part) => part !== undefined && part !== "").join("\n    "))
    .join("\n");
}
