// Fields that pages hide and draw again: a ticked box that is really a styled
// label, a file chooser behind a button. They are listed while a person can
// reach them, and a click for them goes to what the person sees.

import { localName } from "./dom";
import type { Names } from "./names";
import { controls, roleOf } from "./roles";
import { boxOf, imageOf, isLegible, isOnPage, isSeenUnfaded, sightOf } from "./sight";

/** Whether an element is of the kind that pages draw themselves. */
export function isRaised(element: Element, role: string): boolean {
  if (element instanceof HTMLSelectElement) return true;
  return element instanceof HTMLInputElement && (role === "checkbox" || role === "radio" || role === "switch" || role === "file");
}

export const isTiny = (box: DOMRect): boolean => box.width < 4 || box.height < 4;

/** Where a person sees a field that is not drawn: its own faded box, or its label. An area is seen where its image is. */
export function raisedBox(element: Element, names: Names): DOMRect | undefined {
  if (localName(element) === "area") {
    const image = element instanceof HTMLAreaElement ? imageOf(element) : undefined;
    return image !== undefined && sightOf(image) === "shown" ? boxOf(element) : undefined;
  }
  const own = boxOf(element);
  if (isSeenUnfaded(element) && !isTiny(own) && isOnPage(element, own)) return own;
  return labelBox(element, names);
}

/** The box of the first label of a field that can be seen. */
export function labelBox(element: Element, names: Names): DOMRect | undefined {
  const label = seenLabel(element, names);
  return label === undefined ? undefined : boxOf(label);
}

export function seenLabel(element: Element, names: Names): Element | undefined {
  return names.labelsOf(element).find((label) => sightOf(label) === "shown" && isLegible(label, boxOf(label)));
}

/** Whether a snapshot has a line for a field. */
export function isListed(field: Element, names: Names): boolean {
  const role = roleOf(field);
  return controls.has(role) && (sightOf(field) === "shown" || (isRaised(field, role) && raisedBox(field, names) !== undefined));
}
