// The document as the page cannot bend it. An isolated world has its own
// prototypes, but named properties are shared: <form><input name="children">
// makes form.children an input, and <img name="body"> replaces document.body.
// So whatever may be a form or the document is read through the getters and
// methods of the prototypes, and nothing in this folder reads it otherwise.

function getter<T extends object, K extends keyof T>(prototype: T, key: K): () => T[K] {
  const found: TypedPropertyDescriptor<T[K]> | undefined = Object.getOwnPropertyDescriptor(prototype, key);
  if (found?.get === undefined) throw new Error(`this browser has no ${String(key)}`);
  return found.get;
}

const getFirstChild = getter(Node.prototype, "firstChild");
const getNextSibling = getter(Node.prototype, "nextSibling");
const getPreviousSibling = getter(Node.prototype, "previousSibling");
const getParentNode = getter(Node.prototype, "parentNode");
const getIsConnected = getter(Node.prototype, "isConnected");
const getTextContent = getter(Node.prototype, "textContent");
const getNodeType = getter(Node.prototype, "nodeType");
const getLocalName = getter(Element.prototype, "localName");
const getShadowRoot = getter(Element.prototype, "shadowRoot");
const getElementSlot = getter(Element.prototype, "assignedSlot");
const getTextSlot = getter(Text.prototype, "assignedSlot");
const getFirstElement = getter(Element.prototype, "firstElementChild");
const getLastElement = getter(Element.prototype, "lastElementChild");
const getDocumentElement = getter(Document.prototype, "documentElement");
const getTitle = getter(Document.prototype, "title");
const getActive = getter(Document.prototype, "activeElement");
const getScrollTop = getter(Element.prototype, "scrollTop");
const getScrollLeft = getter(Element.prototype, "scrollLeft");
const getScrollHeight = getter(Element.prototype, "scrollHeight");
const getScrollWidth = getter(Element.prototype, "scrollWidth");
const getClientHeight = getter(Element.prototype, "clientHeight");
const getClientWidth = getter(Element.prototype, "clientWidth");
const getScrollingElement = getter(Document.prototype, "scrollingElement");

const elementNode = 1;

export const firstChild = (node: Node): Node | null => getFirstChild.call(node);
export const nextSibling = (node: Node): Node | null => getNextSibling.call(node);
export const previousSibling = (node: Node): Node | null => getPreviousSibling.call(node);
export const isConnected = (node: Node): boolean => getIsConnected.call(node);
export const textContent = (node: Node): string => getTextContent.call(node) ?? "";
export const isElement = (node: Node | null | undefined): node is Element => node != null && getNodeType.call(node) === elementNode;
export const localName = (element: Element): string => getLocalName.call(element);
export const firstElement = (element: Element): Element | null => getFirstElement.call(element);
export const lastElement = (element: Element): Element | null => getLastElement.call(element);
export const documentElement = (): Element | null => getDocumentElement.call(document);
/** What scrolls when the page does. */
export const scrollingElement = (): Element | null => getScrollingElement.call(document);
export const hasFocus = (): boolean => Document.prototype.hasFocus.call(document);
export const documentTitle = (): string => getTitle.call(document);

// A walk asks a control for some eighteen attributes, of which it has two or three. The names that it has are read once
// and kept for as long as the walk asks about the same element; nothing else runs meanwhile, so they cannot change.
let asked: Element | null = null;
let written: readonly string[] = [];
let walking = false;

/** Runs a walk that changes nothing; within it an element is asked only for attributes that it has. */
export function whileWalking<T>(walk: () => T): T {
  const outer = walking;
  walking = true;
  try {
    return walk();
  } finally {
    walking = outer;
    asked = null;
  }
}

function lacks(element: Element, name: string): boolean {
  if (!walking) return false;
  if (element !== asked) {
    asked = element;
    written = Element.prototype.hasAttributes.call(element) ? Element.prototype.getAttributeNames.call(element) : [];
  }
  return !written.includes(name);
}

export const attribute = (element: Element, name: string): string | null =>
  lacks(element, name) ? null : Element.prototype.getAttribute.call(element, name);
export const hasAttribute = (element: Element, name: string): boolean =>
  !lacks(element, name) && Element.prototype.hasAttribute.call(element, name);
/** The id that a label names. Asked in the middle of questions about its field, whose attributes stay at hand. */
export const targetOf = (label: Element): string | null => Element.prototype.getAttribute.call(label, "for");
export const matches = (element: Element, selector: string): boolean => Element.prototype.matches.call(element, selector);
export const closest = (element: Element, selector: string): Element | null => Element.prototype.closest.call(element, selector);
export const query = (selector: string): Element | null => Document.prototype.querySelector.call(document, selector);
export const rectsOf = (element: Element): Box[] => [...Element.prototype.getClientRects.call(element)];
export const rootOf = (node: Node): Node => Node.prototype.getRootNode.call(node);

/** A box in the coordinates of the view. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The box of an element, copied: each question to the browser's own rectangle leaves the script, and a walk has a dozen for each box. */
export function rectOf(element: Element): Box {
  const { x, y, width, height } = Element.prototype.getBoundingClientRect.call(element);
  return { x, y, width, height };
}

