// Noticing that a tab has a new document. An extension that may not watch navigations learns of a commit by the tab's
// change to “loading”, which Chrome 156 says at the commit and not at the start.

import { getTab } from "./tabs";

// A navigation that brings no document (a download, an answer without content) says nothing when it ends; then only
// asking shows that the tab has come to rest.
const restMs = 100;

/** A commit that is expected. */
export interface Expected {
  /** Settles when the tab has committed a document since expect(), or has come to rest without one, or over() holds. */
  settled(over: () => boolean): Promise<void>;
  /** To be called in the end. */
  done(): void;
}

/** The commits of all tabs. */
export class Commits {
  readonly #waiting = new Map<number, Set<() => void>>();

  /** To be called when a tab began to load. */
  onLoading(tab: number): void {
    for (const committed of this.#waiting.get(tab) ?? []) committed();
  }

  /** Begins to watch a tab. Call it before the navigation starts. */
  expect(tab: number): Expected {
    const waiting = this.#waiting.get(tab) ?? new Set();
    this.#waiting.set(tab, waiting);
    let committed = false;
    let wake = (): void => undefined;
    const notice = () => {
      committed = true;
      wake();
    };
    waiting.add(notice);
    return {
      settled: async (over) => {
        while (!committed && !over()) {
          await new Promise<void>((resolve) => {
            const timer = setTimeout(resolve, restMs);
            wake = () => {
              clearTimeout(timer);
              resolve();
            };
          });
          // A closed tab ends the wait by what is thrown here.
          if (!committed && !(await getTab(tab)).loading) return;
        }
      },
      done: () => {
        waiting.delete(notice);
        if (waiting.size === 0) this.#waiting.delete(tab);
      },
    };
  }
}
