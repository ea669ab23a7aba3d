// An account of one element as it is now: what it is, what it holds, where it
// is, and whether it can be acted on.

import type { PagescriptElement, Held } from "@protocol/pagescript.gen";
import { activeElement, attribute, type Box, closest, matches, rootOf } from "./dom";
import { frameAt, ownPath } from "./frames";
import { body, isBehindModal } from "./lines";
import { type Match, matchOf } from "./match";
import type { Memory } from "./memory";
import { isRaised, isTiny, type Look, raisedBox } from "./raised";
import { roleOf } from "./roles";
import { boxOf, isOnPage, sightOf, viewNow } from "./sight";
import { checkedOf, isDisabled, isDisabledOption, isReadOnly, kindOf, labelOf, optionsOf, valueOf } from "./states";
import { clean, cut, limits } from "./text";
import { Walk } from "./walk";

/** Values are told at length here: what was typed is compared with what is there. */
const valueLimit = 100_000;
const optionLimit = 500;

/** An element that a ref leads to, or the word that it is gone. */
export type Target = { readonly element: Element; readonly ref: string; readonly number: number } | { readonly gone: PagescriptElement };

export function resolve(ref: string, memory: Memory): Target {
  const frame = /^frame:(.*)$/.exec(ref)?.[1];
  if (frame !== undefined) {
    const element = frameAt(frame);
    if (element === undefined) throw new Error(`No frame of this document is at ${frame}.`);
    return { element, ref: `e${memory.numberOf(element)}`, number: memory.numberOf(element) };
  }
  const found = memory.find(ref);
  return "element" in found ? { ...found, ref } : { gone: goneElement(ref, found.gone) };
}

export function locate(ref: string, memory: Memory, want = ""): PagescriptElement {
  const target = resolve(ref, memory);
  if ("gone" in target) return target.gone;
  const account = describe(target.element, target.ref, target.number, memory);
  memory.see(target.element, boxOf(target.element), viewNow());
  return { ...account, ...matching(target.element, account.masked, want) };
}

/** What a field holds, as an account of it says it. */
export function heldBy(element: Element, memory: Memory, want: string): Held {
  const { value, masked } = valueOf(element, roleOf(element), memory, valueLimit);
  return { value, masked, ...matching(element, masked, want) };
}

const matching = (element: Element, masked: boolean, want: string): { match?: Match } => (want === "" || !masked ? {} : { match: matchOf(element, want) });

export function describe(element: Element, ref: string, number: number, memory: Memory): PagescriptElement {
  const walk = new Walk(memory);
  const role = roleOf(element);
  const line = walk.line(element);
  const words = body(line, prefixOf(ref), number);
  memory.keepLine(number, words);
  const seen = seenBox(element, role, walk);
  const { value, masked } = valueOf(element, role, memory, valueLimit);
  const checked = checkedOf(element, role);
  const kind = kindOf(element, role);
  const options = kind === "select" ? optionsOf(element).filter((option, i) => i < optionLimit || option.selected) : [];
  const invalid = validation(element);
  const frame = ownPath();
  return {
    ref,
    gone: false,
    line: words,
    role: line.role,
    name: cut(line.names[0] ?? "", limits.name),
    kind,
    value,
    masked,
    ...(checked === "" ? {} : { checked }),
    ...(options.length === 0 ? {} : { options: options.map(optionOf) }),
    visible: seen !== undefined,
    enabled: isEnabled(element),
    readOnly: isReadOnly(element),
    focused: isFocused(element),
    ...(isBehindModal(element) ? { inert: true } : {}),
    ...(invalid === "" ? {} : { invalid }),
    box: plainBox(element, seen ?? boxOf(element)),
    ...(frame === "" ? {} : { frame }),
  };
}

/** Why an element cannot be acted on is not said, only that: its own state, its group's, or that the pointer passes through it. */
export function isEnabled(element: Element): boolean {
  if (isDisabled(element) || closest(element, "[inert], [aria-disabled=true]") !== null) return false;
  if (isInertThroughHosts(element)) return false;
  return getComputedStyle(element).pointerEvents !== "none" || element instanceof HTMLInputElement;
}

function isInertThroughHosts(element: Element): boolean {
  for (let root = rootOf(element); root instanceof ShadowRoot; root = rootOf(root.host)) {
    if (closest(root.host, "[inert], [aria-disabled=true]") !== null) return true;
  }
  return false;
}

/** The box that a person sees for an element; undefined if none. */
export function seenBox(element: Element, role: string, look: Look): Box | undefined {
  const own = boxOf(element);
  const raised = isRaised(element, role) || matches(element, "area");
  const shown = sightOf(element) === "shown" || getComputedStyle(element).display === "contents";
  if (shown && isOnPage(element, own, look.view) && !(raised && isTiny(own))) return own;
  return raised ? raisedBox(element, look) : undefined;
}

/** Whether what is typed goes to an element: it has the focus, or something in an editor has it that it is. */
export const isFocused = (element: Element): boolean => {
  const active = activeElement();
  return active !== null && (active === element || closest(active, "[contenteditable]") === element);
};

function plainBox(element: Element, box: Box): { x: number; y: number; width: number; height: number } {
  if (!(element instanceof HTMLIFrameElement)) return { x: box.x, y: box.y, width: box.width, height: box.height };
  const style = getComputedStyle(element);
  const left = element.clientLeft + parseFloat(style.paddingLeft);
  const top = element.clientTop + parseFloat(style.paddingTop);
  const width = element.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  const height = element.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
  return { x: box.x + left, y: box.y + top, width, height };
}

const prefixOf = (ref: string): string => /^(f\d+)e/.exec(ref)?.[1] ?? "";

export function optionOf(option: HTMLOptionElement): { value: string; label: string; selected: boolean; disabled: boolean } {
  return { value: cut(clean(option.value), limits.name), label: cut(labelOf(option), limits.name), selected: option.selected, disabled: isDisabledOption(option) };
}

function validation(element: Element): string {
  if (element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement) {
    if (element.validationMessage !== "") return cut(clean(element.validationMessage), limits.text);
  }
  const stated = attribute(element, "aria-invalid");
  return stated !== null && stated !== "false" && stated !== "" ? "the page marks it as invalid" : "";
}

const goneElement = (ref: string, line: string): PagescriptElement => ({ ...noElement, ref, gone: true, line });

/** The account of nothing. */
export const noElement: PagescriptElement = {
  ref: "", gone: false, line: "", role: "", name: "", kind: "none", value: "", masked: false, visible: false, enabled: false, readOnly: false,
  focused: false, box: { x: 0, y: 0, width: 0, height: 0 },
};
