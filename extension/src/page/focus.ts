// Focusing a field, and guarding what is typed next: so that it takes the place
// of what the field holds, and not of what another one does.

import type { FocusArgs, FocusResult, LandedArgs, LandedResult, PagescriptElement, Held } from "@protocol/pagescript.gen";
import { activeElement, documentElement, hasFocus, localName } from "./dom";
import type { Guard } from "./guard";
import { describe, heldBy, isFocused, locate, noElement, resolve } from "./locate";
import { leave } from "./leave";
import type { Memory } from "./memory";

export function focus({ ref, keep = false }: FocusArgs, memory: Memory, guard: Guard): FocusResult {
  if (ref === "") return guardFocused(memory, guard);
  const target = resolve(ref, memory);
  if ("gone" in target) return { element: target.gone, here: false, child: false };
  const { element, number } = target;
  if (!keep || !isFocused(element)) take(element);
  if (!keep) selectAll(element);
  // Where it does not take the focus nothing is typed, and a person's keys must not be held back.
  if (isFocused(element) && keep) guard.keysTyped(() => isFocused(element));
  else if (isFocused(element)) guard.filling(element, () => isFocused(element));
  return { element: describe(element, ref, number, memory), here: hasFocus(), child: false };
}

// What has the focus keeps it; keys that would reach anything else are held back.
function guardFocused(memory: Memory, guard: Guard): FocusResult {
  const active = activeElement();
  guard.keysTyped(() => activeElement() === active);
  const child = active instanceof HTMLIFrameElement || active instanceof HTMLFrameElement;
  return { element: focused(memory) ?? noElement, here: hasFocus(), child };
}

// The element with the focus; the page as a whole has it where nothing in it does.
function focused(memory: Memory): PagescriptElement | undefined {
  const active = activeElement();
  if (active === null || active === documentElement() || localName(active) === "body") return undefined;
  const number = memory.numberOf(active);
  return describe(active, `e${number}`, number, memory);
}

/** Lifts the guard and tells what became of the input. A field that was filled in is left for the page to hear of it. */
export function landed({ ref, want = "", focus: asked = false }: LandedArgs, memory: Memory, guard: Guard): LandedResult {
  const where = guard.lift();
  const held = guard.filled && ref !== "" ? leaveFilled(ref, memory, want, guard.noted) : undefined;
  const element = ref === "" ? noElement : locate(ref, memory, want);
  const now = asked ? focused(memory) : undefined;
  const took = held !== undefined && isOther(held, element) ? held : undefined;
  return {
    landed: where,
    element,
    ...(guard.keys > 0 ? { keys: guard.keys } : {}),
    ...(guard.slipped ? { slipped: true } : {}),
    ...(now === undefined ? {} : { focus: now }),
    ...(took === undefined ? {} : { took }),
    ...(held === undefined || guard.came === undefined ? {} : { typed: guard.came === want ? "equal" : "other" }),
  };
}

// Leaves a field, and tells what it held: on hearing of it a page may take the value away, to add or to send it. It may have
// done so before, a moment after it was typed.
function leaveFilled(ref: string, memory: Memory, want: string, noted: string | undefined): Held | undefined {
  const target = resolve(ref, memory);
  if ("gone" in target) return undefined;
  const held = heldBy(target.element, memory, want);
  leave(target.element);
  if (noted !== want) return held;
  return held.masked ? { ...held, match: "equal" } : { ...held, value: want };
}

const isOther = (held: Held, now: PagescriptElement): boolean => now.gone || now.value !== held.value || now.match !== held.match;

function take(element: Element): void {
  if (element instanceof HTMLElement) HTMLElement.prototype.focus.call(element);
  else if (element instanceof SVGElement) SVGElement.prototype.focus.call(element);
}

function selectAll(element: Element): void {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) element.select();
  else if (element instanceof HTMLElement && element.isContentEditable) getSelection()?.selectAllChildren(element);
}
