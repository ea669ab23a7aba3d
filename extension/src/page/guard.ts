// The guard of an act. Between the look at a page and the input that follows
// the page may move, by itself, because the pointer came, or because the browser
// put a bar above it; or it may put the focus elsewhere. The guard sees the input
// before the page does. Where it would reach something else than was meant, the
// page is told nothing of it, and the act can be tried again.

import { isElement } from "./dom";

export type Landed = "target" | "elsewhere" | "nowhere";

/** How long a guard holds, in milliseconds: a person is not held back by a guard whose input never came. */
const guardTime = 3000;

/** What the input of an act is made of. */
const presses = ["pointerdown", "mousedown", "pointerup", "mouseup", "click", "auxclick", "dblclick", "contextmenu"];
const typings = ["keydown", "keypress", "beforeinput", "keyup"];

type Reaches = (event: Event) => boolean;

export class Guard {
  #kinds: readonly string[] = [];
  #reaches: Reaches = () => true;
  #until = 0;
  #landed: Landed = "nowhere";

  /** Guards the next press, which is right where what was hit at a point is. */
  press(isRight: (hit: Element, point: { x: number; y: number }) => boolean): void {
    this.#begin(presses, (event) => {
      const [hit] = event.composedPath();
      return event instanceof MouseEvent && hit instanceof Node && isElement(hit) && isRight(hit, { x: event.clientX, y: event.clientY });
    });
  }

  /** Guards what is typed next, which is right as long as the focus is. */
  typing(isRight: () => boolean): void {
    this.#begin(typings, isRight);
  }

  #begin(kinds: readonly string[], reaches: Reaches): void {
    this.lift();
    for (const kind of kinds) addEventListener(kind, this.#meet, { capture: true });
    this.#kinds = kinds;
    this.#reaches = reaches;
    this.#until = performance.now() + guardTime;
    this.#landed = "nowhere";
  }

  /** Lifts the guard and says where the input has landed. Asked again it says the same. */
  lift(): Landed {
    for (const kind of this.#kinds) removeEventListener(kind, this.#meet, { capture: true });
    this.#kinds = [];
    return this.#landed;
  }

  readonly #meet = (event: Event): void => {
    if (performance.now() > this.#until) this.lift();
    if (this.#kinds.length === 0 || !event.isTrusted) return;
    // The first event decides: what it sets off in the page may well move the target or the focus.
    if (this.#landed === "nowhere") this.#landed = this.#reaches(event) ? "target" : "elsewhere";
    if (this.#landed !== "elsewhere") return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
}
