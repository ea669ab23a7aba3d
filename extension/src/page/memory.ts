// What the page script remembers of its document: which node a ref names, what
// its line last said, where it was seen to stand, and which fields once held a
// password. A ref is given to a node for as long as the node lives, in the page
// or out of it, and is never given to another.

import { type Box, isConnected } from "./dom";
import type { View } from "./sight";

/** A place on the page, in document coordinates, and since when it has been the same. */
export interface Place extends Box {
  readonly since: number;
}

/** Where the element of a ref was seen. */
export interface Seen {
  readonly number: number;
  readonly place: Place;
}

interface Entry {
  readonly number: number;
  readonly node: WeakRef<Element>;
  line: string;
  place: Place;
}

/** What was scrolled, which way, and where it stood before. */
export interface Scrolled {
  readonly scroller: Element;
  readonly direction: string;
  readonly axis: "x" | "y";
  readonly from: number;
}

const nowhere: Place = { x: NaN, y: NaN, width: 0, height: 0, since: 0 };

/** What a ref resolves to. */
export type Found = { readonly element: Element; readonly number: number } | { readonly gone: string; readonly number: number };

/** Refs of nodes that are gone are kept for their messages, up to this many. */
const keptRefs = 50_000;

export class Memory {
  readonly #known = new WeakMap<Element, Entry>();
  readonly #entries = new Map<number, Entry>();
  readonly #secret = new WeakSet<Element>();
  #last = 0;
  /** What was scrolled last. */
  scrolled: Scrolled | undefined;

  /** The number of a node's ref, given now if it has none. */
  numberOf(element: Element): number {
    return this.#entryOf(element).number;
  }

  #entryOf(element: Element): Entry {
    const known = this.#known.get(element);
    if (known !== undefined) return known;
    const entry: Entry = { number: ++this.#last, node: new WeakRef(element), line: "", place: nowhere };
    this.#known.set(element, entry);
    this.#entries.set(entry.number, entry);
    if (this.#entries.size > keptRefs) this.#forget();
    return entry;
  }

  /** Keeps the line of a ref, to say what it was when it is gone. */
  keepLine(number: number, line: string): void {
    const entry = this.#entries.get(number);
    if (entry !== undefined) entry.line = line;
  }

  /** Resolves a ref. A ref that was never given out is the caller's mistake. */
  find(ref: string): Found {
    const digits = /^(?:f\d+)?e(\d+)$/.exec(ref.trim())?.[1];
    if (digits === undefined) throw new Error(`"${ref}" is no ref. Refs look like e5; take a snapshot to see them.`);
    const number = Number(digits);
    const entry = this.#entries.get(number);
    if (entry === undefined) {
      throw new Error(`There is no ${ref} in this document; it may be from a page that was here before. Take a snapshot.`);
    }
    const element = entry.node.deref();
    return element !== undefined && isConnected(element) ? { element, number } : { gone: entry.line, number };
  }

  /** Notes where an element stands, in a note that is older if it has not moved; gives it a ref if it has none. */
  see(element: Element, box: Box, view: View): Seen {
    const x = box.x + view.x;
    const y = box.y + view.y;
    const entry = this.#entryOf(element);
    const { place } = entry;
    if (place.x !== x || place.y !== y || place.width !== box.width || place.height !== box.height) {
      entry.place = { x, y, width: box.width, height: box.height, since: performance.now() };
    }
    return entry;
  }

  /** Notes that a field is or was secret: showing a password makes it no less one. */
  keepSecret(element: Element): void {
    this.#secret.add(element);
  }

  wasSecret(element: Element): boolean {
    return this.#secret.has(element);
  }

  // Oldest first: those of living nodes stay.
  #forget(): void {
    for (const [number, entry] of this.#entries) {
      const element = entry.node.deref();
      if (element === undefined || !isConnected(element)) this.#entries.delete(number);
      if (this.#entries.size <= keptRefs * 0.9) return;
    }
  }
}
