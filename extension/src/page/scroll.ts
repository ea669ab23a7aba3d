// Scrolling: the page, a part of it, or an element into view. At once, not
// smoothly, so that what is measured is what came of it. What a person could not
// scroll (overflow: hidden) is not scrolled here either.

import type { ScrollArgs, ScrollResult } from "@protocol/pagescript.gen";
import { type Box, documentElement, drawnParent, eachChild, type Extent, extentOf, isConnected, isElement, query, rectOf, scrollingElement } from "./dom";
import { twoFrames } from "./drawing";
import { describe, noElement, resolve, seenBox } from "./locate";
import type { Memory, Scrolled } from "./memory";
import { Names } from "./names";
import { roleOf } from "./roles";
import { drawnOf } from "./shown";
import { viewNow } from "./sight";
import { cut, quote } from "./text";
import { Walk } from "./walk";

type Axis = "x" | "y";

/** How much of what is seen one step goes on: a few lines stay, to read on from. */
const step = 0.9;
/** Layout rounds: what is a pixel longer than its box does not scroll. */
const slack = 1;
/** How long a frame may take; a tab that is not drawn has none. */
const frameMs = 400;

const still: ScrollResult = { element: noElement, page: false, words: "", moved: 0, left: 0, fixed: true };

/** A list that loads more when its end is seen compares one frame with the next: one is drawn before it is scrolled. */
export async function scroll(args: ScrollArgs, memory: Memory): Promise<ScrollResult> {
  if (args.again === true) return now(args.ref, args.direction, memory);
  const drawn = await twoFrames(frameMs);
  const done = begin(args, memory);
  return drawn ? done : { ...done, undrawn: true };
}

function begin({ ref, direction, amount = 0 }: ScrollArgs, memory: Memory): ScrollResult {
  const axis: Axis = direction === "left" || direction === "right" ? "x" : "y";
  if (ref === "") return move(pageScroller(axis), direction, axis, amount, memory);
  const target = resolve(ref, memory);
  if ("gone" in target) return { ...still, element: target.gone };
  const { element, number } = target;
  const done = direction === "into" ? into(element) : move(scrollerAround(element, axis), direction, axis, amount, memory);
  return { ...done, element: describe(element, ref, number, memory) };
}

// Where what was scrolled last stands now: pages scroll back, and lists grow when their end is seen. The element is
// told as gone where the page has taken it away meanwhile, or what was scrolled: then nothing can be told of it.
function now(ref: string, direction: string, memory: Memory): ScrollResult {
  const target = ref === "" ? undefined : resolve(ref, memory);
  if (target !== undefined && "gone" in target) return { ...still, element: target.gone };
  const element = target === undefined ? noElement : describe(target.element, ref, target.number, memory);
  if (direction === "into") return { ...still, element, moved: 1, fixed: target === undefined || !isInView(target.element) };
  const last = memory.scrolled;
  if (last === undefined) return { ...still, element };
  if (!isConnected(last.scroller)) return { ...still, element: { ...element, gone: true } };
  return { ...told(last, memory), element };
}

// How far it was brought; fixed where it cannot be seen afterwards.
function into(element: Element): ScrollResult {
  const before = rectOf(element);
  // In the view of this document it may still be out of a part that scrolls, or of the frame around: the browser knows.
  const block = isWhole(before) ? "nearest" : "center";
  Element.prototype.scrollIntoView.call(element, { block, inline: block, behavior: "instant" });
  const after = rectOf(element);
  return { ...still, moved: distance(before, after), fixed: !isInView(element) };
}

// In view, and not cut off by what is around it: a box without a size shows nothing of what is in it.
function isInView(element: Element): boolean {
  const seen = seenBox(element, roleOf(element), { names: new Names(), view: viewNow() });
  if (seen === undefined || !isPartly(seen)) return false;
  if (distance(seen, rectOf(element)) > 0) return true; // what is seen for it stands elsewhere
  const drawn = drawnOf(element, seen);
  return drawn.width > 0 && drawn.height > 0;
}

const distance = (a: Box, b: Box): number => Math.round(Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y)));
const isPartly = ({ x, y, width, height }: Box): boolean => x < innerWidth && y < innerHeight && x + width > 0 && y + height > 0;
const isWhole = ({ x, y, width, height }: Box): boolean => x >= 0 && y >= 0 && x + width <= innerWidth && y + height <= innerHeight;

