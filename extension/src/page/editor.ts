// The text of an editor (contenteditable), a line for each line that a person
// sees: what was typed can be compared with what is there.

import { firstChild, isElement, localName, matches, nextSibling } from "./dom";
import { visible } from "./text";

const blocks = "p, div, li, ul, ol, h1, h2, h3, h4, h5, h6, pre, blockquote";

export function editorText(editor: Element): string {
  const lines = new Lines();
  gather(editor, lines);
  return visible(lines.text).replace(/[ \u00a0]+/g, " ").trim();
}

class Lines {
  text = "";
  #started = false;
  #breakDue = false;

  /** Adds words; white space alone between two blocks is how the page is written, not what it says. */
  add(words: string): void {
    if (words.trim() === "" && !words.includes("\n") && (this.#breakDue || !this.#started)) return;
    this.#settle();
    this.text += words;
  }

  /** The edge of a block: what follows stands on another line. */
  edge(): void {
    this.#breakDue = this.#started;
  }

  /** A line of a block that holds nothing else. */
  empty(): void {
    this.#settle();
  }

  #settle(): void {
    if (this.#breakDue) this.text += "\n";
    this.#breakDue = false;
    this.#started = true;
  }
}

function gather(element: Element, lines: Lines): void {
  const keepsBreaks = getComputedStyle(element).whiteSpace.startsWith("pre");
  for (let child = firstChild(element); child !== null; child = nextSibling(child)) {
    if (child instanceof Text) {
      const words = keepsBreaks ? child.data : child.data.replace(/\s+/g, " ");
      if (words !== "") lines.add(words);
    } else if (isElement(child)) {
      if (localName(child) === "br") lineBreak(element, child, lines);
      else if (matches(child, blocks)) {
        lines.edge();
        gather(child, lines);
        lines.edge();
      } else gather(child, lines);
    }
  }
}

// The last break of a block only holds the block open; alone in it, it is an empty line.
function lineBreak(block: Element, br: Element, lines: Lines): void {
  if (firstChild(block) === br && nextSibling(br) === null) lines.empty();
  else if (nextSibling(br) !== null) lines.add("\n");
}
