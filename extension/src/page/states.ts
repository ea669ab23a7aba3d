// How a control stands: what is ticked, what it holds, what can be chosen. The
// same facts serve the lines of a snapshot and the account of one element.

import { attribute, localName, matches, query, queryAll, textContent } from "./dom";
import { editorText } from "./editor";
import type { Memory } from "./memory";
import { isEditingHost } from "./roles";
import { isSecret, mask } from "./secrets";
import { clean, cut, limits, quote, visible } from "./text";

/** How a control is filled; protocol/pagescript lists the kinds. */
export type Kind = "text" | "multiline" | "editable" | "select" | "check" | "set" | "file" | "none";

const checkable: ReadonlySet<string> = new Set(["checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"]);
const setTypes: ReadonlySet<string> = new Set(["date", "time", "datetime-local", "month", "week", "color", "range"]);
const untyped: ReadonlySet<string> = new Set(["button", "submit", "reset", "image", "hidden"]);

export function kindOf(element: Element, role: string): Kind {
  if (element instanceof HTMLInputElement) return inputKind(element.type);
  if (element instanceof HTMLTextAreaElement) return "multiline";
  if (element instanceof HTMLSelectElement) return "select";
  if (isEditingHost(element)) return "editable";
  return checkable.has(role) ? "check" : "none";
}

function inputKind(type: string): Kind {
  if (type === "checkbox" || type === "radio") return "check";
  if (type === "file") return "file";
  if (setTypes.has(type)) return "set";
  return untyped.has(type) ? "none" : "text";
}

/** checked, unchecked or mixed; empty for what cannot be ticked. */
export function checkedOf(element: Element, role: string): string {
  if (element instanceof HTMLInputElement && inputKind(element.type) === "check") {
    if (element.indeterminate) return "mixed";
    return element.checked ? "checked" : "unchecked";
  }
  const stated = attribute(element, "aria-checked");
  if (stated === null) return checkable.has(role) ? "unchecked" : "";
  return stated === "true" ? "checked" : stated === "mixed" ? "mixed" : "unchecked";
}

/** What a control holds as a reader sees it, cut at limit; masked says that it is dots. */
export function valueOf(element: Element, role: string, memory: Memory, limit: number): { value: string; masked: boolean } {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    const kind = kindOf(element, role);
    if (kind === "check" || kind === "none") return { value: "", masked: false };
    if (kind === "file" && element instanceof HTMLInputElement) return { value: fileNames(element), masked: false };
    const masked = isSecret(element, memory);
    return { value: masked ? mask(element.value) : cut(visible(element.value), limit), masked };
  }
  if (element instanceof HTMLSelectElement) {
    return { value: cut(chosen(element).map(labelOf).join(", "), limit), masked: false };
  }
  if (isEditingHost(element)) return { value: cut(editorText(element), limit), masked: false };
  const stated = attribute(element, "aria-valuetext") ?? attribute(element, "aria-valuenow");
  if (stated !== null) return { value: cut(clean(stated), limit), masked: false };
  if (element instanceof HTMLProgressElement) return { value: element.position < 0 ? "" : `${element.value}/${element.max}`, masked: false };
  if (element instanceof HTMLMeterElement) return { value: `${element.value}/${element.max}`, masked: false };
  return { value: role === "combobox" ? cut(clean(textContent(element)), limit) : "", masked: false };
}

const fileNames = (input: HTMLInputElement): string => [...(input.files ?? [])].map((file) => clean(file.name)).join(", ");
const chosen = (select: HTMLSelectElement): HTMLOptionElement[] => [...select.options].filter((option) => option.selected);
export const labelOf = (option: HTMLOptionElement): string => clean(option.label || option.text);
export const isDisabledOption = (option: HTMLOptionElement): boolean => option.disabled || matches(option, "optgroup[disabled] > option");

export const isReadOnly = (element: Element): boolean =>
  ((element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) && element.readOnly) || attribute(element, "aria-readonly") === "true";

export const isDisabled = (element: Element): boolean => matches(element, ":disabled") || attribute(element, "aria-disabled") === "true";

const isRequired = (element: Element): boolean => matches(element, ":required") || attribute(element, "aria-required") === "true";

const isInvalid = (element: Element): boolean => {
  const stated = attribute(element, "aria-invalid");
  return stated === null ? matches(element, ":user-invalid") : stated !== "false" && stated !== "";
};

