// Markdown to its syntax tree (CommonMark with GitHub's tables, strikethrough,
// task lists and bare addresses). Footnotes stay text.

import type { Root, RootContent } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { cutTexts, withoutSpaces } from "./cjk";

const syntax = withoutSpaces(gfm({ singleTilde: false }));

/** Longer blocks are shown as they came: parsing them would hold the page up (up to 10 ms for 1,000 characters). */
const longestParsed = 40_000;
/** Code costs a tenth of that. */
const longestCode = 400_000;

/** Deeper quotations and lists are nobody's wish, and drawing them takes the stack. */
const deepestDrawn = 60;
// Parsing thousands of levels takes minutes, so a line that begins with so many is not parsed at all.
const deepLine = new RegExp(String.raw`^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])[ \t])){${deepestDrawn + 1}}`, "m");

/**
 * Parses a text that may refer to definitions from elsewhere. Returns null for text that is too long or too deeply nested.
 * The definitions stand before the text, because a fence that is still open would take in what comes behind it.
 */
export function parse(text: string, definitions = ""): Root | null {
  if (text.length > (/^(```|~~~)/.test(text) ? longestCode : longestParsed) || deepLine.test(text)) return null;
  const code = fenced(text);
  if (code !== null) return code;
  const before = definitions === "" ? "" : `${definitions}\n\n`;
  const tree = fromMarkdown(before + text, { extensions: [syntax], mdastExtensions: [cutTexts, gfmFromMarkdown()] });
  // What only looked like a definition is drawn where it stands, and not again here.
  const children = tree.children.filter((node) => node.type === "definition" || (node.position?.start.offset ?? 0) >= before.length);
  return isDeep(children) ? null : { ...tree, children };
}

// What is within a fence is what stands there: only its first line has to be parsed, however long it is. Null for any other text,
// and where something follows.
function fenced(text: string): Root | null {
  const [first = ""] = text.split("\n", 1);
  const mark = /^(?:`{3,}(?=[^`]*$)|~{3,})/.exec(first)?.[0];
  if (mark === undefined || /[\r\0]/.test(text)) return null;
  // A line ends with "\n" alone: for "m" some rare marks end one too.
  const end = new RegExp(`(?<![^\\n]) {0,3}${mark}${mark.charAt(0)}*[ \\t]*(?![^\\n])`).exec(text.slice(first.length + 1));
  const inside = text.slice(first.length + 1, end === null ? undefined : first.length + 1 + end.index);
  if (end !== null && text.slice(first.length + 1 + end.index + end[0].length).trim() !== "") return null;
  const tree = fromMarkdown(first);
  const [node] = tree.children;
  return node?.type === "code" ? { ...tree, children: [{ ...node, value: inside.replace(/\n$/, "") }] } : null;
}

// Level by level, because a recursion is what it guards against.
function isDeep(children: readonly RootContent[]): boolean {
  let level = children;
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepestDrawn) return true;
    level = level.flatMap((node): RootContent[] => ("children" in node ? node.children : []));
  }
  return false;
}
