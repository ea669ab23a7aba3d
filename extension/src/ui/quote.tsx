// What the program or a provider said in a language that the page does not speak: small, and marked as theirs.

import type { VNode } from "preact";
import { strings } from "./strings";

/** Draws nothing where nothing was said. */
export function Quote({ words }: { words: string }): VNode | null {
  if (words === "") return null;
  return (
    <span class="quoted">
      <span class="quoted-of">{strings.common.quoted}</span> <q lang="en">{words}</q>
    </span>
  );
}
