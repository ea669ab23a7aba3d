// Fields that pages hide and draw again: a ticked box that is really a styled
// label, a file chooser behind a button. They are listed while a person can
// reach them, and a click for them goes to what the person sees.

import { type Box, localName } from "./dom";
import type { Names } from "./names";
import { boxOf, imageOf, isLegible, isOnPage, isSeenUnfaded, sightOf, type View } from "./sight";

/** What a look at the page carries along. */
export interface Look {
  readonly names: Names;
  readonly view: View;
}

/** Whether an element is of the kind that pages draw themselves. */
export function isRaised(element: Element, role: string): boolean {
  if (element instanceof HTMLSelectElement) return true;
  return element instanceof HTMLInputElement && (role === "checkbox" || role === "radio" || role === "switch" || role === "file");
}

export const isTiny = (box: Box): boolean => box.width < 4 || box.height < 4;

/** Where a person sees a field that is not drawn: its own faded box, or its label. An area is seen where its image is. */
export function raisedBox(element: Element, look: Look): Box | undefined {
  if (localName(element) === "area") {
    const image = element instanceof HTMLAreaElement ? imageOf(element) : undefined;
    return image !== undefined && sightOf(image) === "shown" ? boxOf(element) : undefined;
  }
  const own = boxOf(element);
  if (isSeenUnfaded(element) && !isTiny(own) && isOnPage(element, own, look.view)) return own;
  return labelBox(element, look);
}

/** The box of the first label of a field that can be seen. */
export function labelBox(element: Element, look: Look): Box | undefined {
  const label = seenLabel(element, look);
  return label === undefined ? undefined : boxOf(label);
}

export function seenLabel(element: Element, look: Look): Element | undefined {
  return look.names.labelsOf(element).find((label) => sightOf(label) === "shown" && isLegible(label, boxOf(label), look.view));
}
