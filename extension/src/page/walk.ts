// One walk over the document as it is drawn makes the lines of a snapshot. It
// reads layout and never changes anything, so the browser lays out once.

import { activeElement, attribute, type Box, drawnParent, eachChild, firstElement, hasAttribute, isElement, localName, matches, shadowOf } from "./dom";
import { Contrast } from "./contrast";
import { frameMark, isOnItsWay } from "./frames";
import { hasRef, type Line, merge, textLine } from "./lines";
import type { Memory } from "./memory";
import { isApart, Names } from "./names";
import { containers, controls, isMarkedClickable, messages, namedContainers, roleOf } from "./roles";
import { boxOf, isLeftOut, isLegible, isOnPage, type Sight, sightOf, textBox, viewNow } from "./sight";
import { modalState, statesOf, valueOf } from "./states";
import { isRaised, isTiny, labelBox, raisedBox } from "./raised";
import { both, isChoosable, readRow, Tables } from "./tables";
import { clean, limits, quote } from "./text";

/** Deeper than any page that was written by hand; a walk never runs out of stack. */
const deepest = 600;

// Elements that begin a new line of text.
const blocks: ReadonlySet<string> = new Set([
  "address", "article", "aside", "blockquote", "body", "center", "dd", "details", "dialog", "div", "dl", "dt", "fieldset", "figcaption", "figure",
  "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup", "html", "hr", "legend", "li", "main", "menu", "nav", "ol", "p", "pre",
  "search", "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul", "label", "caption", "foreignObject", "text",
]);
// A pointer over these means that each thing inside can be pressed, not all of it together.
const collections: ReadonlySet<string> = new Set(["html", "body", "main", "ul", "ol", "menu", "table", "thead", "tbody", "nav", "form"]);
const leaves: ReadonlySet<string> = new Set(["input", "select", "textarea", "video", "audio", "canvas", "area", "progress", "meter"]);
// What already stands in a name and would be said twice below it.
const spoken: ReadonlySet<string> = new Set(["text", "img", "heading", "list", "listitem", "progressbar", "meter"]);

const none: readonly Line[] = [];

/** Where lines go, and what is known of what is around. */
interface Place {
  readonly lines: Line[];
  /** A pointer is shown here already, by what is around. */
  readonly pointer: boolean;
  /** Text that would become a line of its own here is in the name of what is around, so it is not gathered. */
  readonly said: boolean;
}

export class Walk {
  readonly names = new Names();
  readonly view = viewNow();
  readonly #memory: Memory;
  readonly #tables = new Tables();
  readonly #contrast = new Contrast();
  readonly #active = activeElement();
  /** How deep the element is that is looked at. */
  #depth = 0;
  /** The run of text that has been gathered, and what holds all of its words; undefined while it is white space. */
  #words = "";
  #owner: Element | undefined;
  #block: Element | undefined;
  /** The element whose sight was asked last, and the answer. */
  #asked: Element | undefined;
  #sight: Sight = "gone";
  /** Above 0 where text needs no check of its own: a row's box is checked once, and text inside a control is dropped. */
  #unchecked = 0;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /** The lines of an element and all in it. */
  of(root: Element | null): Line[] {
    const lines: Line[] = [];
    if (root === null) return lines;
    const parent = drawnParent(root);
    const pointer = isElement(parent) && getComputedStyle(parent).cursor === "pointer";
    this.#element(root, { lines, pointer, said: false });
    this.#flush(lines);
    return lines;
  }

