// Giving a control a value that cannot be typed. The value goes in through the
// prototype's setter, past whatever a framework put on the element, followed by
// the events that a person's choice causes. A value that the control would not
// take is refused before anything changes.

import type { PagescriptElement, SetArgs } from "@protocol/pagescript.gen";
import { describe, isEnabled, optionOf, resolve } from "./locate";
import type { Memory } from "./memory";
import { isDisabledOption, isReadOnly, labelOf } from "./states";
import { clean, cut, fold, quote } from "./text";

const formats: Readonly<Record<string, string>> = {
  date: "YYYY-MM-DD, such as 2026-03-31",
  time: "HH:MM in 24 hours, such as 17:30",
  "datetime-local": "YYYY-MM-DDTHH:MM, such as 2026-03-31T17:30",
  month: "YYYY-MM, such as 2026-03",
  week: "YYYY-Www, such as 2026-W14",
  color: "#rrggbb, such as #1e90ff",
  range: "a number",
  number: "a number",
};
const listed = 30;

export function set(args: SetArgs, memory: Memory): PagescriptElement {
  const target = resolve(args.ref, memory);
  if ("gone" in target) return target.gone;
  const { element, number } = target;
  const { line } = describe(element, args.ref, number, memory);
  if (!isEnabled(element)) throw new Error(`${line} is disabled. Something else on the page may have to be filled in first.`);
  if (isReadOnly(element)) throw new Error(`${line} is read-only: it cannot be changed.`);
  let meant: readonly HTMLOptionElement[] = [];
  if (element instanceof HTMLSelectElement) meant = choose(element, args.values, line);
  else if (element instanceof HTMLInputElement) assign(element, args.values[0] ?? "", line);
  else if (element instanceof HTMLTextAreaElement) enter(element, args.values[0] ?? "");
  else throw new Error(`${line} has no value to set. Click it or type into it.`);
  // What listens may have taken it out of the page, or put another one in its place.
  const after = resolve(args.ref, memory);
  if ("gone" in after) return after.gone;
  return { ...describe(element, args.ref, number, memory), ...(meant.length === 0 ? {} : { meant: meant.map(optionOf).map(({ label, value }) => label || value) }) };
}

function choose(select: HTMLSelectElement, values: readonly string[], line: string): readonly HTMLOptionElement[] {
  if (!select.multiple && values.length === 0) return choose(select, [""], line);
  if (!select.multiple && values.length !== 1) throw new Error(`${line} takes one value, not ${values.length}.`);
  // An empty text names an option where one is so; no text at all names none.
  const clears = select.multiple && values.every((value) => value === "") && ![...select.options].some((option) => option.value === "");
  const wanted = new Set((clears ? [] : values).map((value) => optionFor(select, value, line)));
  const setSelected = setterOf(HTMLOptionElement.prototype, "selected");
  const meant = [...select.options].filter((option) => wanted.has(option));
  let changed = false;
  for (const option of select.options) {
    const chosen = wanted.has(option);
    if (option.selected === chosen || (!select.multiple && !chosen)) continue;
    setSelected.call(option, chosen);
    changed = true;
  }
  if (changed) announce(select);
  return meant;
}

/** The option that is meant: by its label, which is what was read, and only where none has it by its value. Two that could be meant are an error, not a guess. */
function optionFor(select: HTMLSelectElement, wanted: string, line: string): HTMLOptionElement {
  const all = [...select.options];
  const tests: ((option: HTMLOptionElement) => boolean)[] = [
    (option) => labelOf(option) === clean(wanted),
    (option) => fold(labelOf(option)) === fold(wanted),
    (option) => option.value === wanted,
    (option) => fold(option.text) === fold(wanted),
  ];
  for (const test of tests) {
    const [found, other] = all.filter(test);
    if (found === undefined) continue;
    if (other !== undefined) throw new Error(`${line} has more than one option ${quote(wanted)}: ${values(all.filter(test))}. Give the value instead.`);
    if (isDisabledOption(found)) throw new Error(`The option ${quote(wanted)} of ${line} is disabled: it cannot be chosen.`);
    return found;
  }
  if (wanted === "") throw new Error(`${line} always has one option chosen, and none of them is empty. Name one: it has ${choices(all, wanted)}.`);
  throw new Error(`${line} has no option ${quote(cut(wanted, 100))}. It has ${choices(all, wanted)}.`);
}

