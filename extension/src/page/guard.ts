// The guard of an act. Between the look at a page and the input that follows
// the page may move, by itself, because the pointer came, or because the browser
// put a bar above it; or it may put the focus elsewhere. The guard sees the input
// before the page's elements do, and keeps from them what would reach something
// else than was meant, so that the act can be tried again. Only what the page
// itself has put on the window before, for the capture phase, is told first.

import { isElement } from "./dom";

export type Landed = "target" | "elsewhere" | "nowhere";

/** How long a guard holds, in milliseconds: a person is not held back by a guard whose input never came. */
const guardTime = 10_000;

/** What the input of an act is made of. */
const presses = ["pointerdown", "mousedown", "pointerup", "mouseup", "click", "auxclick", "dblclick", "contextmenu"];
const typings = ["keydown", "keypress", "beforeinput", "keyup"];
/** Of these each is judged: a page may take the focus away between two of them. The others go where the key went down. */
const judged: ReadonlySet<string> = new Set(["keydown", "beforeinput"]);

/** Keys that are held while another is pressed. */
const holds: ReadonlySet<string> = new Set(["Control", "Alt", "Shift", "Meta"]);

// A key whose target is a frame is on its way into it, and may reach nobody there.
const isPressed = (event: Event): boolean =>
  event instanceof KeyboardEvent && event.type === "keydown" && !holds.has(event.key) && !(event.target instanceof HTMLIFrameElement || event.target instanceof HTMLFrameElement);

type Judge = (event: Event) => boolean;

export class Guard {
  #kinds: readonly string[] = [];
  #isRight: Judge = () => true;
  #until = 0;
  #landed: Landed = "nowhere";
  /** A typing is held back from where the focus has gone to. */
  #astray = false;
  #released = false;
  #clicked = false;
  #keys = 0;
  #fills = false;
  #field: Element | undefined;
  #noted: string | undefined;
  #came: string | undefined;

  /** Guards the next press, which is right where what was hit at a point is. */
  press(isRight: (hit: Element, point: { x: number; y: number }) => boolean): void {
    this.#begin(presses, (event) => {
      const [hit] = event.composedPath();
      return event instanceof MouseEvent && hit instanceof Node && isElement(hit) && isRight(hit, { x: event.clientX, y: event.clientY });
    });
  }

  /** Guards keys that are typed next, which are right as long as the focus is; those that move the focus themselves, as long as it is at first. */
  keysTyped(isRight: () => boolean): void {
    this.#begin(typings, () => this.#landed === "target" || isRight());
  }

  /** Guards what a field is filled in with, which is right as long as the focus is. */
  filling(field: Element, isRight: () => boolean): void {
    this.#begin(typings, isRight);
    this.#fills = true;
    this.#field = field;
    // Twice: before the page hears of it, and when what the page makes of it at once is in the field.
    addEventListener("input", this.#takeIn, { capture: true });
    addEventListener("input", this.#note);
  }

  /** Holds back all input of a kind, which is meant for another document. */
  nothing(kind: "press" | "typing"): void {
    this.#begin(kind === "press" ? presses : typings, () => false);
  }

  #begin(kinds: readonly string[], isRight: Judge): void {
    this.lift();
    for (const kind of kinds) addEventListener(kind, this.#meet, { capture: true });
    this.#kinds = kinds;
    this.#isRight = isRight;
    this.#until = performance.now() + guardTime;
    this.#landed = "nowhere";
    this.#astray = this.#released = this.#clicked = false;
    this.#keys = 0;
    this.#fills = false;
    this.#field = this.#noted = this.#came = undefined;
  }

  /** Lifts the guard and says where the input has landed. Asked again it says the same. */
  lift(): Landed {
    for (const kind of this.#kinds) removeEventListener(kind, this.#meet, { capture: true });
    removeEventListener("input", this.#takeIn, { capture: true });
    removeEventListener("input", this.#note);
    this.#kinds = [];
    return this.#landed;
  }

  /** Whether the button went down on the target and came up on something else, so that no click came of it. */
  get slipped(): boolean {
    return this.#landed === "target" && this.#released && !this.#clicked;
  }

  /** Whether a field was filled in, all of which reached it. */
  get filled(): boolean {
    return this.#fills && this.#landed === "target";
  }

  /** What a field held when the page had heard of its input, and before it did anything later. */
  get noted(): string | undefined {
    return this.#noted;
  }

  /** What a field held when its input came and, as far as can be, the page had not heard of it; nothing where no input came. */
  get came(): string | undefined {
    return this.#came;
  }

  /** How many keys went down here and were not held back. */
  get keys(): number {
    return this.#keys;
  }

  readonly #note = (event: Event): void => {
    const field = this.#field;
    if (event.isTrusted && (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) this.#noted = field.value;
  };

  // The first counts: what a page does on hearing of it may well be input again.
  readonly #takeIn = (event: Event): void => {
    const field = this.#field;
    if (event.isTrusted) this.#came ??= field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : "";
  };

  readonly #meet = (event: Event): void => {
    if (performance.now() > this.#until) this.lift();
    if (this.#kinds.length === 0 || !event.isTrusted) return;
    if (this.#kinds === presses) this.#pressed(event);
    else this.#typed(event);
    if (!this.#astray) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  // The beginning decides: what it sets off in the page may well take the target away.
  #pressed(event: Event): void {
    if (this.#landed === "nowhere") {
      this.#landed = this.#isRight(event) ? "target" : "elsewhere";
      this.#astray = this.#landed === "elsewhere";
    } else if (event.type === "mouseup") this.#released = true;
    else if (event.type === "click") this.#clicked ||= this.#isRight(event);
  }

  #typed(event: Event): void {
    if (!judged.has(event.type)) return;
    this.#astray = !this.#isRight(event);
    if (!this.#astray && isPressed(event)) this.#keys++;
    if (this.#astray) this.#landed = "elsewhere";
    else if (this.#landed === "nowhere") this.#landed = "target";
  }
}
