// The present view model and those who want to know when it changes.

import { emptyModel, type Model } from "./state/model";
import { type Action, reduce } from "./state/reducer";

export class Store {
  #model: Model = emptyModel;
  readonly #listeners = new Set<(model: Model) => void>();

  get model(): Model {
    return this.#model;
  }

  dispatch(action: Action): void {
    const next = reduce(this.#model, action);
    if (next === this.#model) return;
    this.#model = next;
    for (const listener of this.#listeners) listener(next);
  }

  /** Returns the function that ends the subscription. */
  subscribe(listener: (model: Model) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
