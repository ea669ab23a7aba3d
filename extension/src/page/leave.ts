// Leaving a field that was filled in. A browser tells a page that a field has
// changed once the focus leaves it: pages then save, check or reckon. A person
// who has filled in a field goes on; so the focus leaves it for a moment, and
// comes back at once, since what follows may be keys. Of that the page hears
// the change alone, and hears it once.

import { activeElement, closest, documentElement, holds, isConnected, localName } from "./dom";

const moves = ["blur", "focusout", "focus", "focusin"];
// What offers a choice for what was typed is not left before one is made.
const offers = "[role=combobox], [aria-autocomplete=list], [aria-autocomplete=both], [aria-expanded=true]";

export function leave(field: Element): void {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  if (activeElement() !== field || closest(field, offers) !== null) return;
  // Where the page itself moves the focus meanwhile, it hears of it.
  const hush = (event: Event): void => {
    const [where] = event.composedPath();
    if (where instanceof Node && holds(where, field) && (isNobody() || activeElement() === field)) event.stopImmediatePropagation();
  };
  for (const kind of moves) addEventListener(kind, hush, { capture: true });
  try {
    HTMLElement.prototype.blur.call(field);
    if (isConnected(field) && isNobody()) HTMLElement.prototype.focus.call(field, { preventScroll: true });
  } finally {
    for (const kind of moves) removeEventListener(kind, hush, { capture: true });
  }
}

function isNobody(): boolean {
  const active = activeElement();
  return active === null || active === documentElement() || localName(active) === "body";
}
