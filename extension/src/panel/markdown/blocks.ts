// Cuts Markdown into its top-level blocks at blank lines, so that text which
// grows at its end is parsed only where it grows. A cut is made only where both
// sides mean the same apart as together: never inside a fence, never before an
// indented line (it may belong to a list item or to indented code), never
// between items of one list, unless the list is very long.

const fence = /^\s*(?:[-*+]\s+|\d{1,9}[.)]\s+|>\s?)*(`{3,}|~{3,})(.*)$/s;
const listItem = /^(?:([-*+])|\d{1,9}([.)]))(?:\s|$)/;
/** A list longer than this is cut between items: it is drawn as two lists, and parsed in time. */
const longestList = 4000;

// A label, a place without spaces, perhaps a title. Footnotes look alike, but their text is drawn where it stands.
const definition = /^ {0,3}\[(?!\^)(?:[^\][\\]|\\.){1,300}\]:[ \t]*(?:<[^<>]*>|[^\s<]\S*)(?:[ \t]+["'(].*)?[ \t]*$/;

interface Span {
  start: number;
  end: number;
}

/** The blocks of a whole text, without the blank lines between them. */
export function splitBlocks(text: string): string[] {
  return spans(text, 0).map(({ start, end }) => text.slice(start, end));
}

/** The lines that define link references, each a block: blocks of their own cannot see each other's. */
export function definitionsOf(blocks: readonly string[]): string {
  return blocks
    .flatMap((block) => (block.includes("]:") && !fence.test(block.split("\n", 1)[0] ?? "") ? block.split("\n").filter((line) => definition.test(line)) : []))
    .join("\n\n");
}

function spans(text: string, from: number): Span[] {
  const cutter = new Cutter();
  for (let start = from; start <= text.length; ) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    cutter.line(text.slice(start, end), start, end);
    start = end + 1;
  }
  return cutter.end();
}

class Cutter {
  readonly #spans: Span[] = [];
  #open: Span | null = null;
  #mark = "";
  #blank = false;
  #fence: { mark: string; length: number } | null = null;

  line(line: string, start: number, end: number): void {
    if (this.#fence === null && line.trim() === "") {
      this.#blank = true;
      return;
    }
    if (this.#blank ? !this.#continues(line) : this.#tooLong(line, start)) this.#cut();
    this.#blank = false;
    if (this.#open === null) {
      this.#open = { start, end };
      this.#mark = listMark(line);
    }
    this.#open.end = end;
    this.#track(line);
  }

  end(): Span[] {
    this.#cut();
    return this.#spans;
  }

  #continues(line: string): boolean {
    return /^\s/.test(line) || (this.#mark !== "" && listMark(line) === this.#mark);
  }

  #tooLong(line: string, start: number): boolean {
    if (this.#fence !== null || this.#open === null || this.#mark === "") return false;
    return start - this.#open.start > longestList && listMark(line) === this.#mark;
  }

  #cut(): void {
    if (this.#open !== null) this.#spans.push(this.#open);
    this.#open = null;
    this.#fence = null;
  }

  #track(line: string): void {
    const found = fence.exec(line);
    const marks = found?.[1] ?? "";
    const rest = found?.[2] ?? "";
    if (this.#fence === null) {
      const opens = marks !== "" && !(marks.startsWith("`") && rest.includes("`"));
      if (opens) this.#fence = { mark: marks.charAt(0), length: marks.length };
      return;
    }
    const closes = marks.startsWith(this.#fence.mark) && marks.length >= this.#fence.length && rest.trim() === "";
    if (closes) this.#fence = null;
  }
}

// Which list a line belongs to: "-", "*", "+", "." or ")"; empty for no item.
function listMark(line: string): string {
  const found = listItem.exec(line);
  return found?.[1] ?? found?.[2] ?? "";
}

/** The blocks of a text that grows. All but the last two are settled and not looked at again. */
export class GrowingBlocks {
  #text = "";
  #settled: string[] = [];
  // Where the text begins that may still be cut differently.
  #offset = 0;

  update(text: string): string[] {
    if (!text.startsWith(this.#text)) {
      this.#settled = [];
      this.#offset = 0;
    }
    this.#text = text;
    const parts = spans(text, this.#offset);
    const words = parts.map(({ start, end }) => text.slice(start, end));
    const kept = parts.at(-2);
    if (kept === undefined || parts.length < 3) return [...this.#settled, ...words];
    this.#settled = [...this.#settled, ...words.slice(0, -2)];
    this.#offset = kept.start;
    return [...this.#settled, ...words.slice(-2)];
  }
}
