// Focusing a field and selecting all it holds, so that what is typed next takes
// its place, and not that of what another field holds.

import type { PagescriptElement } from "@protocol/pagescript.gen";
import type { Guard } from "./guard";
import { describe, isFocused, resolve } from "./locate";
import type { Memory } from "./memory";

export function focus(ref: string, memory: Memory, guard: Guard): PagescriptElement {
  const target = resolve(ref, memory);
  if ("gone" in target) return target.gone;
  const { element, number } = target;
  if (element instanceof HTMLElement) HTMLElement.prototype.focus.call(element);
  else if (element instanceof SVGElement) SVGElement.prototype.focus.call(element);
  selectAll(element);
  guard.typing(() => isFocused(element));
  return describe(element, ref, number, memory);
}

function selectAll(element: Element): void {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) element.select();
  else if (element instanceof HTMLElement && element.isContentEditable) getSelection()?.selectAllChildren(element);
}
