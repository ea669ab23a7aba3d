// Why something stored could not be read.

import type { VNode } from "preact";
import { Quote } from "../../ui/quote";
import { tellWords } from "../../ui/telling";

export function LoadFailure({ title, words }: { title: string; words: string }): VNode {
  const { own, quoted } = tellWords(words);
  return (
    <>
      <p class="call-hint">
        {title} {own}
      </p>
      <Quote words={quoted} />
    </>
  );
}
