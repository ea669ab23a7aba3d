// What an element is called: the accessible name by the order that screen
// readers use, made cheap. Labels are looked up once a tree, since an element's
// own list of labels walks the whole document each time it is asked.

import {
  attribute, byId, closest, eachChild, firstChild, firstElement, hasAttribute, isElement, lastElement, localName, nextSibling, previousSibling, queryAll,
  rootOf, shadowOf, targetOf, textContent,
} from "./dom";
import { isLeftOut, sightOf } from "./sight";
import { clean } from "./text";

const fromContent: ReadonlySet<string> = new Set([
  "button", "link", "heading", "tab", "menuitem", "menuitemcheckbox", "menuitemradio", "option", "treeitem", "checkbox", "radio", "switch",
  "clickable", "tooltip", "cell", "gridcell", "columnheader", "rowheader",
]);
// Drawn within a line of text as a rule; between anything else the eye sees a gap.
const inline: ReadonlySet<string> = new Set([
  "b", "i", "em", "strong", "sub", "sup", "mark", "u", "s", "small", "code", "wbr", "font", "abbr", "bdi", "bdo", "kbd", "samp", "var", "q",
]);
const ownLists = "[role=group], [role=menu], [role=tree], ul, ol";
const longest = 4000;
const fewFields = 3;

/** Whether the eye sees a gap before and after an element within a line of text: a flex item, a block, a picture. */
export function isApart(element: Element, name: string, style?: CSSStyleDeclaration): boolean {
  if (style === undefined && inline.has(name) && !touches(element)) return false; // whatever it is, there is a space already
  return name === "br" || name === "img" || name === "svg" || (style ?? getComputedStyle(element)).display !== "inline";
}

/** Whether no white space stands between an element and what is beside it. */
function touches(element: Element): boolean {
  const before = previousSibling(element);
  const after = nextSibling(element);
  return (before !== null && !(before instanceof Text && /\s$/.test(before.data))) || (after !== null && !(after instanceof Text && /^\s/.test(after.data)));
}

export class Names {
  readonly #labels = new Map<Node, Map<string, Element[]>>();
  #asked = 0;

  /** The name of an element in a role; empty if it has none. */
  of(element: Element, role: string): string {
    return clean(this.#stated(element) || this.#native(element, role) || (attribute(element, "title") ?? "") || this.#placeholder(element));
  }

  /** The labels of a field: those that name its id, and the one around it. */
  labelsOf(field: Element): Element[] {
    const id = attribute(field, "id");
    const named = id === null || id === "" ? undefined : this.#labelsFor(rootOf(field), id);
    const around = closest(field, "label");
    if (around === null) return named ?? [];
    const target = targetOf(around);
    if (target !== null && target !== id) return named ?? [];
    if (named === undefined) return [around];
    return named.includes(around) ? named : [...named, around];
  }

  /** The text in an element as it is read, without what is hidden. */
  text(element: Element, apart?: Element): string {
    if (shadowOf(element) === null) {
      const only = firstChild(element);
      if (only === null) return "";
      if (only instanceof Text && nextSibling(only) === null) return only.data;
    }
    const parts: string[] = [];
    this.#gather(element, parts, apart, { left: longest });
    return parts.join("");
  }

  #stated(element: Element): string {
    const ids = attribute(element, "aria-labelledby");
    if (ids !== null) {
      const named = ids.split(/\s+/).map((id) => (id === "" ? null : byId(element, id)));
      const words = named.map((label) => (label === null ? "" : (attribute(label, "aria-label") ?? (this.text(label) || textContent(label)))));
      const name = words.join(" ").trim();
      if (name !== "") return name;
    }
    return attribute(element, "aria-label")?.trim() ?? "";
  }

