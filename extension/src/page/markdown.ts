// A writer of Markdown that keeps white space as a reader would see it: words
// on one line are joined by single spaces, blocks by one empty line, and what
// was empty leaves nothing behind.

interface Piece {
  readonly text: string;
  readonly main: boolean;
  /** An item of a list follows the one before it without an empty line. */
  readonly tight: boolean;
}

interface List {
  next: number | undefined;
  /** As wide as the mark of the item that is being written. */
  hang: string;
}

export class Markdown {
  readonly #pieces: Piece[] = [];
  readonly #lists: List[] = [];
  #line = "";
  /** Stands before the next line of text: a heading's or an item's mark. */
  #lead = "";
  #quotes = 0;
  #main = false;
  #tight = false;

  /** Says whether what follows is in the main part of the page. */
  main(inside: boolean): void {
    this.block();
    this.#main = inside;
  }

  inline(text: string): void {
    this.#line += text.replace(/\s+/g, " ");
  }

  lineBreak(): void {
    this.#line = `${this.#line.trimEnd()}\n`;
  }

  /** Ends the line of text, if there is one. */
  block(): void {
    const text = this.#line.replace(/ {2,}/g, " ").replace(/ *\n */g, "\n").trim();
    this.#line = "";
    if (text !== "") this.#push(text);
  }

  paragraph(text: string): void {
    this.block();
    this.inline(text);
    this.block();
  }

  prefixed(lead: string, inside: () => void): void {
    this.block();
    this.#lead += lead;
    inside();
    this.block();
    this.#lead = "";
  }

  list(first: number | undefined, inside: () => void): void {
    this.block();
    this.#lists.push({ next: first, hang: "" });
    inside();
    this.block();
    this.#lists.pop();
    this.#tight = this.#lists.length > 0;
  }

  item(inside: () => void): void {
    this.block();
    const list = this.#lists.at(-1);
    const mark = list?.next === undefined ? "- " : `${list.next++}. `;
    this.#lead = mark;
    if (list !== undefined) list.hang = " ".repeat(mark.length);
    inside();
    this.block();
    this.#lead = "";
  }

  quoted(inside: () => void): void {
    this.block();
    this.#quotes++;
    inside();
    this.block();
    this.#quotes--;
  }

  code(text: string): void {
    this.block();
    const fence = "`".repeat(Math.max(3, longestRun(text) + 1));
    this.#push(`${fence}\n${text.replace(/^\n|\s+$/g, "")}\n${fence}`);
  }

  rule(): void {
    this.block();
    if (this.#pieces.length > 0) this.#push("---");
  }

  /** Marks what is written inside, if anything is. */
  marked(mark: string, inside: () => void): void {
    this.#around((text) => (text.includes("\n") ? text : `${mark}${text}${mark}`), inside);
  }

  link(url: string, inside: () => void): void {
    this.#around((text) => (url === "" || text.includes("\n") ? text : `[${text}](${url.replace(/[()\s]/g, percent)})`), inside);
  }

  table(rows: readonly (readonly string[])[], headed: boolean): void {
    this.block();
    const kept = rows.filter((row) => row.some((cell) => cell !== ""));
    const width = Math.max(0, ...kept.map((row) => row.length));
    if (width === 0) return;
    if (width === 1) {
      for (const [cell] of kept) this.paragraph(cell ?? "");
      return;
    }
    const line = (row: readonly string[]): string => `| ${Array.from({ length: width }, (_, i) => (row[i] ?? "").replace(/\|/g, "\\|")).join(" | ")} |`;
    const [head, ...rest] = headed ? kept : [[], ...kept];
    this.#push([line(head ?? []), `|${" --- |".repeat(width)}`, ...rest.map(line)].join("\n"));
  }

  /** All that was written; only the main part when that is preferred and is at least half of it. */
  text(preferMain: boolean): string {
    this.block();
    const main = this.#pieces.filter((piece) => piece.main);
    const pieces = preferMain && size(main) * 2 >= size(this.#pieces) ? main : this.#pieces;
    return pieces.reduce((text, piece) => (text === "" ? piece.text : `${text}${piece.tight ? "\n" : "\n\n"}${piece.text}`), "");
  }

  // Wraps what is written on the current line; a block inside stays unwrapped.
  #around(wrap: (text: string) => string, inside: () => void): void {
    const before = this.#line;
    const pieces = this.#pieces.length;
    this.#line = "";
    inside();
    const text = this.#line.trim();
    if (text === "" || this.#pieces.length > pieces) {
      this.#line = before + this.#line;
      return;
    }
    const [, head = "", tail = ""] = /^(\s*)[^]*?(\s*)$/.exec(this.#line) ?? [];
    this.#line = before + head + wrap(text) + tail;
  }

  #push(text: string): void {
    const quote = "> ".repeat(this.#quotes);
    const depth = this.#lists.length;
    const indent = this.#lists.slice(0, -1).map((list) => list.hang).join("");
    const hang = this.#lists.at(-1)?.hang ?? "";
    const lines = text.split("\n");
    const written = lines.map((line, i) => `${quote}${indent}${i === 0 && this.#lead !== "" ? this.#lead : hang}${line}`);
    this.#pieces.push({ text: written.join("\n"), main: this.#main, tight: depth > 0 && this.#tight });
    this.#lead = "";
    this.#tight = depth > 0;
  }
}

const percent = (one: string): string => `%${one.charCodeAt(0).toString(16).padStart(2, "0")}`;
const size = (pieces: readonly Piece[]): number => pieces.reduce((sum, { text }) => sum + text.length, 0);
const longestRun = (text: string): number => Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
