// Parses a block that grows, or is long, by pieces: a table by groups of rows, each of which means what it means whatever rows
// stand before it. What was parsed once is not parsed again, and keeps its identity, so that it is not drawn again either.

import type { Root, Table, TableRow } from "mdast";
import { parse } from "./parse";

/** A shorter block is parsed whole. */
const shortest = 2_000;
/** As many as a frame has time for. */
const rowsInGroup = 20;
/** A longer table is shown as it came: nobody reads it in a panel. */
const longestTable = 200_000;

const delimiterRow = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

interface Head {
  /** The text to the end of the row of dashes, with what stands before the table. */
  text: string;
  /** The same without what stands before. */
  table: string;
  tree: Root;
  made: Table;
}

interface Group {
  text: string;
  rows: readonly TableRow[];
  /** The line behind the rows is none: the table ends. */
  ends: boolean;
}

export interface Parsed {
  /** Null where the text is shown as it came. */
  tree: Root | null;
  /** There was no time for the rest; it is parsed when this is called again. */
  more: boolean;
}

export class GrowingBlock {
  #definitions = "";
  #head: Head | null = null;
  #groups: Group[] = [];
  // What stands directly behind the table.
  #rest: { text: string; tree: Root | null } | null = null;

  /** Parses for about so long, where it can be done by pieces, and one piece at least; those that were parsed before take no time. */
  parse(text: string, definitions: string, budgetMs: number): Parsed {
    if (definitions !== this.#definitions) this.#forget(definitions);
    const pieces = text.length < shortest ? null : this.#pieces(text, budgetMs);
    return pieces ?? { tree: parse(text, definitions), more: false };
  }

  #forget(definitions: string): void {
    this.#definitions = definitions;
    this.#head = null;
    this.#groups = [];
    this.#rest = null;
  }

  // Null where it is no table.
  #pieces(text: string, budgetMs: number): Parsed | null {
    const head = text.length > longestTable ? null : this.#headOf(text);
    if (head === null) return null;
    const end = performance.now() + budgetMs;
    const lines = text.slice(head.text.length + 1).split("\n");
    const rows: TableRow[] = [];
    for (let i = 0; i * rowsInGroup < lines.length; i++) {
      const known = this.#groups[i];
      const group = this.#group(head, i, lines.slice(i * rowsInGroup, (i + 1) * rowsInGroup));
      if (group === null) return null;
      rows.push(...group.rows);
      if (group.ends) return this.#withRest(treeOf(head, rows), lines.slice(i * rowsInGroup + group.rows.length).join("\n"));
      if (group !== known && performance.now() > end && (i + 1) * rowsInGroup < lines.length) return { tree: treeOf(head, rows), more: true };
    }
    return { tree: treeOf(head, rows), more: false };
  }

  // A table ends where another block begins, which means the same by itself.
  #withRest(table: Root, text: string): Parsed | null {
    if (this.#rest?.text !== text) this.#rest = { text, tree: parse(text, this.#definitions) };
    const { tree } = this.#rest;
    if (tree === null) return null;
    return { tree: { ...table, children: [...table.children, ...tree.children.filter((node) => node.type !== "definition")] }, more: false };
  }

  #headOf(text: string): Head | null {
    if (this.#head !== null && text.startsWith(`${this.#head.text}\n`)) return this.#head;
    this.#head = null;
    this.#groups = [];
    const lines = text.slice(0, shortest).split("\n");
    const dashes = lines.findIndex((line, i) => i > 0 && i < lines.length - 1 && line.includes("|") && delimiterRow.test(line));
    if (dashes < 0) return null;
    const before = lines.slice(0, dashes + 1).join("\n");
    const tree = parse(before, this.#definitions);
    const made = tree?.children.at(-1);
    if (tree === null || made?.type !== "table" || made.children.length !== 1) return null;
    this.#head = { text: before, table: lines.slice(dashes - 1, dashes + 1).join("\n"), tree, made };
    return this.#head;
  }

  #group(head: Head, i: number, lines: readonly string[]): Group | null {
    const text = lines.join("\n");
    const known = this.#groups[i];
    if (known?.text === text) return known;
    const found = parse(`${head.table}\n${text}`, this.#definitions)?.children.filter((node) => node.type !== "definition");
    const [table] = found ?? [];
    if (table?.type !== "table") return null;
    const rows = table.children.slice(1);
    const group = { text, rows, ends: rows.length < lines.length };
    this.#groups[i] = group;
    return group;
  }
}

function treeOf({ tree, made }: Head, rows: readonly TableRow[]): Root {
  const [first] = made.children;
  return { ...tree, children: [...tree.children.slice(0, -1), { ...made, children: first === undefined ? [...rows] : [first, ...rows] }] };
}