  #native(element: Element, role: string): string {
    if (element instanceof HTMLInputElement) return this.#inputName(element);
    if (element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement) return this.#labelText(element);
    switch (localName(element)) {
      case "img":
      case "area":
        return attribute(element, "alt") ?? "";
      case "fieldset":
        return this.#childText(element, "legend");
      case "table":
        return this.#childText(element, "caption");
      case "figure":
        return this.#childText(element, "figcaption");
      case "progress":
      case "meter":
      case "output":
        return this.#labelText(element);
    }
    if (element instanceof SVGElement) return this.#childText(element, "title") || (fromContent.has(role) ? this.text(element) : "");
    return fromContent.has(role) ? this.#content(element, role) : this.#editorLabel(element, role);
  }

  #content(element: Element, role: string): string {
    if ((role === "treeitem" || role === "menuitem") && firstElement(element) !== null) {
      const [list] = queryAll(element, ownLists);
      if (list !== undefined) return this.text(element, list);
    }
    // A switch or box of the page's own, inside or named by a real label.
    const words = this.text(element);
    return words !== "" || (role !== "checkbox" && role !== "radio" && role !== "switch") ? words : this.#labelText(element);
  }

  #editorLabel(element: Element, role: string): string {
    return role === "textbox" || role === "combobox" ? this.#labelText(element) : "";
  }

  #inputName(input: HTMLInputElement): string {
    switch (input.type) {
      case "submit":
        return input.value || "Submit";
      case "reset":
        return input.value || "Reset";
      case "button":
        return input.value;
      case "image":
        return input.alt || input.value || attribute(input, "title") || "Submit";
      default:
        return this.#labelText(input);
    }
  }

  #labelText(field: Element): string {
    let name = "";
    for (const label of this.labelsOf(field)) {
      const words = this.#labelWords(label, field).trim();
      if (words !== "") name += name === "" ? words : ` ${words}`;
    }
    return name;
  }

  // In the usual label all but the input is text, which the browser can read in one go.
  #labelWords(label: Element, field: Element): string {
    if (field instanceof HTMLInputElement && firstElement(label) === field && lastElement(label) === field) {
      const words = textContent(label);
      if (words.length <= longest) return words;
    }
    return this.text(label, field);
  }

  #placeholder(element: Element): string {
    return attribute(element, "placeholder") ?? attribute(element, "aria-placeholder") ?? "";
  }

  #childText(element: Element, name: string): string {
    for (let child = firstChild(element); child !== null; child = nextSibling(child)) {
      if (isElement(child) && localName(child) === name) return name === "title" ? textContent(child) : this.text(child);
    }
    return "";
  }

  // For one field the browser is asked for its labels; for many, once for all.
  #labelsFor(root: Node, id: string): Element[] | undefined {
    if (++this.#asked <= fewFields) return [...queryAll(root, `label[for="${CSS.escape(id)}"]`)];
    return this.#labelsIn(root).get(id);
  }

  #labelsIn(root: Node): Map<string, Element[]> {
    const known = this.#labels.get(root);
    if (known !== undefined) return known;
    const labels = new Map<string, Element[]>();
    for (const label of queryAll(root, "label[for]")) {
      const id = targetOf(label) ?? "";
      const same = labels.get(id);
      if (same === undefined) labels.set(id, [label]);
      else same.push(label);
    }
    this.#labels.set(root, labels);
    return labels;
  }

  #gather(element: Element, parts: string[], apart: Element | undefined, room: { left: number }): void {
    let before: Node | undefined;
    eachChild(element, (child) => {
      if (room.left <= 0) return;
      if (child instanceof Text) {
        const words = child.data;
        parts.push(words);
        room.left -= words.length;
      } else if (isElement(child) && child !== apart) {
        const gap = before !== undefined && isApart(child, localName(child));
        if (gap) parts.push(" ");
        this.#gatherElement(child, parts, apart, room);
        if (gap) parts.push(" ");
      }
      before = child;
    });
  }

  #gatherElement(element: Element, parts: string[], apart: Element | undefined, room: { left: number }): void {
    const name = localName(element);
    if (isLeftOut(element, name) || hasAttribute(element, "hidden")) return;
    if (name === "select" || name === "textarea" || name === "iframe" || sightOf(element) === "gone") return;
    const stated = attribute(element, "aria-label")?.trim() ?? "";
    if (stated !== "") parts.push(stated);
    else if (name === "img") parts.push(attribute(element, "alt") ?? "");
    else if (name === "input") parts.push(element instanceof HTMLInputElement && element.type === "button" ? element.value : "");
    else if (name === "svg") parts.push(this.#childText(element, "title") || this.text(element, apart));
    else this.#gather(element, parts, apart, room);
  }
}
