// A value that changes, and those who want to know when it does.

import { useEffect, useState } from "preact/hooks";

export class Observable<T> {
  #value: T;
  readonly #listeners = new Set<(value: T) => void>();

  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  set(value: T): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const listener of this.#listeners) listener(value);
  }

  /** Returns the function that ends the subscription. */
  subscribe(listener: (value: T) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** The present value, drawn again when it changes. */
export function useObservable<T>(source: Observable<T>): T {
  const [value, setValue] = useState(source.value);
  useEffect(() => {
    setValue(() => source.value);
    return source.subscribe((next) => setValue(() => next));
  }, [source]);
  return value;
}
