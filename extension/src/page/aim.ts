// Aiming: bring an element into view, wait until it stands still, and find the
// point that reaches it. A press at that point then does what a person's would;
// where it would not, the answer says why and what is in the way.

import type { AimArgs, AimResult } from "@protocol/pagescript.gen";
import { type Box, drawnParent, isConnected, rectOf } from "./dom";
import { twoFrames } from "./drawing";
import { ownPath } from "./frames";
import type { Guard } from "./guard";
import { coverOf, hitInside, hitTest, type Hit, innermost, isTurned, reaches } from "./hit";
import { body } from "./lines";
import { describe, isEnabled, resolve, seenBox } from "./locate";
import type { Memory, Place } from "./memory";
import { Names } from "./names";
import { seenLabel } from "./raised";
import { roleOf } from "./roles";
import { viewNow } from "./sight";
import { pageURL } from "./snapshot";
import { Walk } from "./walk";

/** What has stood at one place this long, in milliseconds, stands still: two frames and some. */
const settled = 40;
/**
 * How long to wait for two frames, in milliseconds: as long as they take. Where none come (a hidden tab, a busy machine),
 * layout alone tells what moves, and what is being animated is looked at again.
 */
const withoutFrames = 34;
/** How often to look again at something that moves. */
const looks = 12;

export async function aim({ ref, guard: guarded, inside }: AimArgs, memory: Memory, guard: Guard): Promise<AimResult> {
  const target = resolve(ref, memory);
  const here = (): { width: number; height: number; url: string; frame: string } => ({ width: innerWidth, height: innerHeight, url: pageURL(), frame: ownPath() });
  if ("gone" in target) return { element: target.gone, x: 0, y: 0, problem: "gone", ...here() };
  const { element, number } = target;
  const answer = (problem: string, more: { x?: number; y?: number; cover?: string } = {}): AimResult => {
    const account = isConnected(element) ? describe(element, ref, number, memory) : { ...describe(element, ref, number, memory), gone: true };
    return { element: account, x: 0, y: 0, ...more, problem, ...here() };
  };
  const names = new Names();
  const seen = (): Box | undefined => seenBox(element, roleOf(element), { names, view: viewNow() });
  if (seen() === undefined) return answer("hidden");
  if (!isEnabled(element)) return answer("disabled");
  if (inside !== undefined && isTurned(element)) return answer("turned");
  const hit = (box: Box): Hit => (inside === undefined ? hitTest(element, box) : hitInside(element, box, inside));
  const found = await findPoint(element, seen, hit, memory);
  if (!isConnected(element)) return answer("gone");
  switch (found.problem) {
    case "":
      if (guarded === true) guard.press((hit, point) => reaches(innermost(hit, point), element));
      return answer("", found.point);
    case "covered":
      return answer("covered", { cover: coverLine(found.cover, element, memory) });
    default:
      return answer(found.problem);
  }
}

type Aimed =
  | { readonly problem: ""; readonly point: { x: number; y: number } }
  | { readonly problem: "covered"; readonly cover: Element }
  | { readonly problem: "hidden" | "moving" | "empty_middle" };

// First where it is; then in the middle of the view, clear of fixed headers;
// then at either end, which may bring it out from under something tall.
// A frame may itself be out of view, which only scrolling can tell and mend.
const places = (): readonly (ScrollLogicalPosition | undefined)[] => [parent === window ? undefined : "nearest", "center", "start", "end"];

async function findPoint(element: Element, seen: () => Box | undefined, hitIn: (box: Box) => Hit, memory: Memory): Promise<Aimed> {
  let first: Aimed = { problem: "hidden" };
  for (const place of places()) {
    if (place !== undefined) scrollTo(element, place, memory);
    const box = await standsStill(element, seen, memory, place !== undefined);
    if (box === "moving" || box === undefined) return { problem: box ?? "hidden" };
    const hit = hitIn(box);
    if ("point" in hit) return { problem: "", point: hit.point };
    if (first.problem === "hidden") first = problemOf(hit, box);
  }
  return first;
}

function problemOf(hit: Hit, box: Box): Aimed {
  if ("cover" in hit && hit.cover !== undefined) return { problem: "covered", cover: hit.cover };
  return isInView(box) ? { problem: "empty_middle" } : { problem: "hidden" };
}

const isInView = ({ x, y, width, height }: Box): boolean => y + height > 0 && x + width > 0 && y < innerHeight && x < innerWidth;

function scrollTo(element: Element, block: ScrollLogicalPosition, memory: Memory): void {
  Element.prototype.scrollIntoView.call(drawnFor(element, memory), { block, inline: "center", behavior: "instant" });
}

// A field drawn by its label is brought into view by the label.
function drawnFor(element: Element, memory: Memory): Element {
  const box = rectOf(element);
  return box.width >= 4 && box.height >= 4 ? element : (seenLabel(element, new Walk(memory)) ?? element);
}

/**
 * Waits until the box has been the same for two frames, for four where it is
 * being animated: what goes to and fro passes the same place twice. What was
 * seen at this place before, a while ago, and is not being animated, need not
 * wait.
 */
async function standsStill(element: Element, seen: () => Box | undefined, memory: Memory, scrolled: boolean): Promise<Box | "moving" | undefined> {
  let before: Place | undefined;
  let drawn = false;
  let same = 0;
  for (let look = 0; look < looks; look++) {
    const box = seen();
    if (box === undefined) return undefined;
    const { place } = memory.see(element, box, viewNow());
    const animated = isAnimated(element);
    if (look === 0 && !scrolled && !animated && performance.now() - place.since >= settled) return box;
    // Where frames are late, an animated thing stands still only because nothing was drawn.
    same = look > 0 && place === before && (drawn || !animated) ? same + 1 : 0;
    if (same > (animated ? 1 : 0)) return box;
    before = place;
    drawn = (await twoFrames(withoutFrames)) || document.hidden;
    if (!isConnected(element)) return undefined;
  }
  return "moving";
}

/** Whether a running animation moves an element or something around it. */
function isAnimated(element: Element): boolean {
  const running = Document.prototype.getAnimations.call(document).filter((one) => one.playState === "running");
  if (running.length === 0) return false;
  const around = new Set<Node>();
  for (let node: Node | null = element; node !== null; node = drawnParent(node)) around.add(node);
  return running.some(({ effect }) => effect instanceof KeyframeEffect && effect.target !== null && around.has(effect.target));
}

function coverLine(hit: Element, target: Element, memory: Memory): string {
  const line = new Walk(memory).line(coverOf(hit, target));
  return body({ ...line, names: line.names.map((name) => name.slice(0, 100)) }, "");
}
