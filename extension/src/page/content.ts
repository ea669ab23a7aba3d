// The document as a person would copy it out: Markdown with headings, lists,
// links, tables and code. What cannot be seen is left out, fields and their
// values too (a snapshot shows those); the cut is made here, in the page.

import type { ContentArgs, ContentResult } from "@protocol/pagescript.gen";
import { attribute, documentElement, eachChild, hasAttribute, isElement, localName, matches, textContent } from "./dom";
import { Markdown } from "./markdown";
import { isApart, Names } from "./names";
import { roleOf } from "./roles";
import { isLeftOut, isLegible, sightOf, textBox, type View, viewNow } from "./sight";
import { pageTitle, pageURL } from "./snapshot";
import { urlOf } from "./states";
import { clean, isHighSurrogate, visible } from "./text";

const fields: ReadonlySet<string> = new Set(["input", "select", "textarea", "iframe", "frame", "object", "video", "audio", "canvas", "progress", "meter"]);
const blocks = new Set([
  "address", "article", "aside", "body", "center", "dd", "details", "dialog", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form",
  "header", "hgroup", "html", "legend", "main", "nav", "p", "search", "section", "summary", "caption", "label", "output", "button", "option",
]);
const marks: Readonly<Record<string, string>> = { b: "**", strong: "**", i: "*", em: "*", code: "`", kbd: "`", samp: "`", del: "~~", s: "~~" };
const deepest = 600;

export function content(args: ContentArgs): ContentResult {
  const root = rootFor(args.selector ?? "");
  const about = { url: pageURL(), title: pageTitle() };
  if (root === null) return { ...about, text: "", total: 0, missing: true };
  const whole = new Reader().read(root, (args.selector ?? "") === "");
  return { ...about, text: page(whole, args.offset, args.maxChars), total: whole.length, missing: false };
}

function rootFor(selector: string): Element | null {
  if (selector === "") return documentElement();
  try {
    return Document.prototype.querySelector.call(document, selector);
  } catch {
    throw new Error(`"${selector}" is no CSS selector. Leave it out to read the whole page.`);
  }
}

/** The part of a text from offset on; a character of two units is never cut in half. */
function page(whole: string, offset: number, maxChars: number): string {
  let start = Math.max(0, offset);
  if (start > 0 && isHighSurrogate(whole, start - 1)) start--;
  if (maxChars <= 0) return whole.slice(start);
  const end = start + maxChars;
  return whole.slice(start, end < whole.length && isHighSurrogate(whole, end - 1) ? end - 1 : end);
}

class Reader {
  readonly #names = new Names();
  readonly #view = viewNow();
  readonly #out = new Markdown();
  #inMain = 0;

  /** The text of an element. When the page names its main part and that is at least half of the text, the rest is left out. */
  read(root: Element, preferMain: boolean): string {
    this.#element(root, 0);
    return this.#out.text(preferMain);
  }

  #children(node: Element, depth: number): void {
    if (depth > deepest) return;
    let legible: boolean | undefined;
    eachChild(node, (child) => {
      if (isElement(child)) this.#element(child, depth + 1);
      else if (child instanceof Text && (child.data.trim() === "" || (legible ??= canBeRead(node, this.#view)))) this.#out.inline(visible(child.data));
    });
  }

  #element(element: Element, depth: number): void {
    const name = localName(element);
    if (isLeftOut(element, name) || fields.has(name)) return;
    const sight = sightOf(element);
    if (sight === "gone") return;
    const isMain = name === "main" || attribute(element, "role") === "main" || (name === "article" && this.#isOnlyArticle());
    if (isMain) {
      this.#inMain++;
      this.#out.main(this.#inMain > 0);
    }
    this.#write(element, name, depth);
    if (isMain) {
      this.#out.block();
      this.#inMain--;
      this.#out.main(this.#inMain > 0);
    }
  }

  #isOnlyArticle(): boolean {
    const all = Document.prototype.querySelectorAll.call(document, "main, [role=main], article");
    return all.length === 1;
  }

  #write(element: Element, name: string, depth: number): void {
    const out = this.#out;
    const inside = (): void => this.#children(element, depth);
    switch (name) {
      case "h1": case "h2": case "h3": case "h4": case "h5": case "h6":
        return out.prefixed(`${"#".repeat(Number(name[1]))} `, inside);
      case "ul": case "menu": case "ol":
        return out.list(name === "ol" ? (element instanceof HTMLOListElement ? element.start : 1) : undefined, inside);
      case "li":
        return out.item(inside);
      case "blockquote":
        return out.quoted(inside);
      case "pre":
        return out.code(visible(this.#preText(element)));
      case "br":
        return out.lineBreak();
      case "hr":
        return out.rule();
      case "img":
        return out.inline(imageText(element));
      case "svg":
        return this.#drawing(element, depth);
      case "a":
        return this.#link(element, inside);
      case "table":
        return this.#table(element, inside);
    }
    const mark = Object.hasOwn(marks, name) ? marks[name] : undefined;
    if (mark !== undefined) return out.marked(mark, inside);
    if (!blocks.has(name) && !name.includes("-")) {
      const gap = isApart(element, name) ? " " : "";
      out.inline(gap);
      inside();
      return out.inline(gap);
    }
    out.block();
    inside();
    out.block();
  }

  #preText(element: Element): string {
    return element.querySelector("br") === null ? textContent(element) : this.#names.text(element);
  }

  #link(element: Element, inside: () => void): void {
    const url = hasAttribute(element, "href") ? urlOf(element) : "";
    this.#out.link(url, inside);
  }

  #drawing(element: Element, depth: number): void {
    const name = this.#names.of(element, "img");
    if (name !== "") this.#out.inline(` ${name} `);
    this.#children(element, depth);
  }

  #table(table: Element, inside: () => void): void {
    if (!(table instanceof HTMLTableElement) || roleOf(table) === "" || table.querySelector("table") !== null) {
      this.#out.block();
      inside();
      this.#out.block();
      return;
    }
    if (table.caption !== null) this.#out.paragraph(clean(this.#names.text(table.caption)));
    const rows = [...table.rows].filter((row) => sightOf(row) === "shown");
    const cells = rows.map((row) => [...row.cells].filter((cell) => sightOf(cell) === "shown").map((cell) => clean(this.#names.text(cell))));
    this.#out.table(cells, rows[0] !== undefined && [...rows[0].cells].every((cell) => matches(cell, "th")));
  }
}

const canBeRead = (node: Element, view: View): boolean => {
  const shown = sightOf(node) === "shown" || getComputedStyle(node).display === "contents";
  return shown && isLegible(node, textBox(node), view);
};

function imageText(image: Element): string {
  const alt = clean(attribute(image, "alt") ?? "");
  return alt === "" ? "" : ` ![${alt}] `;
}
