// What a page itself says is not done yet: a part that is marked busy, or a bar
// of which nobody knows how far it is. Only what a person can see counts.

import { attribute, closest, documentElement, matches, queryAll, rootOf } from "./dom";
import type { Flat } from "./lines";
import { Names } from "./names";
import { roleOf } from "./roles";
import { boxOf, isOnPage, sightOf, type View, viewNow } from "./sight";
import { clean, cut, limits, quote } from "./text";

const parts = '[aria-busy="true" i]';
const bars = '[role="progressbar" i]:not([aria-valuenow]), progress:not([value])';

/** Names the first thing that says so, as a line does; empty where none does. What is in shadow roots is known by their lines. */
export function busy(flat: readonly Flat[]): string {
  const root = documentElement();
  if (root === null) return "";
  const view = viewNow();
  const bar = [...queryAll(root, bars)].find((element) => isSeen(element, view)) ?? flat.find(({ line }) => line.role === "progressbar" && matches(line.element, bars))?.line.element;
  if (bar !== undefined) return words(bar, "progressbar");
  const part = matches(root, parts) ? root : [root, ...shadowsOf(flat)].flatMap((tree) => [...queryAll(tree, parts)]).find((element) => isThere(element));
  return part === undefined ? "" : `${words(part, roleOf(part) || "part of the page")} aria-busy`;
}

// The shadow roots that lines stand in, and those around them.
function shadowsOf(flat: readonly Flat[]): Set<ShadowRoot> {
  const found = new Set<ShadowRoot>();
  for (const { line } of flat) {
    for (let root = rootOf(line.element); root instanceof ShadowRoot && !found.has(root); root = rootOf(root.host)) found.add(root);
  }
  return found;
}

// A part that waits for what is in it may have no size yet.
const isThere = (element: Element): boolean => sightOf(element) !== "gone" && closest(element, '[aria-hidden="true"], [inert]') === null;

const isSeen = (element: Element, view: View): boolean => isThere(element) && isOnPage(element, boxOf(element), view);

function words(element: Element, role: string): string {
  const name = clean(new Names().of(element, role)) || clean(attribute(element, "aria-valuetext") ?? "");
  return name === "" ? role : `${role} ${quote(cut(name, limits.name))}`;
}
