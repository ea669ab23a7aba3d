// Draws into a document for tests, and lets pass what drawing leaves for later.

import { render, type VNode } from "preact";
import { act } from "preact/test-utils";
import { vi } from "vitest";

export async function draw(node: VNode): Promise<HTMLElement> {
  const root = document.createElement("div");
  document.body.replaceChildren(root);
  await act(() => render(node, root));
  return root;
}

/** Ends what is drawn. */
export function clear(root: HTMLElement): void {
  render(null, root);
}

/** Does something that changes what is drawn, and waits for the change. */
export async function doing(work: () => void): Promise<void> {
  await act(work);
}

/** The one element that the selector names. */
export function one(root: ParentNode, selector: string): HTMLElement {
  const found = [...root.querySelectorAll<HTMLElement>(selector)];
  const [first] = found;
  if (first === undefined || found.length > 1) throw new Error(`${found.length} elements for ${selector}`);
  return first;
}

export function press(target: Element, key: string, more: KeyboardEventInit = {}): KeyboardEvent {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more });
  target.dispatchEvent(event);
  return event;
}

/** Waits until a check passes. Generously: a machine under load is slow, and what passes is not waited for longer. */
export async function soon(check: () => void): Promise<void> {
  await vi.waitFor(check, { timeout: 15_000, interval: 10 });
}
