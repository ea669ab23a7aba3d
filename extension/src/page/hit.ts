// Where to press so that the press reaches an element and nothing else: points
// are tried until the browser's own hit test answers with it.

import { type Box, closest, drawnParent, firstElement, hasAttribute, holds, isElement, localName, queryAll, rectsOf, shadowOf, slotAt } from "./dom";
import { controls, roleOf } from "./roles";

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A point that reaches the target, or what is in the way: empty means that the target itself has nothing there. */
export type Hit = { readonly point: Point } | { readonly cover: Element | undefined };

/** Tries points of a target until one reaches it. Box is where it is seen. */
export function hitTest(target: Element, box: Box): Hit {
  let cover: Element | undefined;
  for (const point of points(target, box)) {
    const hit = elementAt(point);
    if (hit === undefined) continue;
    if (reaches(hit, target)) return { point };
    if (cover === undefined && !holds(hit, target)) cover = hit;
  }
  return { cover };
}

/** A point of the document in an iframe, and the size of that document's view. */
export interface Inside {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Tests the one point of an iframe where a point of its document is drawn. Box is where the iframe is seen. */
export function hitInside(frame: Element, box: Box, inside: Inside): Hit {
  const view = frameView(frame, box);
  const point = { x: view.x + inside.x * ratio(view.width, inside.width), y: view.y + inside.y * ratio(view.height, inside.height) };
  const hit = elementAt(point);
  if (hit === frame) return { point };
  return { cover: hit === undefined || holds(hit, frame) ? undefined : hit };
}

// The view's size is told in whole pixels: less than one of difference is no scale.
export const ratio = (drawn: number, size: number): number => (size <= 0 || Math.abs(drawn - size) < 1 ? 1 : drawn / size);

// The box inside border and padding, as it is drawn: transforms and zoom scale all of it alike.
export function frameView(frame: Element, box: Box): Box {
  if (!(frame instanceof HTMLElement)) return box;
  const style = getComputedStyle(frame);
  const kx = frame.offsetWidth > 0 ? box.width / frame.offsetWidth : 1;
  const ky = frame.offsetHeight > 0 ? box.height / frame.offsetHeight : 1;
  const left = parseFloat(style.paddingLeft);
  const top = parseFloat(style.paddingTop);
  return {
    x: box.x + (frame.clientLeft + left) * kx,
    y: box.y + (frame.clientTop + top) * ky,
    width: (frame.clientWidth - left - parseFloat(style.paddingRight)) * kx,
    height: (frame.clientHeight - top - parseFloat(style.paddingBottom)) * ky,
  };
}

/** Whether an element is drawn turned or skewed, by itself or by what is around it: then its box does not tell where its points are. */
export function isTurned(element: Element): boolean {
  for (let node: Node | null = element; node !== null; node = drawnParent(node)) {
    if (!isElement(node)) continue;
    const { rotate, transform, offsetPath } = getComputedStyle(node);
    if (rotate !== "none" || offsetPath !== "none") return true;
    if (transform === "none") continue;
    const { b, c, is2D } = new DOMMatrix(transform);
    if (!is2D || Math.abs(b) > 1e-6 || Math.abs(c) > 1e-6) return true;
  }
  return false;
}

/** What the browser finds at a point, through shadow roots. */
export function elementAt(point: Point): Element | undefined {
  const found = Document.prototype.elementFromPoint.call(document, point.x, point.y);
  return found === null ? undefined : innermost(found, point);
}

/** What is found at a point of an element, within its shadow roots, closed ones too. */
export function innermost(host: Element, { x, y }: Point): Element {
  let found = host;
  for (let root = shadowOf(found); root !== null; root = shadowOf(found)) {
    const inner = root.elementFromPoint(x, y);
    if (inner === null || inner === found) return slotAt(found, x, y) ?? found;
    found = inner;
  }
  return found;
}

/** Whether a press on what was hit is a press on the target. */
export function reaches(hit: Element, target: Element): boolean {
  if (hit === target) return true;
  if (holds(target, hit)) return !hasOwnAction(hit, target);
  return activates(hit, target);
}

// Whether something between hit and target takes the press for itself.
function hasOwnAction(hit: Element, target: Element): boolean {
  for (let node: Node | null = hit; node !== null && node !== target; node = drawnParent(node)) {
    if (!isElement(node)) continue;
    if (controls.has(roleOf(node)) || hasAttribute(node, "onclick")) return true;
    if (node instanceof HTMLLabelElement && node.control !== null && node.control !== target && !holds(target, node.control)) return true;
  }
  return false;
}

// A press on a label is a press on its field, unless something in the label takes it.
function activates(hit: Element, target: Element): boolean {
  const label = labelAround(hit);
  return label?.control === target && !hasOwnAction(hit, label);
}

function labelAround(hit: Element): HTMLLabelElement | undefined {
  for (let node: Node | null = hit; node !== null; node = drawnParent(node)) if (node instanceof HTMLLabelElement) return node;
  return undefined;
}

function* points(target: Element, box: Box): Generator<Point> {
  const rects = localName(target) === "area" ? [box] : rectsOf(target);
  const parts = [box, ...(rects.length > 1 ? rects : [])].map(inViewport).filter((part) => part !== undefined);
  for (const part of parts) yield at(part, 0.5, 0.5);
  if (box.width < 4 || box.height < 4) yield* onPixels(box);
  for (const part of parts.slice(0, 4)) {
    for (const fy of [0.5, 0.2, 0.8]) for (const fx of [0.15, 0.5, 0.85]) yield at(part, fx, fy);
  }
  if (target instanceof SVGElement) yield* onOutline(target);
  else if (firstElement(target) !== null && rects.length <= 1) yield* inChildren(target);
}

const at = (part: Box, fx: number, fy: number): Point => ({ x: part.x + part.width * fx, y: part.y + part.height * fy });

// The browser draws on whole pixels: a dot may be drawn beside the middle of its box.
function* onPixels(box: Box): Generator<Point> {
  for (let y = Math.floor(box.y); y <= box.y + box.height && y < box.y + 6; y++) {
    for (let x = Math.floor(box.x); x <= box.x + box.width && x < box.x + 6; x++) yield { x, y };
  }
}

function inViewport(box: Box): Box | undefined {
  const x = Math.max(box.x, 0);
  const y = Math.max(box.y, 0);
  const width = Math.min(box.x + box.width, innerWidth) - x;
  const height = Math.min(box.y + box.height, innerHeight) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : undefined;
}

// A link around something that floats out of it, say.
function* inChildren(target: Element): Generator<Point> {
  let tried = 0;
  for (const child of queryAll(target, "*")) {
    if (++tried > 12) return;
    for (const part of rectsOf(child).map(inViewport)) if (part !== undefined) yield at(part, 0.5, 0.5);
  }
}

// A drawing may be a line around nothing: points on the line itself.
function* onOutline(target: SVGElement): Generator<Point> {
  const shapes = target instanceof SVGGeometryElement ? [target] : [...queryAll(target, "*")].filter((one) => one instanceof SVGGeometryElement);
  for (const shape of shapes.slice(0, 6)) {
    const matrix = shape.getScreenCTM();
    const length = lengthOf(shape);
    if (matrix === null || length <= 0) continue;
    for (const part of [0.125, 0.375, 0.625, 0.875]) {
      const { x, y } = shape.getPointAtLength(length * part).matrixTransform(matrix);
      yield { x, y };
    }
  }
}

function lengthOf(shape: SVGGeometryElement): number {
  try {
    return shape.getTotalLength();
  } catch {
    return 0; // it is not drawn
  }
}

/**
 * The element to name as the cover: the control at the point, else the largest
 * thing there that does not hold the target, which is the banner or the veil.
 */
export function coverOf(hit: Element, target: Element): Element {
  let outermost = hit;
  for (let node: Node | null = hit; isElement(node) && !holds(node, target); node = drawnParent(node)) {
    if (controls.has(roleOf(node))) return node;
    outermost = node;
  }
  const dialog = closest(hit, "dialog, [role=dialog], [role=alertdialog]");
  return dialog !== null && !holds(dialog, target) ? dialog : outermost;
}
