// Where a document stands among the frames of its tab. Parent and child agree
// on an index that both can see, also across origins, so the host can nest the
// child's snapshot without asking the page anything.

import { attribute, hasAttribute, rectOf } from "./dom";
import { viewNow } from "./sight";

/** The path of this document: its index in its parent after the parent's path; empty at the top. */
export function ownPath(): string {
  return (pathOf(window) ?? []).join(".");
}

/** The path that the document in an iframe reports of itself; empty where there is none. */
export function childPath(frame: Element): string {
  const own = pathOf(window);
  const inner = frame instanceof HTMLIFrameElement || frame instanceof HTMLFrameElement ? frame.contentWindow : null;
  const index = inner === null ? -1 : indexIn(window, inner);
  return own === undefined || index < 0 ? "" : [...own, index].join(".");
}

export function frameMark(frame: Element): string {
  const path = childPath(frame);
  return path === "" ? "" : ` [frame=${path}]`;
}

/**
 * Whether the document that an iframe is to show has not come yet: until then an empty one of ours stands there. One that is
 * asked for only when it is near the view is on no way before that.
 */
export function isOnItsWay(frame: Element): boolean {
  const address = attribute(frame, "src")?.trim() ?? "";
  if (address === "" || /^(about|javascript):/i.test(address) || hasAttribute(frame, "srcdoc")) return false;
  if (attribute(frame, "loading")?.trim().toLowerCase() === "lazy" && !isInView(frame)) return false;
  return addressIn(frame) === "about:blank";
}

function isInView(frame: Element): boolean {
  const { x, y, width, height } = rectOf(frame);
  const view = viewNow();
  return y + height > 0 && x + width > 0 && y < view.height && x < view.width;
}

function addressIn(frame: Element): string {
  try {
    return frame instanceof HTMLIFrameElement || frame instanceof HTMLFrameElement ? (frame.contentWindow?.location.href ?? "") : "";
  } catch {
    return ""; // a document of another site is there
  }
}

/** The iframe of this document that holds the child with a path. */
export function frameAt(path: string): Element | undefined {
  for (const name of ["iframe", "frame"]) {
    for (const frame of Document.prototype.getElementsByTagName.call(document, name)) if (childPath(frame) === path) return frame;
  }
  return undefined;
}

function pathOf(view: Window): number[] | undefined {
  if (view.parent === view) return [];
  const above = pathOf(view.parent);
  const index = indexIn(view.parent, view);
  return above === undefined || index < 0 ? undefined : [...above, index];
}

// A frame in a shadow root is not counted among its parent's frames.
function indexIn(parent: Window, child: Window): number {
  for (let i = 0; i < parent.length; i++) if (parent[i] === child) return i;
  return -1;
}
