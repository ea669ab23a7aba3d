// Tables: a row of data is one line with a name for each cell, and a table that
// only lays things out is read as if it were not there.

import { closest, eachChild, hasAttribute, isElement, localName, queryAll } from "./dom";
import type { Line } from "./lines";
import { roleOf } from "./roles";
import { fold } from "./text";

const cells: ReadonlySet<string> = new Set(["cell", "gridcell", "columnheader", "rowheader"]);

export interface Row {
  readonly names: string[];
  readonly children: Line[];
  readonly header: boolean;
}

export class Tables {
  readonly #layout = new Map<Element, boolean>();

  /** Whether a table lays a page out: another table is in it, or it has no two columns or rows, and nothing says that it is data. */
  isLayout(table: HTMLTableElement): boolean {
    const known = this.#layout.get(table);
    if (known !== undefined) return known;
    const layout = roleOf(table) === "" || (!saysData(table) && !looksLikeData(table));
    this.#layout.set(table, layout);
    return layout;
  }

  /** Whether a row belongs to a table that is read as one. */
  isData(row: Element): boolean {
    const table = row instanceof HTMLTableRowElement ? row.closest("table") : null;
    return table === null || !this.isLayout(table);
  }
}

const saysData = (table: HTMLTableElement): boolean => table.caption !== null || table.tHead !== null || has(table, "th");
const has = (table: Element, selector: string): boolean => [...queryAll(table, selector)].length > 0;

function looksLikeData(table: HTMLTableElement): boolean {
  if (has(table, "table")) return false;
  const first = table.rows[0];
  return table.rows.length > 1 && first !== undefined && (first.cells.length > 1 || (table.rows[1]?.cells.length ?? 0) > 1);
}

/** Reads a row: the text of each cell, and what can be acted on in all of them. */
export function readRow(row: Element, inside: (cell: Element) => Line[]): Row {
  const names: string[] = [];
  const children: Line[] = [];
  let header = true;
  eachChild(row, (cell) => {
    if (!isElement(cell)) return;
    const role = roleOf(cell);
    if (!cells.has(role)) {
      children.push(...inside(cell));
      return;
    }
    header &&= role === "columnheader" || localName(cell) === "th";
    const lines = inside(cell);
    names.push(lines.map(wordsOf).filter((words) => words !== "").join(" "));
    children.push(...lines.filter((line) => !isWords(line)));
  });
  return { names, children, header: header && names.length > 0 };
}

// Lines that are only read become words of the cell; the rest stays a line.
const isWords = (line: Line): boolean => line.ref === 0 && line.children.length === 0 && (line.role === "text" || line.role === "img" || line.role === "heading");
const wordsOf = (line: Line): string => (isWords(line) ? line.names.join(" ") : "");

/** Whether a cell can be chosen, as in a sheet or a calendar: the page gives it a name, or a place in the order of keys. */
export function isChoosable(cell: Element): boolean {
  if (!["tabindex", "aria-label", "aria-labelledby"].some((name) => hasAttribute(cell, name))) return false;
  const role = roleOf(cell);
  return role === "gridcell" || (role === "cell" && closest(cell, "[role=grid], [role=treegrid]") !== null);
}

/** The name of a cell, and what is in it where the name does not say it. */
export function both(name: string, said: string): string {
  if (name === "" || said === "" || fold(name).includes(fold(said))) return name || said;
  return `${name}: ${said}`;
}
