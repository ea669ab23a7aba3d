// Two languages, one set of keys, and no word for people anywhere else.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isObject } from "../wire";
import { nearest } from "./language";
import { wordsOf } from "./strings";
import { hardCoded } from "./testing/hardcoded";

type Leaf = { path: string; value: unknown };

function leaves(value: unknown, path = ""): Leaf[] {
  if (Array.isArray(value)) return value.flatMap((part, i) => leaves(part, `${path}[${i}]`));
  if (!isObject(value)) return [{ path, value }];
  return Object.entries(value).flatMap(([key, part]) => leaves(part, path === "" ? key : `${path}.${key}`));
}

const english = leaves(wordsOf.en);
const chinese = leaves(wordsOf["zh-CN"]);

// Arguments that can be told apart in the result; numbers where the words count.
function spoken(value: unknown, argument: string | number): string {
  if (typeof value !== "function") return String(value);
  const said: unknown = Reflect.apply(value, undefined, Array.from({ length: value.length }, (_, i) => (typeof argument === "number" ? argument + i : `${argument}${i}`)));
  return String(said);
}

describe("the two languages", () => {
  it("have_the_same_keys", () => {
    expect(chinese.map((l) => l.path).toSorted()).toEqual(english.map((l) => l.path).toSorted());
    expect(english.length).toBeGreaterThan(250);
  });

  it("take_the_same_arguments_and_say_them_all", () => {
    const arity = (list: Leaf[]) => list.map(({ path, value }) => [path, typeof value === "function" ? value.length : -1] as const).toSorted();
    expect(arity(chinese)).toEqual(arity(english));
    const silent = [...english, ...chinese].filter(({ value }) => {
      if (typeof value !== "function") return false;
      return Array.from({ length: value.length }, (_, i) => i).some((i) => !spoken(value, 7001).includes(String(7001 + i)));
    });
    expect(silent.map((l) => l.path)).toEqual([]);
  });

  it("leave_nothing_empty", () => {
    const empty = [...english, ...chinese].filter(({ value }) => spoken(value, "word").trim() === "");
    expect(empty.map((l) => l.path)).toEqual([]);
  });

  it("are_each_the_language_that_they_say", () => {
    const han = /\p{Script=Han}/u;
    // Names and signs that are the same in every language.
    const same = ["appName", "chat.agent", "files.sending", "files.and"];
    expect(chinese.filter(({ path, value }) => !same.includes(path) && !han.test(spoken(value, "word"))).map((l) => l.path)).toEqual([]);
    expect(english.filter(({ value }) => han.test(spoken(value, "word"))).map((l) => l.path)).toEqual([]);
  });

  it("are_chosen_by_the_tag_of_the_browser", () => {
    const tags = ["en", "en-GB", "de", "zh", "zh-CN", "zh-TW", "ZH-Hans", "zhx", ""];
    expect(tags.map(nearest)).toEqual(["en", "en", "en", "zh-CN", "zh-CN", "zh-CN", "zh-CN", "en", "en"]);
  });
});

describe("the manifest", () => {
  const manifest = readFileSync("static/manifest.json", "utf8");
  const messages = (locale: string): string[] => {
    const parsed: unknown = JSON.parse(readFileSync(`static/_locales/${locale}/messages.json`, "utf8"));
    return isObject(parsed) ? Object.entries(parsed).flatMap(([key, m]) => (isObject(m) && typeof m["message"] === "string" && m["message"] !== "" ? [key] : [])) : [];
  };

  it("names_only_messages_that_each_language_has", () => {
    const named = [...manifest.matchAll(/__MSG_(\w+)__/g)].map((m) => m[1] ?? "");
    expect(new Set(named).size).toBeGreaterThan(2);
    for (const locale of readdirSync("static/_locales")) expect(messages(locale).toSorted()).toEqual([...new Set(named)].toSorted());
    expect(readdirSync("static/_locales").toSorted()).toEqual(["en", "zh_CN"]);
  });

  it("holds_no_words_itself", () => {
    expect([...manifest.matchAll(/"(name|description|default_title)": "(.*?)"/g)].filter((m) => !(m[2] ?? "").startsWith("__MSG_"))).toEqual([]);
  });
});

