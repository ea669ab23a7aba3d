// Which model answers next: the models that there are, and what the person picked for each conversation. Picks are kept in
// this browser; a conversation without one uses the default, whatever that is by then. The panels of all windows share what
// is kept, so it is read again before it is changed; what was picked for a chat that has not begun is the panel's own.

import type { Model, Models } from "@protocol/client.gen";
import { isObject } from "../wire";
import { Observable } from "../ui/observable";
import type { Client } from "./client";

/** More picks are not kept; those of the conversations picked for longest ago go first. */
const mostPicks = 200;
/** Where picks are kept. */
export const pickedKey = "margay.models";
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
    this.state = new Observable<ModelsState>({ models: null, picks: readPicks(kept.getItem(pickedKey)) });
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
    this.#change((picks) => {
      picks.delete(conversation ?? unbegun);
      if (spec !== "") picks.set(conversation ?? unbegun, spec);
    });
  }

  /** A panel of another window has picked. */
  reread(): void {
    this.state.set({ ...this.state.value, picks: this.#known() });
  }

  /** The spec picked for a conversation; empty where the default is meant, also because the one picked is gone. */
  picked(conversation: string | null): string {
    return pickedOf(this.state.value, conversation);
  }

  /** A conversation has begun with the pick that was made before. */
  begun(conversation: string): void {
    const spec = this.state.value.picks.get(unbegun);
    if (spec === undefined) return;
    this.#change((picks) => {
      picks.delete(unbegun);
      picks.set(conversation, spec);
    });
  }

  /** A new chat begins with the default. */
  forgetUnbegun(): void {
    if (this.state.value.picks.has(unbegun)) this.pick(null, "");
  }

  // What is kept, and this panel's own.
  #known(): Map<string, string> {
    const picks = readPicks(this.#kept.getItem(pickedKey));
    const own = this.state.value.picks.get(unbegun);
    if (own !== undefined) picks.set(unbegun, own);
    return picks;
  }

  #change(act: (picks: Map<string, string>) => void): void {
    const picks = this.#known();
    act(picks);
    const last = [...picks].filter(([id]) => id !== unbegun).slice(-mostPicks);
    this.#kept.setItem(pickedKey, JSON.stringify(Object.fromEntries(last)));
    const own = picks.get(unbegun);
    this.state.set({ ...this.state.value, picks: new Map(own === undefined ? last : [...last, [unbegun, own]]) });
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

function readPicks(kept: string | null): Map<string, string> {
  try {
    const parsed: unknown = JSON.parse(kept ?? "{}");
    if (!isObject(parsed)) return new Map();
    return new Map(Object.entries(parsed).flatMap(([id, spec]) => (typeof spec === "string" && id !== unbegun ? [[id, spec] as const] : [])));
  } catch {
    return new Map();
  }
}
