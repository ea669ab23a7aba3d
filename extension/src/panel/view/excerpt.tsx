// How much of a file a model is given, where that is not all: at the file in the composer, and in the message afterwards.

import type { Block } from "@protocol/chat.gen";
import type { VNode } from "preact";
import { wholeNumber } from "../../ui/format";
import { strings } from "../../ui/strings";

/** Draws nothing where it is given all of it. */
export function ExcerptNote({ block: { excerpt } }: { block: Block }): VNode | null {
  if (excerpt === undefined) return null;
  const { characters, ofCharacters, pages = 0, ofPages = 0 } = excerpt;
  const words = strings.files;
  return (
    <>
      {pages < ofPages ? <span class="file-excerpt">{words.firstPages(wholeNumber(pages), wholeNumber(ofPages))}</span> : null}
      {characters < ofCharacters ? <span class="file-excerpt">{words.firstPart(wholeNumber(characters), wholeNumber(ofCharacters))}</span> : null}
    </>
  );
}