// What people read or hear of an HTML file that is copied as it is: all text, and the attributes for them.
const readAttribute = /\s(?:title|alt|placeholder|label|aria-(?:label|description|roledescription|valuetext))\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;

function wordsInHtml(source: string): string[] {
  const html = source.replaceAll(/<!--.*?-->/gs, "");
  const tag = /<(?:"[^"]*"|'[^']*'|[^"'>])*>/g;
  const texts = html.split(tag).map((text) => text.replaceAll(/&#?\w+;/g, " ").trim());
  const attributes = [...html.matchAll(tag)].flatMap(([inTag]) => [...inTag.matchAll(readAttribute)].map((m) => m[1] ?? m[2] ?? m[3] ?? ""));
  // The name is the same in every language; a page has its title before it knows which one is spoken.
  return [...texts, ...attributes].filter((text) => /\p{L}/u.test(text) && text !== wordsOf.en.appName);
}

// What a style sheet writes into the page: the strings of these properties, and of the variables that they use.
function wordsInCss(source: string): string[] {
  const css = source.replaceAll(/\/\*.*?\*\//gs, "").replaceAll(/\burl\((?:"[^"]*"|'[^']*'|[^)]*)\)/g, "");
  const declared = [...css.matchAll(/(?<![\w-])([\w-]+)\s*:\s*((?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^;{}"'])*)/gs)];
  const writing = declared.filter(([, name = ""]) => /^(?:content|quotes|list-style(?:-type)?|hyphenate-character|text-emphasis(?:-style)?)$/i.test(name));
  const used = new Set(writing.flatMap(([, , value = ""]) => [...value.matchAll(/var\(\s*(--[\w-]+)/g)].map((m) => m[1])));
  const values = [...writing, ...declared.filter(([, name]) => used.has(name))].map(([, , value = ""]) => value);
  const strings = values.flatMap((value) => [...value.matchAll(/"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'/gs)].map((m) => m[1] ?? m[2] ?? ""));
  const characters = (text: string) => text.replaceAll(/\\([0-9a-f]{1,6})\s?/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
  return strings.map(characters).filter((text) => /\p{L}/u.test(text));
}

describe("what is copied as it is", () => {
  const copied = (ext: string) => readdirSync("static", { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(ext));
  const found = (ext: string, words: (source: string) => string[]) =>
    copied(ext).flatMap((name) => words(readFileSync(join("static", name), "utf8")).map((text) => `${name}: ${text}`));

  it("holds_no_words_outside_of_the_languages", () => {
    expect(copied(".html").length).toBeGreaterThan(2);
    expect(copied(".css").length).toBeGreaterThan(3);
    expect([...found(".html", wordsInHtml), ...found(".css", wordsInCss)]).toEqual([]);
  });

  it.each([
    ["text", "<p>Hello there</p>", wordsInHtml],
    ["a_title", "<title>Margay options</title>", wordsInHtml],
    ["a_label", `<button aria-label="Stop > now"></button>`, wordsInHtml],
    ["a_label_without_marks", "<img alt=Picture>", wordsInHtml],
    ["another_script", "<p>停止</p>", wordsInHtml],
    ["what_stands_before_an_element", `a::before { color: red; content: "New" }`, wordsInCss],
    ["what_is_said_of_a_sign", `a::before { content: url(x.svg) / "Warning"; }`, wordsInCss],
    ["a_variable", `:root { --word: 'Loading; wait' } a::after { content: var(--word); }`, wordsInCss],
    ["escaped_characters", String.raw`a::after { content: "\4e \65 w"; }`, wordsInCss],
    ["a_mark_of_a_list", `li { list-style: "Step " inside; }`, wordsInCss],
  ] as const)("would_be_found_with_%s", (_name, source, words) => {
    expect(words(source)).toHaveLength(1);
  });

  it.each([
    ["a_page_without_words", `<!doctype html><!-- A frame --><html lang="en"><meta name="color-scheme" content="light dark" /><title>Margay</title><img class="mark" alt="" />&nbsp;</html>`, wordsInHtml],
    ["signs", String.raw`a::before { content: "·" } b::after { content: "\2014"; justify-content: center; } c::after { content: attr(data-x) counter(item) }`, wordsInCss],
    ["fonts_and_addresses", `/* content: "Words" */ a { --mono: "SF Mono"; font-family: "Segoe UI"; content: url("a.svg"); } a[title="Stop"] { color: red }`, wordsInCss],
  ] as const)("may_hold_%s", (_name, source, words) => {
    expect(words(source)).toEqual([]);
  });
});

describe("the pages", () => {
  const files = ["panel", "popup", "options", "ui"].flatMap((folder) =>
    readdirSync(join("src", folder), { recursive: true, encoding: "utf8" })
      .map((name) => join("src", folder, name))
      .filter((name) => /\.tsx?$/.test(name) && !/(\.test\.tsx?$|[\\/]testing[\\/]|[\\/]words[\\/])/.test(name)),
  );

  it("hold_no_words_outside_of_the_languages", () => {
    expect(files.length).toBeGreaterThan(30);
    expect(files.flatMap((file) => hardCoded(file, readFileSync(file, "utf8")))).toEqual([]);
  });

  it.each([
    ["text_between_tags", `const a = <p>Hello there</p>;`],
    ["one_word_between_tags", `const a = <button>Stop</button>;`],
    ["a_text_in_braces", `const a = <p>{open ? "Less" : strings.more}</p>;`],
    ["a_template_in_braces", "const a = <p>{`${count} files`}</p>;"],
    ["a_label", `const a = <button aria-label="Stop" />;`],
    ["a_placeholder_by_condition", `const a = <input placeholder={busy ? "Wait" : words.go} />;`],
    ["a_property_that_is_read_by_people", `const a = <Step title="Found" />;`],
    ["a_sentence_in_code", `const words = "Something went wrong here";`],
    ["a_constant_that_is_drawn", `const w = "Stop"; const a = <p>{w}</p>;`],
    ["a_table_that_is_drawn", `const l = { on: "Online" }; const a = <p>{l[x]}</p>;`],
    ["a_sentence_in_lower_case", `const w = "no link yet";`],
    ["a_label_by_a_constant", `const t = "Close"; const a = <button title={t} />;`],
    ["a_default_of_a_property", `function A({ label = "Close" }) { return <p>{label}</p>; }`],
    ["what_a_function_gives_back", `const f = () => "Nothing here";`],
    ["a_template_in_code", "const w = `${n} files left`;"],
    ["another_script", `const words = "停止";`],
  ])("would_be_found_with_%s", (_name, source) => {
    expect(hardCoded("a.tsx", source)).toHaveLength(1);
  });

  it.each([
    ["class_names_and_ids", `const a = <p class="banner words" id="stop-it" data-kind="no link" role="status">{strings.stop}</p>;`],
    ["signs", `const a = <p>· {"/"} 1</p>;`],
    ["errors_for_programmers", `throw new Error("Peers must be open first");`],
    ["keys_and_names_of_events", `if (event.key === "Enter" || event.key === "Escape") list["Home"] = 1; const k = { "Content-Type": 1 };`],
    ["classes_by_condition", 'const a = <p class={open ? "call open" : `call call-${state}`}>{x}</p>;'],
    ["selectors", `root.querySelector("#a [data-b]"); e.closest("li button");`],
    ["types_of_values", `if (typeof x === "string") y(); type T = "Left" | "Right";`],
    ["words_for_the_console", `console.warn("Side panel refused:", error);`],
  ])("may_hold_%s", (_name, source) => {
    expect(hardCoded("a.tsx", source)).toEqual([]);
  });
});
