// Comparing what a masked field holds with what it was to hold: here, so that
// what nobody may read does not leave the page.

/** How the two compare; the constants of protocol/pagescript. */
export type Match = "equal" | "formatted" | "other";

// What masks put between the characters of a card, a code, an account.
const separators = /[\s\-\u2013./()]/g;
const words = /^[\p{L}\p{N}]+$/u;
const digits = /^\d+$/;

/** In a password every character counts, unless it is a number. */
export function matchOf(field: Element, want: string): Match {
  if (!(field instanceof HTMLInputElement) && !(field instanceof HTMLTextAreaElement)) return "other";
  const has = field.value;
  if (has === want) return "equal";
  const [one, other] = [has.replace(separators, ""), want.replace(separators, "")];
  return one === other && (field.type === "password" ? digits : words).test(one) ? "formatted" : "other";
}
