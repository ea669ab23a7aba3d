// What the options page knows of models and does with them. A key goes out with a call and is kept nowhere here.

import type { DiscoverModels, Model, ModelNames, Models, ModelTested, SaveModel } from "@protocol/client.gen";
import type { Client } from "../panel/client";
import { Observable } from "../ui/observable";
import { type Problem, problemOf } from "../ui/problem";

/** How a test went; "running" while it is under way. A failure of the call itself counts as one of the test. */
export type Tested = "running" | ModelTested;

export interface ModelsPage {
  /** Null until it is known. */
  models: Models | null;
  /** The outcome of the person's last action, where it failed. */
  problem: Problem | null;
  /** By spec. */
  tests: ReadonlyMap<string, Tested>;
}

export class ModelSettings {
  readonly state = new Observable<ModelsPage>({ models: null, problem: null, tests: new Map() });
  readonly #client: Pick<Client, "call">;
  // By spec, the number of the test whose outcome is waited for.
  readonly #asking = new Map<string, number>();
  #asked = 0;

  constructor(client: Pick<Client, "call">) {
    this.#client = client;
  }

  async load(): Promise<void> {
    await this.#guard(async () => {
      this.#change({ models: await this.#client.call("model.list", {}), problem: null });
    });
  }

  /** Rejects where the model was not saved; the form says why. */
  async save(model: SaveModel): Promise<Model> {
    const saved = await this.#client.call("model.save", model);
    // What an earlier test said, or is still to say, is about another model.
    this.#forget(saved.spec);
    await this.load();
    return saved;
  }

  async remove({ id, revision = 0, spec }: Model): Promise<void> {
    if (id === undefined) return;
    await this.#guard(async () => {
      this.#change({ models: await this.#client.call("model.delete", { id, revision }), problem: null });
      this.#forget(spec);
    });
  }

  /** True where it is the default now. */
  async makeDefault(spec: string): Promise<boolean> {
    await this.#guard(async () => {
      this.#change({ models: await this.#client.call("model.default", { spec }), problem: null });
    });
    return this.state.value.models?.default === spec;
  }

  async test(spec: string): Promise<void> {
    const number = ++this.#asked;
    this.#asking.set(spec, number);
    this.#tell(spec, "running");
    const tested = await this.#ask({ spec });
    // Changed, deleted or asked again meanwhile: then it is about another one.
    if (this.#asking.get(spec) === number) this.#tell(spec, tested);
  }

  testDraft(draft: SaveModel): Promise<ModelTested> {
    return this.#ask({ draft });
  }

  /** That the provider does not tell its names is an outcome, too. */
  async discover(whom: DiscoverModels): Promise<ModelNames> {
    try {
      return await this.#client.call("model.discover", whom);
    } catch (error) {
      const { detail, next } = problemOf(error);
      return { names: [], error: detail, next };
    }
  }

  /** Whether a model of that name is known to see images; a program that does not tell knows of none. */
  async sees(name: string): Promise<boolean> {
    if (name.trim() === "") return false;
    try {
      return (await this.#client.call("model.sees", { name: name.trim() })).sees;
    } catch {
      return false;
    }
  }

  dismiss(): void {
    this.#change({ problem: null });
  }

  async #ask(what: { spec: string } | { draft: SaveModel }): Promise<ModelTested> {
    try {
      return await this.#client.call("model.test", what);
    } catch (error) {
      const { detail, next } = problemOf(error);
      return { ok: false, error: detail, next, durationMs: 0 };
    }
  }

  #forget(spec: string): void {
    this.#asking.delete(spec);
    const tests = new Map(this.state.value.tests);
    tests.delete(spec);
    this.#change({ tests });
  }

  #tell(spec: string, tested: Tested): void {
    this.#change({ tests: new Map(this.state.value.tests).set(spec, tested) });
  }

  // What changed in between is read again, so that the next try begins from what there is.
  async #guard(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const problem = problemOf(error);
      if (problem.kind === "unanswered") return;
      if (problem.kind === "conflict" || problem.kind === "not_found") await this.load();
      this.#change({ problem });
    }
  }

  #change(part: Partial<ModelsPage>): void {
    this.state.set({ ...this.state.value, ...part });
  }
}
