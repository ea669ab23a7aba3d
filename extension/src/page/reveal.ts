// Showing an element to the page's own world, which knows nothing of refs: the
// nodes are the same in both worlds, and an event names its node. Only a listener
// for that one name hears it, and the page is not changed.

import type { PagescriptElement, RevealArgs } from "@protocol/pagescript.gen";
import { documentElement, rootOf } from "./dom";
import { describe, noElement, resolve } from "./locate";
import type { Memory } from "./memory";

export function reveal({ ref, event }: RevealArgs, memory: Memory): PagescriptElement {
  if (ref === "") {
    const root = documentElement();
    if (root !== null) tell(root, event);
    return noElement;
  }
  const target = resolve(ref, memory);
  if ("gone" in target) return target.gone;
  const account = describe(target.element, ref, target.number, memory);
  for (let root = rootOf(target.element); root instanceof ShadowRoot; root = rootOf(root.host)) {
    if (root.mode === "closed") throw new Error(`${account.line} is in a closed shadow root, which scripts of the page cannot reach. Leave the ref out.`);
  }
  tell(target.element, event);
  return account;
}

function tell(element: Element, name: string): void {
  EventTarget.prototype.dispatchEvent.call(element, new Event(name, { bubbles: true, composed: true }));
}