/** All elements below root that match. */
export function queryAll(root: Node, selector: string): Iterable<Element> {
  if (root instanceof Document) return Document.prototype.querySelectorAll.call(root, selector);
  if (root instanceof DocumentFragment) return DocumentFragment.prototype.querySelectorAll.call(root, selector);
  return isElement(root) ? Element.prototype.querySelectorAll.call(root, selector) : [];
}

/** The element with an id in the tree that node is in: a document or a shadow root. */
export function byId(node: Node, id: string): Element | null {
  const root = rootOf(node);
  if (root instanceof Document) return Document.prototype.getElementById.call(root, id);
  return root instanceof DocumentFragment ? DocumentFragment.prototype.getElementById.call(root, id) : null;
}

/** What has the focus, through shadow roots. */
export function activeElement(): Element | null {
  let active = getActive.call(document);
  for (let root = active && shadowOf(active); root?.activeElement != null; root = active && shadowOf(active)) {
    active = root.activeElement;
  }
  return active;
}

/**
 * The shadow root of an element. Closed roots are opened where the browser lets
 * us (an extension's isolated world); asking costs, so only elements with a
 * custom name are asked about.
 */
export function shadowOf(element: Element): ShadowRoot | null {
  const open = getShadowRoot.call(element);
  if (open !== null || !localName(element).includes("-") || !(element instanceof HTMLElement)) return open;
  if (typeof chrome === "undefined" || typeof chrome.dom?.openOrClosedShadowRoot !== "function") return null;
  try {
    const root: unknown = chrome.dom.openOrClosedShadowRoot(element);
    return root instanceof ShadowRoot ? root : null;
  } catch {
    return null; // an element that cannot have one
  }
}

/** Calls visit for each child of an element as it is drawn: through shadow roots and slots. */
export function eachChild(element: Element, visit: (child: Node) => void): void {
  if (element instanceof HTMLSlotElement) {
    const assigned = element.assignedNodes();
    if (assigned.length > 0) {
      for (const child of assigned) visit(child);
      return;
    }
  }
  const folded = isFolded(element);
  for (let child = firstChild(shadowOf(element) ?? element); child !== null; child = nextSibling(child)) if (!folded || isElement(child)) visit(child);
}

// A closed details: of the elements in it the browser says that they are not drawn; its text has nobody to ask.
const isFolded = (element: Element): boolean => localName(element) === "details" && !hasAttribute(element, "open");

/** The parent as it is drawn: the slot of what is slotted, the host of a shadow root. */
export function drawnParent(node: Node): Node | null {
  const slot = slotOf(node);
  if (slot !== null) return slot;
  const parent = getParentNode.call(node);
  return parent instanceof ShadowRoot ? parent.host : parent;
}

function slotOf(node: Node): Element | null {
  const open = isElement(node) ? getElementSlot.call(node) : node instanceof Text ? getTextSlot.call(node) : null;
  return open ?? closedSlotOf(node);
}

// Of a closed root the browser does not say which slot it was.
function closedSlotOf(node: Node): Element | null {
  const host = getParentNode.call(node);
  if (!isElement(host) || !localName(host).includes("-") || getShadowRoot.call(host) !== null) return null;
  const root = shadowOf(host);
  if (root === null) return null;
  return [...queryAll(root, "slot")].find((slot) => slot instanceof HTMLSlotElement && slot.assignedNodes().includes(node)) ?? null;
}

/** The slot that draws the text of a host at a point: a hit test answers such text with the host, whatever is around the slot. */
export function slotAt(host: Element, x: number, y: number): Element | null {
  for (let child = firstChild(host); child !== null; child = nextSibling(child)) {
    const slot = child instanceof Text && child.data.trim() !== "" ? slotOf(child) : null;
    if (slot !== null && isDrawnAt(child, x, y) && getComputedStyle(slot).pointerEvents !== "none") return slot;
  }
  return null;
}

function isDrawnAt(text: Node, x: number, y: number): boolean {
  const range = new Range();
  range.selectNodeContents(text);
  return [...range.getClientRects()].some((box) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom);
}

/** Whether inner is outer or drawn inside it. */
export function holds(outer: Node, inner: Node): boolean {
  for (let node: Node | null = inner; node !== null; node = drawnParent(node)) if (node === outer) return true;
  return false;
}

/** How far an element is scrolled on one axis, how much of it is seen, and how much there is. */
export interface Extent {
  readonly at: number;
  readonly seen: number;
  readonly whole: number;
}

export function extentOf(element: Element, axis: "x" | "y"): Extent {
  return axis === "y"
    ? { at: getScrollTop.call(element), seen: getClientHeight.call(element), whole: getScrollHeight.call(element) }
    : { at: getScrollLeft.call(element), seen: getClientWidth.call(element), whole: getScrollWidth.call(element) };
}

/** Whether something between an element and the document has been scrolled. */
export function inScrolled(element: Element): boolean {
  for (let node = drawnParent(element); node !== null; node = drawnParent(node)) {
    if (!isElement(node) || node === documentElement() || localName(node) === "body") continue;
    if (getScrollTop.call(node) !== 0 || getScrollLeft.call(node) !== 0) return true;
  }
  return false;
}