  /** The line of one element, whether or not a snapshot would have one for it. */
  line(element: Element): Line {
    const role = roleOf(element);
    if (role === "iframe") return this.#frameLine(element);
    const shown = role === "" || role === "generic" ? (isMarkedClickable(element) || this.#isPointer(element, false) ? "clickable" : localName(element)) : role;
    const name = this.names.of(element, shown) || (controls.has(shown) ? "" : clean(this.names.text(element)).slice(0, limits.name));
    const ref = controls.has(shown) || shown === "clickable" ? this.#memory.numberOf(element) : 0;
    const states = controls.has(shown) ? statesOf(element, shown, name, this.#memory, this.#active) : modalState(element, shown);
    return { role: shown, names: [name], element, ref, marks: "", states, children: [] };
  }

  // The lines of what is inside an element.
  #inside(element: Element, pointer: boolean, said = false): Line[] {
    const lines: Line[] = [];
    this.#children(element, { lines, pointer, said });
    this.#flush(lines);
    return lines;
  }

  #children(element: Element, place: Place): void {
    if (this.#depth > deepest) return;
    this.#depth++;
    eachChild(element, (child) => {
      if (isElement(child)) this.#element(child, place);
      else if (!place.said && child instanceof Text) this.#text(child, element);
    });
    this.#depth--;
  }

  // The owner of a run of text is the element that holds all of it: its box tells whether the run can be read.
  #text(node: Text, parent: Element): void {
    const words = node.data;
    this.#words += words;
    if (words.trim() === "" || this.#owner === parent) return;
    this.#owner = this.#owner === undefined ? parent : (this.#block ?? parent);
  }

  /** Ends a run of text: what was gathered becomes a line, if a person can read it. */
  #flush(lines: Line[]): void {
    const owner = this.#owner;
    const gathered = this.#words;
    this.#words = "";
    this.#owner = undefined;
    if (owner === undefined) return; // white space between elements, mostly
    const words = clean(gathered);
    if (words === "") return;
    if (this.#unchecked > 0) {
      lines.push(textLine(words, owner, ""));
      return;
    }
    const box = textBox(owner);
    if (isLegible(owner, box, this.view)) lines.push(textLine(words, owner, this.#contrast.isFaint(owner, box) ? " faint" : ""));
  }

  #element(element: Element, place: Place): void {
    const name = localName(element);
    if (isLeftOut(element, name)) return;
    const sight = this.#sightOf(element);
    const role = roleOf(element);
    if (sight === "gone") {
      if (isRaised(element, role) || name === "area") this.#raised(element, role, place);
      return;
    }
    if (sight === "through" && name !== "slot") {
      this.#hidden(element, role, place);
      return;
    }
    if (controls.has(role)) this.#control(element, name, role, place);
    else if (role === "" || role === "generic" || role === "paragraph" || role === "rowgroup") this.#plain(element, name, place);
    else this.#structure(element, name, role, place);
  }

  // Not drawn itself; children that are drawn stand in its place, their text only if it is theirs.
  #hidden(element: Element, role: string, place: Place): void {
    if (isRaised(element, role) && labelBox(element, this) !== undefined) {
      this.#raised(element, role, place);
      return;
    }
    if (getComputedStyle(element).display === "contents") {
      this.#children(element, place);
      return;
    }
    this.#depth++;
    eachChild(element, (child) => {
      if (isElement(child)) this.#element(child, place);
    });
    this.#depth--;
  }

