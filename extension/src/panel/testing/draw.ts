// Draws into a document for tests, and lets pass what drawing leaves for later.

import { render, type VNode } from "preact";
import { act } from "preact/test-utils";

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
