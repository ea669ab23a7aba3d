// What a key means in the composer and in the panel. While a composition is
// open (Chinese, Japanese and Korean input), every key belongs to it: Enter
// commits the text and Escape leaves the composition. Some input methods say so
// only by key code 229.

interface Key {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
  isComposing: boolean;
  keyCode: number;
}

export function isComposing(key: Key): boolean {
  return key.isComposing || key.keyCode === 229;
}

/** Enter sends; with Shift or Alt it makes a new line, as the browser does by itself. */
export function sends(key: Key): boolean {
  return key.key === "Enter" && !key.shiftKey && !key.altKey && !isComposing(key);
}

/** Escape, and nothing with it. */
export function isEscape(key: Key): boolean {
  return key.key === "Escape" && !key.shiftKey && !key.ctrlKey && !key.altKey && !key.metaKey && !isComposing(key);
}
