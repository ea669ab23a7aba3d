// Which way a text is read: as its first letter is.

const letter = /\p{L}/u;
const fromTheRight = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

export type Side = "ltr" | "rtl";

export function letterIn(text: string): string | undefined {
  return letter.exec(text)?.[0];
}

/** Undefined where there is no letter. */
export function sideOfLetter(first: string | undefined): Side | undefined {
  if (first === undefined) return undefined;
  return fromTheRight.test(first) ? "rtl" : "ltr";
}
