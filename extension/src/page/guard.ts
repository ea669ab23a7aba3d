// The guard of a press. Between aim and the press the page may move: by itself,
// because the pointer came, or because the browser put a bar above it. The
// guard looks at the press before the page does. Where it would reach something
// else than the target the page is told nothing of it, so it can be aimed anew.

import { isElement } from "./dom";
import { innermost, reaches } from "./hit";

export type Landed = "target" | "elsewhere" | "nowhere";

/** How long a guard holds, in milliseconds: a person who presses something after a press that never came is not held back. */
const guardTime = 3000;

/** What a press is made of, in the order of a double click with any button. */
const kinds = ["pointerdown", "mousedown", "pointerup", "mouseup", "click", "auxclick", "dblclick", "contextmenu"];

export class Guard {
  #target: Element | undefined;
  #until = 0;
  #landed: Landed = "nowhere";

  /** Guards the next press, which is meant for the target. */
  over(target: Element): void {
    if (this.#target === undefined) for (const kind of kinds) addEventListener(kind, this.#meet, { capture: true });
    this.#target = target;
    this.#until = performance.now() + guardTime;
    this.#landed = "nowhere";
  }

  /** Lifts the guard and says where the press has landed. Asked again it says the same. */
  lift(): Landed {
    for (const kind of kinds) removeEventListener(kind, this.#meet, { capture: true });
    this.#target = undefined;
    return this.#landed;
  }

  readonly #meet = (event: Event): void => {
    if (performance.now() > this.#until) this.lift();
    if (this.#target === undefined || !event.isTrusted || !(event instanceof MouseEvent)) return;
    // What the beginning of a press has set off in the page may well take the place of the target: it has landed by then.
    if (this.#landed === "nowhere") this.#landed = reachedBy(event, this.#target) ? "target" : "elsewhere";
    if (this.#landed !== "elsewhere") return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
}

function reachedBy(event: MouseEvent, target: Element): boolean {
  const [hit] = event.composedPath();
  return hit instanceof Node && isElement(hit) && reaches(innermost(hit, { x: event.clientX, y: event.clientY }), target);
}
