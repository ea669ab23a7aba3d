// Text in the colour of the page behind it: drawn, but not for eyes. It is not
// left out, since a picture that lies behind cannot always be known; it is
// marked, so that a reader knows that a person does not see it. Only text in
// the page's own background colour is judged: that is one question for each
// text, where every box's colours would be many.

import { type Box, documentElement, drawnParent, isElement, query } from "./dom";

interface Colour {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  readonly alpha: number;
}

const white: Colour = { red: 255, green: 255, blue: 255, alpha: 1 };
/** Sum of the differences of the three parts below which two colours look the same. */
const alike = 36;
const pictures: ReadonlySet<string> = new Set(["IMG", "VIDEO", "CANVAS", "PICTURE", "IFRAME", "svg", "OBJECT", "EMBED"]);

export class Contrast {
  // What lies behind the text of an element; undefined where it cannot be known (a picture).
  readonly #behind = new Map<Element, Colour | undefined>();
  readonly #read = new Map<string, Colour | undefined>();
  #page: Colour | undefined;

  /** Whether the text of an element can hardly be told from what is behind it. */
  isFaint(element: Element, box: Box): boolean {
    const own = this.#parse(getComputedStyle(element).color);
    if (own === undefined) return false;
    if (own.alpha < 0.1) return true;
    this.#page ??= this.#pageColour();
    if (difference(own, this.#page) > alike) return false;
    const behind = this.#background(element);
    if (behind === undefined || difference(own, behind) > alike) return false;
    return !this.#liesOnSomethingElse(element, box);
  }

  #pageColour(): Colour {
    const root = query("body") ?? documentElement();
    return (root === null ? undefined : this.#background(root)) ?? white;
  }

  #background(element: Element): Colour | undefined {
    if (this.#behind.has(element)) return this.#behind.get(element);
    const style = getComputedStyle(element);
    const colour = this.#parse(style.backgroundColor);
    const parent = drawnParent(element);
    let behind: Colour | undefined;
    if (style.backgroundImage === "none" && colour !== undefined) {
      if (colour.alpha > 0.9) behind = colour;
      else if (colour.alpha < 0.1) behind = isElement(parent) ? this.#background(parent) : white;
    }
    this.#behind.set(element, behind);
    return behind;
  }

  // Something beside the ancestors that is painted at the same place. Out of
  // the viewport the browser cannot be asked what lies there.
  #liesOnSomethingElse(element: Element, box: Box): boolean {
    const stack = Document.prototype.elementsFromPoint.call(document, box.x + Math.min(box.width, 40) / 2, box.y + box.height / 2);
    const around = new Set<Node>();
    for (let node: Node | null = element; node !== null; node = drawnParent(node)) around.add(node);
    return stack.some((other) => !around.has(other) && (pictures.has(other.tagName) || this.#isPainted(other)));
  }

  #isPainted(element: Element): boolean {
    const style = getComputedStyle(element);
    return style.backgroundImage !== "none" || (this.#parse(style.backgroundColor)?.alpha ?? 1) >= 0.1;
  }

  // Computed colours are rgb() and rgba(); others (a wider gamut) are not judged.
  #parse(written: string): Colour | undefined {
    if (this.#read.has(written)) return this.#read.get(written);
    const [, red, green, blue, alpha] = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(written) ?? [];
    const colour = red === undefined ? undefined : { red: Number(red), green: Number(green), blue: Number(blue), alpha: Number(alpha ?? 1) };
    this.#read.set(written, colour);
    return colour;
  }
}

const difference = (a: Colour, b: Colour): number => Math.abs(a.red - b.red) + Math.abs(a.green - b.green) + Math.abs(a.blue - b.blue);
