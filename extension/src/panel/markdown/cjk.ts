// Chinese, Japanese and Korean are written without spaces, and the rules of Markdown are made of them: without these changes a
// bare address goes on through the sentence that follows it, and bold that ends with a full-width mark does not end.

import type { Parent, RootContent, Text } from "mdast";
import type { Extension as FromMarkdownExtension } from "mdast-util-from-markdown";
import { attention } from "micromark-core-commonmark";
import type { Code, Construct, ConstructRecord, Effects, Extension, State, Token, TokenizeContext } from "micromark-util-types";

const asterisk = "*".charCodeAt(0);
const slash = "/".charCodeAt(0);
const dot = ".".charCodeAt(0);

// Letters and marks of those scripts, and the quotes, dash and ellipsis that they share with others. What lies beyond 16 bits comes as two codes.
const cjk = String.raw`\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Bopo}\u3000-\u303f\u30fb\u30fc\uff00-\uffef\ud840-\ud88f`;
const isCJK = new RegExp(`[${cjk}]`, "u");
const isMark = new RegExp(String.raw`[\p{P}\p{S}]`, "u");
const endings = String.raw`${cjk}\u2014\u2018-\u201f\u2026`;
const ends = new RegExp(`[${endings}]`, "u");

function matches(pattern: RegExp, code: Code): boolean {
  return code !== null && code > 0x7f && pattern.test(String.fromCharCode(code));
}

/** The given constructs of GitHub's Markdown, changed for texts without spaces. Text that is ASCII only means what it meant. */
export function withoutSpaces(gfm: Extension): Extension {
  const text: Record<string, Construct | Construct[]> = {};
  for (const [code, made] of Object.entries(gfm.text ?? {})) {
    text[code] = [made ?? []].flat().map(changed);
  }
  return { ...gfm, text: { ...text, [asterisk]: loosened(attention) } };
}

function changed(construct: Construct): Construct {
  switch (construct.name) {
    case "protocolAutolink":
    case "wwwAutolink":
      return bounded(construct);
    case "strikethrough":
      return loosened(construct);
    default:
      return construct;
  }
}

/**
 * Emphasis beside such a letter or mark (the rule is that of the proposal for CommonMark, “CJK-friendly”): a mark of these scripts
 * counts as a letter, and so does any other mark where a letter or mark of these scripts is on the other side of the asterisks.
 */
function loosened(construct: Construct): Construct {
  return {
    ...construct,
    tokenize(effects, ok, nok) {
      const before = this.previous;
      let sequence: Token | null = null;
      const exit: Effects["exit"] = (type) => (sequence = effects.exit(type));
      const done: State = (after) => {
        if (sequence !== null) loosen(sequence, before, after);
        return ok(after);
      };
      return construct.tokenize.call(this, { ...effects, exit }, done, nok);
    },
  };
}

function loosen(sequence: Token, before: Code, after: Code): void {
  const space = (code: Code) => code === null || code < 0 || /\s/.test(String.fromCharCode(code));
  const mark = (code: Code) => matches(isCJK, code) && matches(isMark, code);
  if (!space(after) && (mark(after) || matches(isCJK, before))) sequence._open = true;
  if (!space(before) && (mark(before) || matches(isCJK, after))) sequence._close = true;
}

/**
 * An address that ends where such a letter or mark comes: what reads it is told that the text ends there. Only a host that begins
 * with such a letter behind its scheme, or has one behind its first dot (before which there is no whole name yet), was typed in
 * these scripts; it goes on to its path, or to the end of its first part that was not.
 */
function bounded(construct: Construct): Construct {
  return {
    ...construct,
    tokenize(effects, ok, nok) {
      return new Bounds(this, effects, construct.name === "protocolAutolink").read(construct, ok, nok);
    },
  };
}

