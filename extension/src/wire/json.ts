// What the wire needs to know about JSON values.

/** Whether a value is a JSON object, so that its members can be looked at one by one. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** How many bytes of UTF-8 a text takes, without encoding it. Lone surrogates count as the three bytes of U+FFFD. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    if (unit < 0x800) bytes += 1;
    else if (unit >= 0xd800 && unit < 0xdc00 && isLow(text.charCodeAt(i + 1))) {
      bytes += 2;
      i++;
    } else bytes += 2;
  }
  return bytes;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}
