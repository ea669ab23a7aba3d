// What an element is to a reader: its ARIA role, native or stated, and a few
// roles of ours where ARIA has none (clickable, file, date and the like).

import { attribute, closest, firstChild, hasAttribute, isElement, localName, nextSibling } from "./dom";

/** Roles that can be acted on: they get a ref. */
export const controls: ReadonlySet<string> = new Set([
  "button", "link", "textbox", "searchbox", "combobox", "listbox", "checkbox", "radio", "switch", "slider", "spinbutton", "tab",
  "menuitem", "menuitemcheckbox", "menuitemradio", "option", "treeitem", "file", "date", "time", "datetime", "month", "week", "color",
  "video", "audio", "canvas",
]);

/** Roles with a line of their own around what is in them. */
export const containers: ReadonlySet<string> = new Set([
  "main", "navigation", "banner", "contentinfo", "complementary", "search", "form", "article", "dialog", "alertdialog", "tablist",
  "tabpanel", "menu", "menubar", "toolbar", "tree", "treegrid", "radiogroup", "feed",
]);

/** Roles with a line only when they have a name. */
export const namedContainers: ReadonlySet<string> = new Set(["region", "group", "figure"]);

/** Roles whose text stands in their own line. */
export const messages: ReadonlySet<string> = new Set(["status", "alert", "log", "timer", "marquee", "tooltip"]);

const others = [
  "heading", "list", "listitem", "table", "grid", "row", "cell", "gridcell", "columnheader", "rowheader", "rowgroup", "img", "image",
  "progressbar", "meter", "separator", "paragraph", "generic",
];
const known: ReadonlySet<string> = new Set([...controls, ...containers, ...namedContainers, ...messages, ...others]);
const shown: ReadonlySet<string> = new Set(["file", "date", "time", "datetime", "month", "week", "color", "video", "audio", "canvas"]);

const inputs: ReadonlyMap<string, string> = new Map(Object.entries({
  button: "button", submit: "button", reset: "button", image: "button", checkbox: "checkbox", radio: "radio", range: "slider",
  number: "spinbutton", search: "searchbox", file: "file", date: "date", time: "time", "datetime-local": "datetime", month: "month",
  week: "week", color: "color", hidden: "",
}));

// By the name of an element, so that a walk looks up once what most elements are; some have to be asked more.
type Role = string | ((element: Element) => string);
const natives: ReadonlyMap<string, Role> = new Map(Object.entries<Role>({
  button: "button", textarea: "textbox", h1: "heading", h2: "heading", h3: "heading", h4: "heading", h5: "heading",
  h6: "heading", nav: "navigation", main: "main", aside: "complementary", search: "search", form: "form", article: "article",
  section: "region", fieldset: "group", figure: "figure", dialog: "dialog", ul: "list", ol: "list", menu: "list", li: "listitem",
  table: "table", tbody: "rowgroup", thead: "rowgroup", tfoot: "rowgroup", tr: "row", td: "cell", th: "columnheader", img: "img", svg: "img",
  progress: "progressbar", meter: "meter", output: "status", hr: "separator", video: "video", audio: "audio",
  iframe: "iframe", frame: "iframe", option: "option",
  a: (element) => (hasAttribute(element, "href") || hasAttribute(element, "xlink:href") ? "link" : ""),
  area: (element) => (hasAttribute(element, "href") ? "link" : ""),
  input: inputRole,
  select: (element) => (hasAttribute(element, "multiple") || Number(attribute(element, "size")) > 1 ? "listbox" : "combobox"),
  header: (element) => (isOfPage(element) ? "banner" : ""),
  footer: (element) => (isOfPage(element) ? "contentinfo" : ""),
  canvas: (element) => (hasAttribute(element, "aria-label") || hasAttribute(element, "tabindex") ? "canvas" : ""),
  summary: (element) => (isFirstSummary(element) ? "button" : ""),
}));

/** The role of an element, empty where it has none worth telling. */
export function roleOf(element: Element): string {
  const native = nativeRole(element);
  const stated = attribute(element, "role");
  if (stated === null) return native === "" && isEditingHost(element) ? "textbox" : native;
  if (native === "iframe") return native;
  for (const token of stated.toLowerCase().split(/\s+/)) {
    if (token === "presentation" || token === "none") return controls.has(native) ? native : "";
    // A role that hides how a native field is filled would mislead.
    if (known.has(token) && !shown.has(token)) return native === "file" ? native : token === "image" ? "img" : token;
  }
  return native === "" && isEditingHost(element) ? "textbox" : native;
}

function nativeRole(element: Element): string {
  const role = natives.get(localName(element)) ?? "";
  return typeof role === "string" ? role : role(element);
}

function inputRole(element: Element): string {
  const role = inputs.get(element instanceof HTMLInputElement ? element.type : "text");
  if (role !== undefined && role !== "searchbox") return role;
  return hasAttribute(element, "list") ? "combobox" : (role ?? "textbox");
}

const isOfPage = (element: Element): boolean => closest(element, "article, aside, main, nav, section") === null;

function isFirstSummary(element: Element): boolean {
  const details = closest(element, "details");
  for (let child = details && firstChild(details); child !== null; child = nextSibling(child)) {
    if (isElement(child) && localName(child) === "summary") return child === element;
  }
  return false;
}

/** Whether an element is the outermost that a person can type in. */
export function isEditingHost(element: Element): boolean {
  const stated = attribute(element, "contenteditable");
  return stated !== null && stated.toLowerCase() !== "false" && element instanceof HTMLElement && element.isContentEditable;
}

/** Whether an element stands for an action though it has no role: a handler in its markup or a place in the tab order. */
export function isMarkedClickable(element: Element): boolean {
  const order = attribute(element, "tabindex");
  return (order !== null && !order.trim().startsWith("-")) || hasAttribute(element, "onclick");
}