class Bounds {
  readonly #context: TokenizeContext;
  readonly #effects: Effects;
  #host: "awaited" | "first" | "foreign" | "over";
  #left = false;
  #inside = false;
  #here: Code = null;
  // Each once: what one reader hands to another would be wrapped again with every mark of a long address.
  readonly #shown = new WeakSet<State>();

  constructor(context: TokenizeContext, effects: Effects, scheme: boolean) {
    this.#context = context;
    this.#effects = {
      ...effects,
      attempt: (what, then, otherwise) => effects.attempt(this.#parts(what), this.#show(then), otherwise && this.#show(otherwise)),
      check: (what, then, otherwise) => effects.check(this.#parts(what), this.#show(then), otherwise && this.#show(otherwise)),
    };
    this.#host = scheme ? "awaited" : "over";
  }

  read(construct: Construct, ok: State, nok: State): State {
    const leave = (to: State) => this.#out(to, () => (this.#left = true));
    return this.#show(construct.tokenize.call(this.#context, this.#effects, leave(ok), leave(nok)));
  }

  // Who goes on behind the address sees what stands there.
  #out(to: State, before: () => void = () => undefined): State {
    return () => {
      before();
      return to(this.#here);
    };
  }

  #parts(what: Parameters<Effects["attempt"]>[0]): Parameters<Effects["attempt"]>[0] {
    if (Array.isArray(what)) return what.map((construct) => this.#part(construct));
    return isConstruct(what) ? this.#part(what) : what;
  }

  #part(construct: Construct): Construct {
    const { tokenize } = construct;
    return { ...construct, tokenize: (_, ok, nok) => this.#show(tokenize.call(this.#context, this.#effects, this.#out(ok), this.#out(nok))) };
  }

  #show(state: State): State {
    if (this.#shown.has(state)) return state;
    const shown: State = (code) => {
      const next = this.#step(state, code);
      return next === undefined || this.#left ? next : this.#show(next);
    };
    this.#shown.add(shown);
    return shown;
  }

  #step(state: State, code: Code): State | undefined {
    // Handed on by a reader that was shown it.
    if (this.#inside) return state(code);
    this.#inside = true;
    this.#here = code;
    const next = state(this.#endsAt(code) ? null : code);
    this.#inside = false;
    return next;
  }

  #endsAt(code: Code): boolean {
    const foreign = matches(ends, code);
    const { previous } = this.#context;
    if (this.#host === "awaited" && previous === slash && code !== slash) this.#host = foreign ? "foreign" : "first";
    else if (this.#host === "first" && previous === dot) this.#host = foreign ? "foreign" : "over";
    else if (this.#host === "foreign" && previous === dot && !foreign) this.#host = "over";
    const leaves = matches(isMark, code) || (code !== null && "/:?#".includes(String.fromCharCode(code)));
    if (leaves && (this.#host === "foreign" || this.#host === "first")) this.#host = "over";
    return foreign && this.#host !== "foreign";
  }
}

function isConstruct(what: Construct | ConstructRecord): what is Construct {
  return typeof what["tokenize"] === "function";
}

// Addresses without a scheme are looked for once more in the finished texts, each by itself: so these are cut where the script changes.
const anyAddress = /www\.|https?:/i;
const borders = new RegExp(`(?<=[${endings}])(?=[^${endings}])|(?<=[^${endings}])(?=[${endings}])`, "u");

/** For the tree, before GitHub's own extension. */
export const cutTexts: FromMarkdownExtension = {
  transforms: [
    (tree) => {
      const parents: Parent[] = [tree];
      for (let parent = parents.pop(); parent !== undefined; parent = parents.pop()) {
        parent.children = parent.children.flatMap((node): RootContent[] => (node.type === "text" ? cut(node) : [node]));
        for (const node of parent.children) if ("children" in node) parents.push(node);
      }
    },
  ],
};

function cut(node: Text): Text[] {
  const parts = anyAddress.test(node.value) ? node.value.split(borders) : [];
  return parts.length < 2 ? [node] : parts.map((value) => ({ type: "text", value }));
}