function move(scroller: Element | null, direction: string, axis: Axis, amount: number, memory: Memory): ScrollResult {
  if (scroller === null) return { ...still, page: true };
  const before = extentOf(scroller, axis);
  const [from, to] = range(scroller, before, axis);
  const there = goal(direction, before, from, to, amount);
  scrollTo(scroller, axis === "y" ? { top: there } : { left: there });
  const last = { scroller, direction, axis, from: before.at };
  memory.scrolled = last;
  return told(last, memory);
}

function told({ scroller, direction, axis, from: before }: Scrolled, memory: Memory): ScrollResult {
  const extent = extentOf(scroller, axis);
  const { at } = extent;
  const [from, to] = range(scroller, extent, axis);
  const onward = direction === "down" || direction === "right" || direction === "bottom";
  const page = scroller === scrollingElement();
  return {
    element: noElement,
    page,
    words: page ? "" : wordsOf(scroller, memory),
    moved: Math.max(Math.round(onward ? at - before : before - at), 0),
    left: Math.max(Math.round(onward ? to - at : at - from), 0),
    fixed: false,
  };
}

// Past what the page may have put on the element, and past a style that would make it smooth.
function scrollTo(scroller: Element, place: ScrollToOptions): void {
  const method: unknown = Reflect.get(Element.prototype, "scrollTo");
  if (typeof method === "function") Reflect.apply(method, scroller, [{ ...place, behavior: "instant" }]);
}

// Text that runs from right to left is scrolled from nought down to minus.
function range(scroller: Element, { seen, whole }: Extent, axis: Axis): readonly [number, number] {
  const most = Math.max(whole - seen, 0);
  return axis === "x" && getComputedStyle(scroller).direction === "rtl" ? [-most, 0] : [0, most];
}

function goal(direction: string, { at, seen }: Extent, from: number, to: number, amount: number): number {
  const far = amount > 0 ? amount : Math.max(Math.round(seen * step), 1);
  switch (direction) {
    case "top":
      return from;
    case "bottom":
      return to;
    case "up":
    case "left":
      return at - far;
    default:
      return at + far;
  }
}

function scrolls(element: Element, axis: Axis): boolean {
  const { seen, whole } = extentOf(element, axis);
  if (seen <= 0 || whole - seen <= slack) return false;
  const style = getComputedStyle(element);
  const overflow = axis === "y" ? style.overflowY : style.overflowX;
  return overflow === "auto" || overflow === "scroll";
}

function pageScrolls(axis: Axis): Element | null {
  const page = scrollingElement();
  if (page === null) return null;
  const { seen, whole } = extentOf(page, axis);
  const held = [documentElement(), query("body")].some((one) => {
    const style = one === null ? undefined : getComputedStyle(one);
    const overflow = axis === "y" ? style?.overflowY : style?.overflowX;
    return overflow === "hidden" || overflow === "clip";
  });
  return held || whole - seen <= slack ? null : page;
}

/** What scrolls when a person turns the wheel over an element. */
function scrollerAround(element: Element, axis: Axis): Element | null {
  for (let node: Node | null = element; node !== null; node = drawnParent(node)) {
    if (isElement(node) && node !== scrollingElement() && scrolls(node, axis)) return node;
  }
  return pageScrolls(axis);
}

/** The page; where it stands still, as those do that fill the window, the largest part that scrolls. */
function pageScroller(axis: Axis): Element | null {
  const page = pageScrolls(axis);
  if (page !== null) return page;
  let largest: Element | null = null;
  let most = 0;
  const look = (element: Element): void => {
    if (scrolls(element, axis) && Element.prototype.checkVisibility.call(element)) {
      const area = seenArea(rectOf(element));
      if (area > most) [largest, most] = [element, area];
    }
    eachChild(element, (child) => {
      if (isElement(child)) look(child);
    });
  };
  const root = documentElement();
  if (root !== null) look(root);
  return largest;
}

function seenArea({ x, y, width, height }: Box): number {
  const seenWidth = Math.min(x + width, innerWidth) - Math.max(x, 0);
  const seenHeight = Math.min(y + height, innerHeight) - Math.max(y, 0);
  return Math.max(seenWidth, 0) * Math.max(seenHeight, 0);
}

const nameLimit = 60;

function wordsOf(element: Element, memory: Memory): string {
  const { role, names } = new Walk(memory).line(element);
  const name = names[0] ?? "";
  return name === "" ? role || "part of the page" : `${role || "part"} ${quote(cut(name, nameLimit))}`;
}
