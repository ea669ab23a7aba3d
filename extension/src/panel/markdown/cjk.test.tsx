// @vitest-environment jsdom
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { describe, expect, it } from "vitest";
import { draw } from "../testing/draw";
import { Markdown } from "./markdown";
import { parse } from "./parse";

async function drawn(text: string): Promise<HTMLElement> {
  return draw(<Markdown text={text} live={false} />);
}

describe("a bare address", () => {
  it.each([
    ["打开 http://127.0.0.1:39873/page。", ["http://127.0.0.1:39873/page"]],
    ["打开 http://127.0.0.1:39873/page（标题“Shop”）。", ["http://127.0.0.1:39873/page"]],
    ["请打开https://example.com/a，然后点击“登录”。也可以看（https://example.com/b）。", ["https://example.com/a", "https://example.com/b"]],
    ["看https://example.com/a?b=c&d=e#f看", ["https://example.com/a?b=c&d=e#f"]],
    ["见https://example.com查看", ["https://example.com"]],
    ["见https://example.com.然后", ["https://example.com"]],
    ["（https://example.com/(a)）", ["https://example.com/(a)"]],
    ["(https://example.com/a)。", ["https://example.com/a"]],
    ["https://example.com/%E8%B7%AF/x。", ["https://example.com/%E8%B7%AF/x"]],
    ["https://example.com/路/x", ["https://example.com/"]],
    ["http://例子.测试/a，看", ["http://例子.测试/a"]],
    ["http://例子.测试:8080/a路", ["http://例子.测试:8080/a"]],
    ["http://例子.测试。看", ["http://例子.测试"]],
    ["见https://www.例子.com/a，好", ["https://www.例子.com/a"]],
    ["见https://www.例子.com。好", ["https://www.例子.com"]],
    ["见https://www.例子.com查看", ["https://www.例子.com"]],
    ["见 https://shop.例子.中国:8080/a路", ["https://shop.例子.中国:8080/a"]],
    ["见https://例子.com查看", ["https://例子.com"]],
    ["见https://a.b.例子.com/x，好", ["https://a.b.例子.com/x"]],
    ["见https://www.例子.com.然后", ["https://www.例子.com"]],
    ["见 https://例子.公司/x", ["https://例子.公司/x"]],
    ["见 https://www.中文网站很好", []],
    ["见https://中文网站很好", []],
    ["见 https://a.b.中文网站很好", ["https://a.b"]],
    ["见https://example.com或example.org", ["https://example.com"]],
    ["见 https://例子.テスト/a", ["https://例子.テスト/a"]],
    ["见 www.例子.com", []],
    ["www.例子.com，WWW.例子.com", []],
    ["见 https://a.com，好", ["https://a.com"]],
    ["见https://localhost:80/.看", ["https://localhost:80/"]],
    ["访问www.example.com/a。谢谢", ["www.example.com/a"]],
    ["（www.example.com）和 www.example.org，还有WWW.example.net/页", ["www.example.com", "www.example.org", "WWW.example.net/"]],
    ["发到me@example.com。或 you@example.org，谢谢", ["me@example.com", "you@example.org"]],
    ["https://example.com/aを開く", ["https://example.com/a"]],
    ["https://example.com/a에서", ["https://example.com/a"]],
    ["https://example.com/a，**https://example.org/b**", ["https://example.com/a", "https://example.org/b"]],
    ["https://example.com/a𠮷", ["https://example.com/a"]],
    ...[..."，。）（”“：；、！？》《】【…"].map((mark): [string, string[]] => [`https://example.com/a${mark}b`, ["https://example.com/a"]]),
  ])("in_%j_ends_where_the_sentence_goes_on", async (text, links) => {
    const root = await drawn(text);
    expect([...root.querySelectorAll("a")].map((a) => a.textContent)).toEqual(links);
    expect(root.textContent).toBe(text.replaceAll("**", ""));
  });

  it("of_thousands_of_marks_is_read_in_time_and_takes_no_stack", () => {
    const began = performance.now();
    expect(parse(`看 https://example.com/${"a.".repeat(15_000)}b。`)).not.toBeNull();
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});

describe("emphasis", () => {
  it.each([
    ["**注意：**这很重要。**“引号”**后面；这是**重点（括号）**的说明", "strong", ["注意：", "“引号”", "重点（括号）"]],
    ["**价格：**¥100", "strong", ["价格："]],
    ["**价格：**￥100，**总价：**200", "strong", ["价格：", "总价："]],
    ["请点**“登录”**，再点**《提交》**按钮", "strong", ["“登录”", "《提交》"]],
    ["这是**“引号”**和**重点**。", "strong", ["“引号”", "重点"]],
    ["**注意！**important", "strong", ["注意！"]],
    ["*斜体。*后面", "em", ["斜体。"]],
    ["~~删除。~~后面", "del", ["删除。"]],
    ["前面~~（删除）~~后面", "del", ["（删除）"]],
    ["_斜体。_后面", "em", []],
    ["** 不是 **重点", "strong", []],
    ["**태그(tag)**를", "strong", ["태그(tag)"]],
    ["**(日本)**です。", "strong", ["(日本)"]],
  ])("in_%j", async (text, element, words) => {
    const root = await drawn(text);
    expect([...root.querySelectorAll(element)].map((e) => e.textContent)).toEqual(words);
  });
});

// A small generator of its own, so that a text that fails can be made again.
function texts(count: number, pieces: readonly string[]): string[] {
  let seed = 7;
  const next = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
  return Array.from({ length: count }, () => Array.from({ length: 1 + next(14) }, () => pieces[next(pieces.length)] ?? "").join(""));
}

it("text_of_ascii_means_what_it_meant", () => {
  const pieces = ["*", "**", "***", "_", "__", "~~", "~", "a", "B", "1", " ", ".", ",", "!", "(", ")", "[", "](", "<", ">", "&amp;", "\n", "`", '"', "/", "?", ":", "\\"];
  const addresses = ["http://", "https://a.test/b", "www.", "www.a.test", "me@a.test", "mailto:me@a.test", "HTTPS://A.test:80", "a_b.test"];
  for (const text of texts(1_500, [...pieces, ...addresses])) {
    const before = fromMarkdown(text, { extensions: [gfm({ singleTilde: false })], mdastExtensions: [gfmFromMarkdown()] });
    expect(parse(text), JSON.stringify(text)).toEqual(before);
  }
});
