// Which fields hold what no model may read. By type and by what the page says
// of itself (autocomplete), by drawing dots in place of letters, and by names
// that mean a code and nothing else. A field that was once secret stays so.

import { attribute } from "./dom";
import type { Memory } from "./memory";

const secretKinds = /(?:^|\s)(?:current-password|new-password|one-time-code|cc-number|cc-csc)(?:\s|$)/;
const secretNames = /(?:^|[^a-z])(?:cvv2?|cvc2?|csc|otp|passcode|totp)(?:[^a-z]|$)|card[-_ ]?(?:number|num|no)(?:[^a-z]|$)|security[-_ ]?code/i;

/** Whether what a field holds must be masked. */
export function isSecret(field: Element, memory: Memory): boolean {
  if (memory.wasSecret(field)) return true;
  if (!saysSecret(field)) return false;
  memory.keepSecret(field);
  return true;
}

function saysSecret(field: Element): boolean {
  if (!(field instanceof HTMLInputElement) && !(field instanceof HTMLTextAreaElement)) return false;
  if (field.type === "password" || secretKinds.test((attribute(field, "autocomplete") ?? "").toLowerCase())) return true;
  const names = `${attribute(field, "name") ?? ""} ${attribute(field, "id") ?? ""}`;
  if (names.length > 1 && secretNames.test(names)) return true;
  if (field.value === "") return false;
  const drawn = getComputedStyle(field).getPropertyValue("-webkit-text-security");
  return drawn !== "" && drawn !== "none";
}

/** A dot for each character. */
export const mask = (value: string): string => "•".repeat(Math.min([...value].length, 200));
