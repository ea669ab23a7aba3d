// Which model answers next: the models that there are, and what the person picked for each conversation. Picks are kept in
// this browser; a conversation without one uses the default, whatever that is by then.

import type { Model, Models } from "@protocol/client.gen";
import { isObject } from "../wire";
import { Observable } from "../ui/observable";
import type { Client } from "./client";

/** More picks are not kept; those of the conversations picked for longest ago go first. */
const mostPicks = 200;
const key = "margay.models";
/** Where the pick of a conversation that has not begun stands. */
const unbegun = "";

export interface ModelsState {
  /** Null while it is not known, or where the program does not tell. */
  models: Models | null;
  picks: ReadonlyMap<string, string>;
}

/** What localStorage offers of itself here. */
export type Kept = Pick<Storage, "getItem" | "setItem">;

export class ModelChoice {
  readonly state: Observable<ModelsState>;
  readonly #client: Pick<Client, "call">;
  readonly #kept: Kept;

  constructor(client: Pick<Client, "call">, kept: Kept) {
    this.#client = client;
    this.#kept = kept;
    this.state = new Observable<ModelsState>({ models: null, picks: readPicks(kept.getItem(key)) });
  }

  async load(): Promise<void> {
    try {
      const models = await this.#client.call("model.list", {});
      this.state.set({ ...this.state.value, models });
    } catch {
      // Without a list nothing can be picked, and the default answers.
    }
  }

  /** Picks a model by its spec; empty means the default. */
  pick(conversation: string | null, spec: string): void {
    const picks = new Map(this.state.value.picks);
    picks.delete(conversation ?? unbegun);
    if (spec !== "") picks.set(conversation ?? unbegun, spec);
    this.#keep(picks);
  }

  /** The spec picked for a conversation; empty where the default is meant, also because the one picked is gone. */
  picked(conversation: string | null): string {
    return pickedOf(this.state.value, conversation);
  }

  /** A conversation has begun with the pick that was made before. */
  begun(conversation: string): void {
    const spec = this.state.value.picks.get(unbegun);
    if (spec === undefined) return;
    const picks = new Map(this.state.value.picks);
    picks.delete(unbegun);
    picks.set(conversation, spec);
    this.#keep(picks);
  }

  /** A new chat begins with the default. */
  forgetUnbegun(): void {
    if (this.state.value.picks.has(unbegun)) this.pick(null, "");
  }

  #keep(picks: ReadonlyMap<string, string>): void {
    const last = new Map([...picks].slice(-mostPicks));
    this.#kept.setItem(key, JSON.stringify(Object.fromEntries(last)));
    this.state.set({ ...this.state.value, picks: last });
  }
}

export function pickedOf({ models, picks }: ModelsState, conversation: string | null): string {
  const spec = picks.get(conversation ?? unbegun) ?? "";
  return models === null || models.models.some((m) => m.spec === spec) ? spec : "";
}

/** The model that is meant by a spec, or by none. */
export function modelOf({ models }: ModelsState, spec: string): Model | undefined {
  return models?.models.find((m) => m.spec === (spec === "" ? models.default : spec));
}

function readPicks(kept: string | null): ReadonlyMap<string, string> {
  try {
    const parsed: unknown = JSON.parse(kept ?? "{}");
    if (!isObject(parsed)) return new Map();
    return new Map(Object.entries(parsed).flatMap(([id, spec]) => (typeof spec === "string" ? [[id, spec] as const] : [])));
  } catch {
    return new Map();
  }
}
