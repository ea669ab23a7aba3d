// Markdown to its syntax tree (CommonMark with GitHub's tables, strikethrough,
// task lists and bare addresses). Footnotes stay text.

import type { Root } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";

/** Longer blocks are shown as they came: parsing them would hold the page up. */
export const longestParsed = 200_000;

/** Returns null for text that is too long to be parsed. */
export function parse(text: string): Root | null {
  if (text.length > longestParsed) return null;
  return fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
}
