// Which part of an element is drawn: what neither the view of the document nor anything that scrolls or clips cuts off.
// The browser has an observer for that, but it answers with the next frame, and a hidden tab draws none.

import type { ShownArgs, ShownResult } from "@protocol/pagescript.gen";
import { type Box, documentElement, drawnParent, isElement, localName, rectOf } from "./dom";
import { frameView, isTurned, ratio } from "./hit";
import { describe, noElement, resolve, seenBox } from "./locate";
import type { Memory } from "./memory";
import { Names } from "./names";
import { roleOf } from "./roles";
import { viewNow } from "./sight";

const nowhere: Box = { x: 0, y: 0, width: 0, height: 0 };

/** A part of an iframe's document, as it is asked for. */
type Part = NonNullable<ShownArgs["part"]>;

export function shown({ ref, part }: ShownArgs, memory: Memory): ShownResult {
  const view = { viewWidth: innerWidth, viewHeight: innerHeight };
  const target = resolve(ref, memory);
  if ("gone" in target) return { element: { ...noElement, ...target.gone }, part: { box: nowhere, ...view }, whole: false };
  const { element, number } = target;
  const account = describe(element, ref, number, memory);
  const turned = part !== undefined && isTurned(element);
  const box = part === undefined ? seenBox(element, roleOf(element), { names: new Names(), view: viewNow() }) : drawnPart(element, part);
  if (box === undefined || turned) return { element: account, part: { box: nowhere, ...view }, whole: false, turned };
  const drawn = drawnOf(element, part === undefined ? box : overlap(box, frameView(element, rectOf(element))));
  return { element: account, part: { box: drawn, ...view }, whole: isSame(drawn, box), turned };
}

// Where a part of the document in an iframe is drawn in this one.
function drawnPart(frame: Element, { box, viewWidth, viewHeight }: Part): Box {
  const view = frameView(frame, rectOf(frame));
  const kx = ratio(view.width, viewWidth);
  const ky = ratio(view.height, viewHeight);
  return { x: view.x + box.x * kx, y: view.y + box.y * ky, width: box.width * kx, height: box.height * ky };
}

/** What is left of a box of an element when all that is around it has cut its share off. */
export function drawnOf(element: Element, box: Box): Box {
  let drawn = overlap(box, { x: 0, y: 0, width: innerWidth, height: innerHeight });
  let { position } = getComputedStyle(element);
  for (let node = drawnParent(element); node !== null; node = drawnParent(node)) {
    if (!isElement(node) || isPage(node)) continue;
    const style = getComputedStyle(node);
    if (passesBy(position, style)) continue;
    drawn = overlap(drawn, clipOf(node, style));
    position = style.position;
  }
  return drawn;
}

// The page's own scrolling is that of the view.
const isPage = (element: Element): boolean => element === documentElement() || localName(element) === "body";

// What is positioned is cut off only by what it is positioned in.
function passesBy(position: string, around: CSSStyleDeclaration): boolean {
  const holds = around.transform !== "none" || around.filter !== "none" || around.perspective !== "none" || /paint|layout|strict|content/.test(around.contain);
  if (position === "fixed") return !holds;
  return position === "absolute" && around.position === "static" && !holds;
}

function clipOf(element: Element, { overflowX, overflowY, contain, display }: CSSStyleDeclaration): Box {
  const everywhere: Box = { x: -1e7, y: -1e7, width: 2e7, height: 2e7 };
  if (display === "inline" || display === "contents" || !(element instanceof HTMLElement)) return everywhere;
  const paints = /paint|strict|content/.test(contain);
  const outer = rectOf(element);
  const kx = element.offsetWidth > 0 ? outer.width / element.offsetWidth : 1;
  const ky = element.offsetHeight > 0 ? outer.height / element.offsetHeight : 1;
  const across = overflowX !== "visible" || paints;
  const down = overflowY !== "visible" || paints;
  return {
    x: across ? outer.x + element.clientLeft * kx : everywhere.x,
    y: down ? outer.y + element.clientTop * ky : everywhere.y,
    width: across ? element.clientWidth * kx : everywhere.width,
    height: down ? element.clientHeight * ky : everywhere.height,
  };
}

function overlap(a: Box, b: Box): Box {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  return { x, y, width: Math.max(Math.min(a.x + a.width, b.x + b.width) - x, 0), height: Math.max(Math.min(a.y + a.height, b.y + b.height) - y, 0) };
}

const isSame = (a: Box, b: Box): boolean => [a.x - b.x, a.y - b.y, a.width - b.width, a.height - b.height].every((d) => Math.abs(d) < 1);
