// What a person can see: by the browser's own word (checkVisibility), by the
// size of the box and by its place. What is hidden is left out of everything
// that leaves the page, because a page may hide orders for the model in it.

import { attribute, type Box, documentElement, drawnParent, eachChild, hasAttribute, inScrolled, isElement, localName, rectOf } from "./dom";

/** How an element stands: shown; itself not drawn but what is in it may be; or nothing of it can be seen. */
export type Sight = "shown" | "through" | "gone";

const drawn = { opacityProperty: true, visibilityProperty: true } as const;
const unfaded = { visibilityProperty: true } as const;

// Never text for a reader, whatever the style says.
const skipped: ReadonlySet<string> = new Set([
  "script", "style", "template", "noscript", "head", "meta", "link", "base", "title", "datalist", "param", "source", "track", "rp",
  "defs", "symbol", "clipPath", "mask", "linearGradient", "radialGradient", "marker", "pattern", "filter", "metadata", "desc",
]);

/** Whether an element and all in it is left out: by its kind, or because the page says that it is not there for a reader. */
export function isLeftOut(element: Element, name: string): boolean {
  return skipped.has(name) || attribute(element, "aria-hidden") === "true" || hasAttribute(element, "inert");
}

export function sightOf(element: Element): Sight {
  if (Element.prototype.checkVisibility.call(element, drawn)) return "shown";
  const style = getComputedStyle(element);
  if (style.display === "contents") return "through";
  if (style.display === "none" || Number(style.opacity) === 0) return "gone";
  // Hidden by visibility: a child may say otherwise. Anything else (a closed
  // details, content-visibility, a faded ancestor) hides the children too.
  return style.visibility !== "visible" && Element.prototype.checkVisibility.call(element) ? "through" : "gone";
}

/** Whether an element would be seen but for its own transparency: pages fade the real box and draw another under it. */
export const isSeenUnfaded = (element: Element): boolean => Element.prototype.checkVisibility.call(element, unfaded);

/**
 * The box of an element. One without a box of its own (display: contents, a
 * link around something floating) has that of the first thing in it that has.
 */
export function boxOf(element: Element, depth = 3): Box {
  if (localName(element) === "area") return areaBox(element);
  const box = rectOf(element);
  if ((box.width > 0 && box.height > 0) || depth === 0) return box;
  let inner: Box | undefined;
  eachChild(element, (child) => {
    if (inner !== undefined || !isElement(child) || !Element.prototype.checkVisibility.call(child, drawn)) return;
    const found = boxOf(child, depth - 1);
    if (found.width > 0 && found.height > 0) inner = found;
  });
  return inner ?? box;
}

/** The box that text of an element is drawn in: that of what is around it where it has none itself. */
export function textBox(element: Element): Box {
  const box = boxOf(element);
  const parent = box.width === 0 && box.height === 0 ? drawnParent(element) : null;
  return isElement(parent) && getComputedStyle(element).display === "contents" ? textBox(parent) : box;
}

/** What is read once for a whole walk: asking the window costs as much as asking for a box. */
export interface View {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const viewNow = (): View => ({ x: scrollX, y: scrollY, width: innerWidth, height: innerHeight });

/** Whether a box can be seen, perhaps after scrolling. */
export function isOnPage(element: Element, box: Box, view: View): boolean {
  if (box.width <= 0 || box.height <= 0) return false;
  if (box.y + box.height + view.y > 0 && (box.x + box.width + view.x > 0 || isRightToLeft())) return true;
  return inScrolled(element);
}

/** Whether a box is large enough for its text to be read; one pixel is how pages hide text from the eye only. */
export const isLegible = (element: Element, box: Box, view: View): boolean => box.width > 1 && box.height > 1 && isOnPage(element, box, view);

function isRightToLeft(): boolean {
  const root = documentElement();
  return root !== null && getComputedStyle(root).direction === "rtl";
}

const nowhere: Box = { x: 0, y: 0, width: 0, height: 0 };

// An area has no box in the layout: it is a part of the image that uses its map.
function areaBox(area: Element): Box {
  const image = area instanceof HTMLAreaElement ? imageOf(area) : undefined;
  if (image === undefined || !(area instanceof HTMLAreaElement)) return nowhere;
  const whole = rectOf(image);
  const numbers = area.coords.split(",").map(Number);
  const [a = 0, b = 0, c = 0, d = 0] = numbers;
  if (area.shape === "circle") return { x: whole.x + a - c, y: whole.y + b - c, width: 2 * c, height: 2 * c };
  if (area.shape === "default") return whole;
  if (area.shape === "rect") return { x: whole.x + Math.min(a, c), y: whole.y + Math.min(b, d), width: Math.abs(c - a), height: Math.abs(d - b) };
  const xs = numbers.filter((_, i) => i % 2 === 0);
  const ys = numbers.filter((_, i) => i % 2 === 1);
  const x = Math.min(...xs);
  const y = Math.min(...ys);
  return { x: whole.x + x, y: whole.y + y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** The image that draws an area's map. */
export function imageOf(area: HTMLAreaElement): Element | undefined {
  const map = area.parentElement;
  if (!(map instanceof HTMLMapElement) || map.name === "") return undefined;
  for (const image of Document.prototype.querySelectorAll.call(document, "img[usemap]")) {
    if (attribute(image, "usemap") === `#${map.name}`) return image;
  }
  return undefined;
}
