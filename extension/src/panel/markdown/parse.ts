// Markdown to its syntax tree (CommonMark with GitHub's tables, strikethrough,
// task lists and bare addresses). Footnotes stay text.

import type { Root } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";

/** Longer blocks are shown as they came: parsing them would hold the page up (up to 10 ms for 1,000 characters). */
const longestParsed = 40_000;
/** Code costs a tenth of that. */
const longestCode = 400_000;

/**
 * Parses a text that may refer to definitions from elsewhere. Returns null for text that is too long to be parsed.
 * The definitions stand before the text, because a fence that is still open would take in what comes behind it.
 */
export function parse(text: string, definitions = ""): Root | null {
  if (text.length > (/^(```|~~~)/.test(text) ? longestCode : longestParsed)) return null;
  const before = definitions === "" ? "" : `${definitions}\n\n`;
  const tree = fromMarkdown(before + text, { extensions: [gfm({ singleTilde: false })], mdastExtensions: [gfmFromMarkdown()] });
  // What only looked like a definition is drawn where it stands, and not again here.
  const children = tree.children.filter((node) => node.type === "definition" || (node.position?.start.offset ?? 0) >= before.length);
  return { ...tree, children };
}
