// A line of a snapshot and how it is written. tools/README.md has the grammar.

import { holds, localName, matches, queryAll } from "./dom";
import { elementAt } from "./hit";
import type { Memory } from "./memory";
import { boxOf, viewNow } from "./sight";
import { cut, limits, quote } from "./text";

export interface Line {
  readonly role: string;
  /** Whole names; a row has one for each cell. They are cut when written. */
  readonly names: readonly string[];
  /** The node the line is about, or that holds the text. */
  readonly element: Element;
  /** The number of its ref; 0 for what cannot be acted on. */
  readonly ref: number;
  /** Attributes in brackets after the ref. */
  readonly marks: string;
  /** Flags and values, each with a space before it. */
  readonly states: string;
  readonly children: readonly Line[];
}

export interface Flat {
  readonly line: Line;
  readonly depth: number;
  /** Index of the line that this one is nested in; -1 at the top. */
  readonly parent: number;
  /** Inside an open modal dialog. */
  readonly modal: boolean;
}

/** Text that can be read and not acted on. */
export const textLine = (words: string, element: Element, states: string): Line => ({ role: "text", names: [words], element, ref: 0, marks: "", states, children: [] });

/** Lines of text that become the name of what they are in: their words, and whether any of them can hardly be seen. */
export function merge(lines: readonly Line[]): { words: string[]; rest: Line[]; states: string } {
  const texts = lines.filter((line) => line.role === "text");
  const words = texts.map((line) => line.names.join(" "));
  return { words, rest: lines.filter((line) => line.role !== "text"), states: texts.some((line) => line.states !== "") ? " faint" : "" };
}

/** Whether a line, or one in it, can be acted on. */
export const hasRef = (line: Line): boolean => line.ref > 0 || line.children.some(hasRef);

/** A line without indent and dash. */
export function body(line: Line, prefix: string, ref = line.ref): string {
  let written = line.role;
  const limit = line.role === "text" || line.names.length > 1 ? limits.text : limits.name;
  for (const name of line.names) if (name !== "" || line.names.length > 1) written += ` ${quote(cut(name, limit))}`;
  if (ref > 0) written += ` [ref=${prefix}e${ref}]`;
  return written + line.marks + line.states;
}

/** Lines in document order; those that a modal dialog keeps from being acted on say so. */
export function flatten(lines: readonly Line[]): Flat[] {
  const flat = inOrder(lines);
  const modals = inFront([...new Set([...modalsOfDocument(), ...flat.map(({ line }) => line.element).filter(isModal)])]);
  if (modals.length === 0) return flat;
  return flat.map((one) => (one.line.ref === 0 || modals.some((modal) => holds(modal, one.line.element)) ? one : { ...one, line: { ...one.line, states: ` inert${one.line.states}` } }));
}

/** Whether an open modal dialog of the document keeps an element from being used. */
export function isBehindModal(element: Element): boolean {
  const modals = inFront(modalsOfDocument());
  return modals.length > 0 && !modals.some((modal) => holds(modal, element));
}

// Those in shadow roots are known by their lines.
const modalsOfDocument = (): Element[] => [...queryAll(document, "dialog")].filter(isModal);
const isModal = (element: Element): boolean => localName(element) === "dialog" && matches(element, ":modal");

// Of several modal dialogs only the last that was opened can be used. The browser does not list them in that order, but what it
// finds at a point is never inert; where it finds none of them, none is ruled out.
function inFront(modals: readonly Element[]): readonly Element[] {
  if (modals.length < 2) return modals;
  const places = [...modals.map(boxOf), { ...viewNow(), x: 0, y: 0 }].map(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }));
  for (const place of places) {
    const hit = elementAt(place);
    const [first, ...outer] = hit === undefined ? [] : modals.filter((modal) => holds(modal, hit));
    if (first !== undefined) return [outer.reduce((inner, modal) => (holds(inner, modal) ? modal : inner), first)];
  }
  return modals;
}

function inOrder(lines: readonly Line[]): Flat[] {
  const flat: Flat[] = [];
  const add = (line: Line, depth: number, parent: number, inModal: boolean): void => {
    const modal = inModal || ((line.role === "dialog" || line.role === "alertdialog") && line.states.includes(" modal"));
    const index = flat.push({ line, depth, parent, modal }) - 1;
    for (const child of line.children) add(child, depth + 1, index, modal);
  };
  for (const line of lines) add(line, 0, -1, false);
  return flat;
}

/** Writes lines and keeps what each ref's line said. */
export function write(flat: readonly Flat[], prefix: string, memory: Memory): string[] {
  return flat.map(({ line, depth }) => {
    const words = body(line, prefix);
    if (line.ref > 0) memory.keepLine(line.ref, words);
    return `${"  ".repeat(depth)}- ${words}`;
  });
}