const values = (options: readonly HTMLOptionElement[]): string => options.map((option) => `value ${quote(option.value)}${group(option)}`).join(", ");

function group(option: HTMLOptionElement): string {
  const parent = option.parentElement;
  return parent instanceof HTMLOptGroupElement ? ` in ${quote(parent.label)}` : "";
}

// Those that are most like what was wanted come first where not all are shown.
function choices(options: readonly HTMLOptionElement[], wanted: string): string {
  const open = options.filter((option) => !isDisabledOption(option));
  if (open.length > listed) {
    const likeness = new Map(open.map((option) => [option, Math.max(alike(labelOf(option), wanted), alike(option.value, wanted))]));
    open.sort((a, b) => (likeness.get(b) ?? 0) - (likeness.get(a) ?? 0));
  }
  const shown = open.slice(0, listed).map((option) => quote(cut(labelOf(option), 100)));
  return shown.length === 0 ? "none" : shown.join(", ") + (open.length > shown.length ? ` and ${open.length - shown.length} more` : "");
}

// How many pairs of letters two texts share, from 0 to 1.
function alike(a: string, b: string): number {
  const [one, other] = [pairs(a), pairs(b)];
  const shared = [...one].filter((pair) => other.has(pair)).length;
  return one.size + other.size === 0 ? 0 : (2 * shared) / (one.size + other.size);
}

function pairs(text: string): Set<string> {
  const letters = [...` ${fold(text)} `];
  return new Set(letters.slice(1).map((letter, i) => `${letters[i] ?? ""}${letter}`));
}

function assign(input: HTMLInputElement, value: string, line: string): void {
  switch (input.type) {
    case "checkbox":
    case "radio":
    case "button":
    case "submit":
    case "reset":
    case "image":
      throw new Error(`${line} is pressed, not set. Click it.`);
    case "file":
    case "hidden":
      throw new Error(`${line} cannot be set by the page.`);
  }
  const wanted = input.type === "color" ? fullColor(value) : value.trim();
  const before = input.value;
  const write = setterOf(HTMLInputElement.prototype, "value");
  write.call(input, wanted);
  const refusal = refused(input, wanted);
  if (refusal !== "") {
    write.call(input, before);
    throw new Error(`${line} does not take ${quote(cut(value, 100))}: ${refusal}.`);
  }
  if (input.value !== before) announce(input);
}

// Why the control would not hold a value that was just written to it.
function refused(input: HTMLInputElement, wanted: string): string {
  const format = formats[input.type];
  if (wanted !== "" && input.value === "" && format !== undefined) return `write it as ${format}`;
  const { validity } = input;
  if (validity.rangeUnderflow) return `the smallest value is ${input.min}`;
  if (validity.rangeOverflow) return `the largest value is ${input.max}`;
  if (input.maxLength >= 0 && wanted.length > input.maxLength) return `it holds ${input.maxLength} characters at most`;
  if (input.type === "range" || input.type === "color") return sanitized(input, wanted, format ?? "");
  return validity.stepMismatch ? `${clean(input.validationMessage)} (step ${input.step || "1"})` : "";
}

// A range or a colour never holds a wrong value: it takes another one silently.
function sanitized(input: HTMLInputElement, wanted: string, format: string): string {
  const same = input.type === "range" ? Number(input.value) === Number(wanted) && wanted !== "" : input.value.toLowerCase() === wanted.toLowerCase();
  if (same) return "";
  if (input.type === "color" || wanted === "" || Number.isNaN(Number(wanted))) return `write it as ${format}`;
  return `it goes from ${input.min || "0"} to ${input.max || "100"} in steps of ${input.step || "1"}`;
}

const fullColor = (value: string): string => value.trim().replace(/^#([0-9a-f])([0-9a-f])([0-9a-f])$/i, "#$1$1$2$2$3$3");

function enter(area: HTMLTextAreaElement, value: string): void {
  if (area.value === value) return;
  setterOf(HTMLTextAreaElement.prototype, "value").call(area, value);
  announce(area);
}

function announce(element: HTMLElement): void {
  element.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  element.dispatchEvent(new Event("change", { bubbles: true }));
}

function setterOf<T extends object, K extends keyof T>(prototype: T, key: K): (value: T[K]) => void {
  const found: TypedPropertyDescriptor<T[K]> | undefined = Object.getOwnPropertyDescriptor(prototype, key);
  if (found?.set === undefined) throw new Error(`this browser cannot set ${String(key)}`);
  return found.set;
}
