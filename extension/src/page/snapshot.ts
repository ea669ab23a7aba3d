// A snapshot: the lines of the document, cut to a length in the page, with an
// exact account of what was left out.

import { busy } from "./busy";
import { childPath, ownPath } from "./frames";
import { documentElement, documentTitle, rectOf, whileWalking } from "./dom";
import { type Flat, flatten, write } from "./lines";
import type { Memory } from "./memory";
import { type View, viewNow } from "./sight";
import { clean, cut } from "./text";
import { Walk } from "./walk";
import type { SnapshotArgs, SnapshotResult } from "@protocol/pagescript.gen";

const titleLimit = 300;
/** Room for the last line, which says what was left out. */
const noticeRoom = 170;

export const pageTitle = (): string => cut(clean(documentTitle()), titleLimit);
export const pageURL = (): string => cut(clean(location.href), 2000);

export function snapshot(args: SnapshotArgs, memory: Memory): SnapshotResult {
  const flat = flatten(whileWalking(() => new Walk(memory).of(rootOf(args.root ?? "", memory))));
  const lines = write(flat, args.prefix ?? "", memory);
  const kept = fit(flat, lines, args.maxChars);
  const shown = kept === undefined ? flat : flat.filter((_, i) => kept.has(i));
  const text = kept === undefined ? lines : lines.filter((_, i) => kept.has(i));
  const refs = countRefs(shown);
  const leftOutLines = flat.length - shown.length;
  const leftOutRefs = kept === undefined ? 0 : countRefs(flat) - refs;
  if (leftOutLines > 0) text.push(notice(leftOutLines, leftOutRefs));
  const frames = shown.filter(({ line }) => line.role === "iframe").map(({ line }) => ({ path: childPath(line.element), ref: `${args.prefix ?? ""}e${line.ref}` }));
  const waits = busy(flat);
  return { url: pageURL(), title: pageTitle(), text: text.join("\n"), refs, leftOutLines, leftOutRefs, frame: ownPath(), frames, ...(waits === "" ? {} : { busy: waits }) };
}

function rootOf(ref: string, memory: Memory): Element | null {
  if (ref === "") return documentElement();
  const found = memory.find(ref);
  if ("element" in found) return found.element;
  throw new Error(`${ref} was ${found.gone}; it is no longer in the page. Take a snapshot of the whole page.`);
}

const countRefs = (flat: readonly Flat[]): number => flat.reduce((sum, { line }) => sum + (line.ref > 0 ? 1 : 0), 0);

function notice(lines: number, refs: number): string {
  return `- … ${lines} ${lines === 1 ? "line" : "lines"} with ${refs} ${refs === 1 ? "ref" : "refs"} left out: use find for words or a role, or take the snapshot with more max_chars`;
}

/**
 * Which lines to keep within maxChars; undefined means all. Open modal dialogs
 * come first, then what is in the viewport, then the rest, each in document
 * order, until one does not fit. What a kept line is nested in is kept too.
 */
function fit(flat: readonly Flat[], lines: readonly string[], maxChars: number): Set<number> | undefined {
  if (maxChars <= 0) return undefined;
  const whole = lines.reduce((sum, line) => sum + line.length + 1, -1);
  if (whole <= maxChars) return undefined;
  const kept = new Set<number>();
  let left = maxChars - noticeRoom;
  for (const index of byWeight(flat)) {
    const needed = withParents(index, flat, kept);
    const size = needed.reduce((sum, i) => sum + (lines[i]?.length ?? 0) + 1, 0);
    if (size > left) break;
    left -= size;
    for (const i of needed) kept.add(i);
  }
  return kept;
}

function byWeight(flat: readonly Flat[]): number[] {
  const view = viewNow();
  const groups: [number[], number[], number[]] = [[], [], []];
  flat.forEach((one, index) => {
    if (one.modal) groups[0].push(index);
    else groups[isInViewport(one.line.element, view) ? 1 : 2].push(index);
  });
  return groups.flat();
}

function isInViewport(element: Element, view: View): boolean {
  const { x, y, width, height } = rectOf(element);
  return y + height > 0 && x + width > 0 && y < view.height && x < view.width && (width > 0 || height > 0);
}

function withParents(index: number, flat: readonly Flat[], kept: ReadonlySet<number>): number[] {
  const needed: number[] = [];
  for (let i = index; i >= 0 && !kept.has(i); i = flat[i]?.parent ?? -1) needed.push(i);
  return needed;
}