/** What is said of a link: a path on the same site, nothing for a script. */
export function urlOf(element: Element): string {
  const written = attribute(element, "href") ?? attribute(element, "xlink:href") ?? "";
  if (written.startsWith("#")) return cut(clean(written), limits.url);
  const whole = element instanceof HTMLAnchorElement || element instanceof HTMLAreaElement ? element.href : written;
  if (/^\s*javascript:/i.test(whole)) return "";
  const site = location.origin;
  return cut(clean(site !== "null" && whole.startsWith(`${site}/`) ? whole.slice(site.length) : whole), limits.url);
}

/** The words after the name of a control's line, each with a space before it. */
export function statesOf(element: Element, role: string, name: string, memory: Memory, active: Element | null): string {
  let words = "";
  const field = role !== "link" && role !== "button";
  const checked = field ? checkedOf(element, role) : "";
  if (checked !== "") words += ` ${checked}`;
  words += ariaStates(element);
  if (isDisabled(element)) words += " disabled";
  if (field) words += fieldFlags(element);
  if (element === active) words += " focused";
  if (role === "link") {
    const url = urlOf(element);
    if (url !== "") words += ` url=${quote(url)}`;
  } else if (field) words += fieldValues(element, role, name, memory);
  return name === "" ? words + hint(element) : words;
}

function ariaStates(element: Element): string {
  let words = "";
  if (attribute(element, "aria-selected") === "true" || (element instanceof HTMLOptionElement && element.selected)) words += " selected";
  const pressed = attribute(element, "aria-pressed");
  if (pressed === "true") words += " pressed";
  else if (pressed === "mixed") words += " mixed";
  const expanded = attribute(element, "aria-expanded");
  if (expanded !== null) words += expanded === "true" ? " expanded" : " collapsed";
  else if (localName(element) === "summary") words += matches(element, "details[open] > summary") ? " expanded" : " collapsed";
  return words;
}

function fieldFlags(element: Element): string {
  let words = "";
  if (isRequired(element)) words += " required";
  if (isReadOnly(element)) words += " readonly";
  if (isInvalid(element)) words += " invalid";
  if ((element instanceof HTMLSelectElement && element.multiple) || attribute(element, "aria-multiselectable") === "true") words += " multiple";
  return words;
}

function fieldValues(element: Element, role: string, name: string, memory: Memory): string {
  const { value, masked } = valueOf(element, role, memory, limits.value);
  let words = masked ? " masked" : "";
  if (element instanceof HTMLSelectElement && element.multiple) {
    const labels = chosen(element).map((option) => quote(labelOf(option)));
    if (labels.length > 0) words += ` value=${labels.join(",")}`;
  } else if (value !== "") words += ` value=${quote(value)}`;
  words += options(element);
  const placeholder = clean(attribute(element, "placeholder") ?? "");
  if (value === "" && placeholder !== "" && placeholder !== name) words += ` placeholder=${quote(cut(placeholder, limits.name))}`;
  if (element instanceof HTMLInputElement) words += bound(element, "min") + bound(element, "max");
  return words;
}

function bound(input: Element, name: "min" | "max"): string {
  const stated = attribute(input, name) ?? "";
  return stated === "" ? "" : ` ${name}=${quote(cut(stated, 40))}`;
}

function options(element: Element): string {
  const all = optionsOf(element).filter((option) => !isDisabledOption(option));
  if (all.length === 0) return "";
  const labels = all.slice(0, limits.options).map((option) => quote(cut(labelOf(option) || option.value, limits.name)));
  return ` options=${labels.join(",")}${all.length > labels.length ? `,+${all.length - labels.length}` : ""}`;
}

/** The options of a select, or the suggestions of an input. */
export function optionsOf(element: Element): HTMLOptionElement[] {
  if (element instanceof HTMLSelectElement) return [...element.options];
  const list = element instanceof HTMLInputElement ? attribute(element, "list") : null;
  if (list === null) return [];
  const found = query(`datalist[id="${CSS.escape(list)}"]`);
  const suggestions = found === null ? [] : [...queryAll(found, "option")];
  return suggestions.filter((option) => option instanceof HTMLOptionElement);
}

/** Whether a dialog is modal: by the browser's word, or by its own. */
export function modalState(element: Element, role: string): string {
  if (role !== "dialog" && role !== "alertdialog") return "";
  return matches(element, ":modal") || attribute(element, "aria-modal") === "true" ? " modal" : "";
}

// A control without a name is known to its makers by something.
function hint(element: Element): string {
  const picture = queryAll(element, "use, img[src]");
  let words = attribute(element, "name") || attribute(element, "id");
  for (const one of picture) {
    words ||= (attribute(one, "href") ?? attribute(one, "xlink:href") ?? attribute(one, "src") ?? "").replace(/^.*[/#]/, "");
  }
  words = clean(words ?? "");
  return words === "" ? "" : ` hint=${quote(cut(words, 40))}`;
}