  #structure(element: Element, name: string, role: string, place: Place): void {
    switch (role) {
      case "heading":
        return this.#heading(element, place);
      case "img":
        return this.#image(element, name, place);
      case "iframe":
        return this.#frame(element, place);
      case "list":
        return this.#list(element, place);
      case "listitem":
        return this.#item(element, place);
      case "table":
      case "grid":
      case "treegrid":
        return this.#table(element, role, place);
      case "row":
        return this.#row(element, place);
      case "progressbar":
      case "meter":
        return this.#gauge(element, role, place);
      case "separator":
        return this.#flush(place.lines);
    }
    if (messages.has(role)) this.#message(element, role, place);
    else if (containers.has(role)) this.#container(element, role, this.names.of(element, role), place);
    else this.#named(element, name, role, place);
  }

  #named(element: Element, name: string, role: string, place: Place): void {
    const words = namedContainers.has(role) ? this.names.of(element, role) : "";
    if (words !== "") this.#container(element, role, words, place);
    else this.#plain(element, name, place);
  }

  #container(element: Element, role: string, name: string, place: Place): void {
    const children = this.#apart(element, place);
    const said = role === "figure" || role === "group" ? children.filter((line) => line.role !== "text" || line.names[0] !== name) : children;
    if (said.length === 0 && children.length === 0) return;
    this.#push(place, { role, names: [name], element, ref: 0, marks: "", states: modalState(element, role), children: said });
  }

  // The lines inside an element that stands apart from the text around it.
  #apart(element: Element, place: Place, pointer = place.pointer, said = false): Line[] {
    this.#flush(place.lines);
    const outer = this.#block;
    this.#block = element;
    const children = this.#inside(element, pointer, said);
    this.#block = outer;
    return children;
  }

  #push(place: Place, line: Line): void {
    place.lines.push(line);
  }

  #plain(element: Element, name: string, place: Place): void {
    if (name === "label") return this.#label(element, place);
    const line = !blocks.has(name) && !name.includes("-");
    const style = place.pointer && !line ? undefined : getComputedStyle(element);
    const pressed = isMarkedClickable(element) || (!place.pointer && style?.cursor === "pointer");
    if (pressed && !collections.has(name)) return this.#clickable(element, place);
    const inner = place.pointer && collections.has(name) ? { ...place, pointer: false } : place;
    if (line) {
      const gap = isApart(element, name, style) ? " " : "";
      this.#words += gap;
      this.#children(element, inner);
      this.#words += gap;
      return;
    }
    this.#flush(place.lines);
    const outer = this.#block;
    this.#block = element;
    this.#children(element, inner);
    this.#flush(place.lines);
    this.#block = outer;
  }

  #isClickable(element: Element, place: Place): boolean {
    return isMarkedClickable(element) || this.#isPointer(element, place.pointer);
  }

  #isPointer(element: Element, around: boolean): boolean {
    return !around && getComputedStyle(element).cursor === "pointer";
  }

  // No role, but a click is meant for it. Around one control it is that control;
  // around several lines it stands above them; else its text is its name.
  #clickable(element: Element, place: Place): void {
    const children = this.#apart(element, place, true);
    const acting = children.filter(hasRef);
    const stated = this.names.of(element, "generic");
    const [only] = children;
    if (children.length === 1 && acting.length === 1 && only !== undefined) {
      this.#push(place, only);
      return;
    }
    const box = boxOf(element);
    if (!isOnPage(element, box, this.view)) {
      place.lines.push(...children);
      return;
    }
    const said = acting.length === 0 ? clean(children.flatMap((line) => line.names).join(" ")) : "";
    const words = isChoosable(element) ? both(stated, said) : stated || said;
    const long = words.length > limits.name && !hasAttribute(element, "onclick") && !this.#isPointer(element, false);
    if (long) {
      place.lines.push(...children);
      return;
    }
    const shown = acting.length === 0 ? [] : children;
    this.#push(place, this.#acting(element, "clickable", words, box, shown));
  }

  #acting(element: Element, role: string, name: string, box: Box, children: readonly Line[]): Line {
    const ref = this.#memory.see(element, box, this.view).number;
    return { role, names: [name], element, ref, marks: "", states: statesOf(element, role, name, this.#memory, this.#active), children };
  }

  #control(element: Element, name: string, role: string, place: Place): void {
    this.#flush(place.lines);
    const box = boxOf(element);
    if (!isOnPage(element, box, this.view)) {
      if (isRaised(element, role)) this.#raised(element, role, place);
      return;
    }
    if (isTiny(box) && isRaised(element, role) && labelBox(element, this) !== undefined) return this.#raised(element, role, place);
    this.#push(place, this.#acting(element, role, this.names.of(element, role), box, this.#controlsIn(element, name, role)));
  }

  // Controls inside a control; its text is in its name already.
  #controlsIn(element: Element, name: string, role: string): readonly Line[] {
    if (leaves.has(name) || (firstElement(element) === null && shadowOf(element) === null)) return none;
    if (role === "textbox" && matches(element, "[contenteditable]")) return none;
    this.#memory.numberOf(element); // before those inside it: refs rise down the page
    this.#unchecked++;
    const children = this.#inside(element, true, true);
    this.#unchecked--;
    return children.flatMap((line) => (spoken.has(line.role) ? line.children.filter(hasRef) : hasRef(line) ? [line] : []));
  }

  // A field that is not drawn, because the page draws something else for it.
  #raised(element: Element, role: string, place: Place): void {
    this.#flush(place.lines);
    const box = raisedBox(element, this);
    if (box !== undefined) {
      this.#push(place, this.#acting(element, role, this.names.of(element, role), box, []));
    } else if (role === "file" && !matches(element, ":disabled")) {
      const line = this.#acting(element, role, this.names.of(element, role), boxOf(element), []);
      this.#push(place, { ...line, states: ` hidden${line.states}` });
    }
  }

  // The words of a label are the name of its field.
  #label(label: Element, place: Place): void {
    const field = label instanceof HTMLLabelElement ? label.control : null;
    if (field === null || !this.#isListed(field)) {
      if (this.#isClickable(label, place)) this.#clickable(label, place);
      else place.lines.push(...this.#apart(label, place));
      return;
    }
    this.#flush(place.lines);
    this.#unchecked++;
    const children = this.#apart(label, place, true, true);
    this.#unchecked--;
    place.lines.push(...children.filter((line) => hasRef(line) || !spoken.has(line.role)));
  }

  // Whether a snapshot has a line for a field.
  #isListed(field: Element): boolean {
    const role = roleOf(field);
    return controls.has(role) && (this.#sightOf(field) === "shown" || (isRaised(field, role) && raisedBox(field, this) !== undefined));
  }

  // A label asks how its field stands, and then the walk comes to the field: one question to the browser is enough.
  #sightOf(element: Element): Sight {
    if (element !== this.#asked) {
      this.#sight = sightOf(element);
      this.#asked = element;
    }
    return this.#sight;
  }

  #heading(element: Element, place: Place): void {
    const name = this.names.of(element, "heading");
    const children = this.#apart(element, place, place.pointer, true).flatMap((line) => (spoken.has(line.role) ? line.children.filter(hasRef) : [line]));
    if (name === "" && children.length === 0) return;
    const [only] = children;
    if (children.length === 0 && !isLegible(element, boxOf(element), this.view)) return;
    const names = children.length === 1 && only?.names[0] === name ? [] : [name];
    const level = attribute(element, "aria-level") ?? /^h([1-6])$/.exec(localName(element))?.[1] ?? "2";
    this.#push(place, { role: "heading", names, element, ref: 0, marks: ` [level=${clean(level).slice(0, 2)}]`, states: "", children });
  }

  #image(element: Element, name: string, place: Place): void {
    const words = this.names.of(element, "img");
    const inner = name === "svg" && firstElement(element) === null ? [] : this.#drawing(element);
    if (this.#isClickable(element, place)) {
      this.#flush(place.lines);
      const box = boxOf(element);
      if (isOnPage(element, box, this.view)) this.#push(place, this.#acting(element, "clickable", words, box, inner.filter(hasRef)));
    } else if (words !== "" && isLegible(element, boxOf(element), this.view)) {
      this.#flush(place.lines);
      this.#push(place, { role: "img", names: [words], element, ref: 0, marks: "", states: "", children: inner });
    } else place.lines.push(...inner);
  }

  // Text in a drawing has a ref: charts and maps listen where no mark shows it.
  #drawing(element: Element): Line[] {
    if (firstElement(element) === null) return [];
    const words = this.#words;
    const owner = this.#owner;
    this.#words = "";
    this.#owner = undefined;
    const lines = this.#inside(element, true);
    this.#words = words;
    this.#owner = owner;
    return lines.map((line) => (line.role === "text" ? { ...line, ref: this.#memory.numberOf(line.element) } : line));
  }

  #frameLine(element: Element): Line {
    const ref = this.#memory.numberOf(element);
    return { role: "iframe", names: [this.names.of(element, "iframe")], element, ref, marks: frameMark(element), states: isOnItsWay(element) ? " loading" : "", children: [] };
  }

  #frame(element: Element, place: Place): void {
    this.#flush(place.lines);
    const box = boxOf(element);
    if (!isTiny(box) && isOnPage(element, box, this.view)) this.#push(place, this.#frameLine(element));
  }

  #list(element: Element, place: Place): void {
    const name = this.names.of(element, "list");
    const children = this.#apart(element, place, false);
    const items = children.some((line) => line.role === "listitem");
    if (children.length === 0) return;
    if (!items && name === "") place.lines.push(...children);
    else this.#push(place, { role: "list", names: [name], element, ref: 0, marks: "", states: "", children });
  }

  #item(element: Element, place: Place): void {
    const clickable = this.#isClickable(element, place);
    if (clickable) return this.#clickable(element, place);
    const { words, rest, states } = merge(this.#apart(element, place));
    if (words.length === 0) place.lines.push(...rest);
    else this.#push(place, { role: "listitem", names: [words.join(" ")], element, ref: 0, marks: "", states, children: rest });
  }

  #table(element: Element, role: string, place: Place): void {
    if (role === "table" && element instanceof HTMLTableElement && this.#tables.isLayout(element)) return this.#plain(element, "table", place);
    const name = this.names.of(element, role);
    const takesKeys = role !== "table" && isMarkedClickable(element);
    if (takesKeys) this.#memory.numberOf(element); // before what is in it
    const children = this.#apart(element, place, false);
    const rows = children.filter((line) => line.role !== "text" || line.names[0] !== name);
    const box = boxOf(element);
    if (takesKeys && isOnPage(element, box, this.view)) this.#push(place, this.#acting(element, role, name, box, rows));
    else if (rows.length > 0) this.#push(place, { role, names: [name], element, ref: 0, marks: "", states: "", children: rows });
  }

  #row(element: Element, place: Place): void {
    if (!this.#tables.isData(element)) return this.#plain(element, "tr", place);
    this.#flush(place.lines);
    const clickable = this.#isClickable(element, place);
    this.#unchecked++;
    this.#depth += 2;
    const row = readRow(element, (cell) => this.#cell(cell, place.pointer || clickable));
    this.#depth -= 2;
    this.#unchecked--;
    const box = boxOf(element);
    if (!isLegible(element, box, this.view) || (row.names.every((name) => name === "") && row.children.length === 0)) {
      place.lines.push(...row.children);
      return;
    }
    const ref = clickable ? this.#memory.see(element, box, this.view).number : 0;
    const states = (attribute(element, "aria-selected") === "true" ? " selected" : "") + (row.header ? " header" : "");
    this.#push(place, { role: "row", names: row.names, element, ref, marks: "", states, children: row.children });
  }

  #cell(cell: Element, pointer: boolean): Line[] {
    if (isLeftOut(cell, localName(cell)) || sightOf(cell) === "gone") return [];
    const place: Place = { lines: [], pointer, said: false };
    if (!isChoosable(cell) && !this.#isClickable(cell, place)) return this.#inside(cell, pointer);
    this.#clickable(cell, place);
    return place.lines;
  }

  #gauge(element: Element, role: string, place: Place): void {
    this.#flush(place.lines);
    const { value } = valueOf(element, role, this.#memory, limits.value);
    const name = this.names.of(element, role);
    if (!isLegible(element, boxOf(element), this.view)) return;
    this.#push(place, { role, names: [name], element, ref: 0, marks: "", states: value === "" ? "" : ` value=${quote(value)}`, children: [] });
  }

  #message(element: Element, role: string, place: Place): void {
    const children = this.#apart(element, place);
    if (children.length === 0) return;
    const name = this.names.of(element, role);
    const { words, rest, states } = merge(children);
    // Of a long talk the newest counts, which would be cut away in one line.
    const talk = role === "log" && words.length > 1 && words.join(" ").length > limits.name;
    const names = talk ? [name] : [[name, words.join(" ")].filter((one) => one !== "").join(": ")];
    this.#push(place, { role, names, element, ref: 0, marks: "", states: talk ? "" : states, children: talk ? children : rest });
  }
}
