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

/** Returns null for text that is too long to be parsed. */
export function parse(text: string): Root | null {
  if (text.length > (/^(```|~~~)/.test(text) ? longestCode : longestParsed)) return null;
  return fromMarkdown(text, { extensions: [gfm({ singleTilde: false })], mdastExtensions: [gfmFromMarkdown()] });
}
