// Chinese, Japanese and Korean are written without spaces, and the rules of Markdown are made of them: without these changes a
// bare address goes on through the sentence that follows it, and bold that ends with a full-width mark does not end.

import type { Parent, RootContent, Text } from "mdast";
import type { Extension as FromMarkdownExtension } from "mdast-util-from-markdown";
import { attention } from "micromark-core-commonmark";
import type { Code, Construct, ConstructRecord, Effects, Extension, State, Token, TokenizeContext } from "micromark-util-types";

const asterisk = "*".charCodeAt(0);
const slash = "/".charCodeAt(0);

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

// The last label of a host, of other letters or one of those in these scripts that are met: by it a host is told from a sentence.
const topLabel = new RegExp(
  [
    /^(?:[a-z]{2,}|xn--[a-z\d-]+)$/,
    /^(?:中国|中國|公司|网络|網絡|网址|网站|网店|中文网|商城|集团|在线|移动|政务|公益|机构|组织机构|商标|商店|企业|娱乐|游戏|信息|我爱你)$/,
    /^(?:香港|台湾|台灣|澳门|澳門|新加坡|广东|佛山|测试|測試|한국|닷컴|닷넷|테스트|みんな|コム|ストア|テスト)$/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "i",
);
const letter = String.raw`(?![\p{P}\p{S}])[${cjk}]`;
const label = String.raw`[\w-]+|${letter}(?:${letter}|[\w-])*`;
const labels = new RegExp(String.raw`^(?:${label})(?:\.(?:${label}))*`, "u");
const longestHost = 300;

/**
 * How much of what stands behind a scheme is a host with labels in these scripts: to the last label that may be a top one, which
 * is of letters from a to z or one of those above. Nothing where there is none: then the sentence goes on there.
 */
function foreignHost(text: string): string {
  const found = labels.exec(text)?.[0].split(".") ?? [];
  const last = found.findLastIndex((part, i) => i > 0 && topLabel.test(part));
  const host = found.slice(0, last + 1).join(".");
  return ends.test(host) ? host : "";
}

/** A sentence goes on behind “www.”, which is no host by itself. */
function isNoHost(text: string): boolean {
  return /^www\./i.test(text) && ends.test(text.charAt(4)) && foreignHost(text) === "";
}

/**
 * An address that ends where such a letter or mark comes: what reads it is told that the text ends there. Only a host behind a
 * scheme whose last label may be a top one is read with its labels in these scripts.
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
  #awaited: boolean;
  // To where such letters belong to the host.
  #hostEnd = 0;
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
    this.#awaited = scheme;
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
    const { previous } = this.#context;
    const begins = this.#awaited && previous === slash && code !== slash && code !== null && code > 0;
    if (begins) {
      this.#awaited = false;
      const text = this.#ahead();
      this.#hostEnd = this.#context.now().offset + foreignHost(text).length;
      if (isNoHost(text)) return true;
    }
    return matches(ends, code) && this.#context.now().offset >= this.#hostEnd;
  }

  // As much of the line as a host may take.
  #ahead(): string {
    const start = this.#context.now();
    return this.#context.sliceSerialize({ start, end: { ...start, _bufferIndex: start._bufferIndex + longestHost } });
  }
}

function isConstruct(what: Construct | ConstructRecord): what is Construct {
  return typeof what["tokenize"] === "function";
}

// Addresses without a scheme are looked for once more in the finished texts, each by itself: so these are cut where the script changes.
const anyAddress = /www\.|https?:/i;
// “www.” before them is no address: without its dot it does not look like one.
const borders = new RegExp(String.raw`(?<=[${endings}])(?=[^${endings}])|(?<=[^${endings}])(?=[${endings}])|(?<=www)(?=\.[${endings}])`, "iu");

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
