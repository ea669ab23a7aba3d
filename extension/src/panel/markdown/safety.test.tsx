// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from "vitest";
import { draw } from "../testing/draw";
import { hostile } from "../testing/hostile";
import { strings } from "../../ui/strings";
import { Markdown } from "./markdown";

// All that an answer may be made of. Nothing here loads or runs anything.
const allowed = new Set(
  "DIV P SPAN A CODE PRE STRONG EM DEL BR HR UL OL LI BLOCKQUOTE H2 H3 H4 H5 TABLE THEAD TBODY TR TH TD BUTTON INPUT".split(" "),
);
const allowedAttributes = new Set("class dir href title target rel tabindex role start type checked disabled aria-label".split(" "));

function everything(root: HTMLElement): Element[] {
  return [...root.querySelectorAll("*")];
}

afterEach(() => vi.unstubAllGlobals());

describe("hostile Markdown", () => {
  it.each([...hostile.entries()])("line_%i_makes_only_what_is_allowed", async (_i, line) => {
    const alert = vi.fn();
    vi.stubGlobal("alert", alert);
    const root = await draw(<Markdown text={line} live={false} />);
    for (const element of everything(root)) {
      expect(allowed).toContain(element.tagName);
      for (const { name } of element.attributes) expect(allowedAttributes).toContain(name);
      expect(element.getAttributeNames().filter((name) => name.startsWith("on"))).toEqual([]);
    }
    for (const link of root.querySelectorAll("a")) {
      expect(["http:", "https:", "mailto:"]).toContain(link.protocol);
      expect(link.getAttribute("rel")).toBe("noopener noreferrer");
      expect(link.target).toBe("_blank");
      expect(link.title).toContain(link.href);
    }
    expect(alert).not.toHaveBeenCalled();
  });

  it("is_as_harmless_at_every_point_of_a_stream", async () => {
    const text = hostile.join("\n\n");
    for (let end = 0; end < text.length; end += 23) {
      const root = await draw(<Markdown text={text.slice(0, end)} live={true} />);
      expect(everything(root).filter((e) => !allowed.has(e.tagName)), text.slice(0, end)).toEqual([]);
      expect([...root.querySelectorAll("a")].filter((a) => !/^(https?|mailto):/.test(a.protocol))).toEqual([]);
    }
  });

  it("shows_raw_html_as_the_text_it_is", async () => {
    const root = await draw(<Markdown text={'<img src=x onerror=alert(1)> and <b>bold</b>\n\n<script>alert(1)</script>'} live={false} />);
    expect(root.textContent).toContain("<img src=x onerror=alert(1)>");
    expect(root.textContent).toContain("<b>bold</b>");
    expect(root.textContent).toContain("<script>alert(1)</script>");
  });

  it("shows_images_as_links_with_their_place", async () => {
    const root = await draw(<Markdown text={"![p](https://evil.example.test/p.png?d=CANARY) ![r][ref]\n\n[ref]: https://evil.example.test/r.png"} live={false} />);
    expect(root.querySelector("img")).toBeNull();
    const links = [...root.querySelectorAll("a")];
    expect(links.map((a) => a.textContent)).toEqual(["Image: p (evil.example.test)", "Image: r (evil.example.test)"]);
  });

  it("keeps_the_words_of_links_that_it_leaves_out", async () => {
    const root = await draw(<Markdown text="[script link](javascript:alert(1)) and [data](data:text/html,x)" live={false} />);
    expect(root.querySelector("a")).toBeNull();
    expect(root.textContent).toBe("script link and data");
  });

  it("says_where_a_link_goes_when_its_words_say_another_place", async () => {
    const root = await draw(<Markdown text="[https://bank.example.test](https://evil.example.test) [the bank](https://bank.example.test)" live={false} />);
    expect(root.textContent).toContain("https://bank.example.test (goes to evil.example.test)");
    expect(root.textContent).not.toContain("goes to bank.example.test");
  });
});

describe("Markdown", () => {
  it("draws_what_github_draws", async () => {
    const root = await draw(<Markdown text={"## T\n\n- [x] done\n- [ ] open\n\n| a | b |\n|---|--:|\n| 1 | 2 | 3 |\n\n~~old~~ ~1~ `x<y`\n\n```js\nlet a\n```"} live={false} />);
    expect(root.querySelector("h3")?.textContent).toBe("T");
    expect([...root.querySelectorAll("input")].map((i) => i.checked)).toEqual([true, false]);
    expect(root.querySelectorAll("tbody td")).toHaveLength(2);
    expect(root.querySelector("td.align-right")?.textContent).toBe("2");
    expect([...root.querySelectorAll("del")].map((d) => d.textContent)).toEqual(["old"]);
    expect(root.querySelector(".code pre")?.textContent).toBe("let a");
    expect(root.querySelector(".code-language")?.textContent).toBe("js");
  });

  it("finds_a_definition_that_stands_in_another_block", async () => {
    const root = await draw(<Markdown text={"See [the docs][d].\n\nMore.\n\n[d]: https://docs.test/"} live={false} />);
    expect(root.querySelector("a")?.href).toBe("https://docs.test/");
  });

  it.each(["[^1]: A footnote.", "[Note]: this is a remark", "[d]: https://d.test with words behind it"])("draws_once_what_only_looks_like_a_definition_%j", async (line) => {
    const root = await draw(<Markdown text={`One[^1].\n\n${line}\n\nTwo.\n\nThree.`} live={false} />);
    expect(root.textContent.split(line.slice(-8)).length - 1).toBe(1);
  });

  it("keeps_definitions_out_of_a_fence_that_is_still_open", async () => {
    const root = await draw(<Markdown text={"[d]: https://docs.test/\n\nSee [d].\n\n```js\nlet a"} live={true} />);
    expect(root.querySelector(".code pre")?.textContent).toBe("let a");
    expect(root.querySelector("a")?.href).toBe("https://docs.test/");
  });

  it("names_the_state_of_a_task", async () => {
    const root = await draw(<Markdown text={"- [x] done\n- [ ] open"} live={false} />);
    expect([...root.querySelectorAll("input")].map((i) => i.ariaLabel)).toEqual([strings.chat.ticked, strings.chat.unticked]);
  });

  it("draws_finished_blocks_once_while_the_last_one_grows", async () => {
    const root = await draw(<Markdown text={"one\n\ntwo\n\nthr"} live={true} />);
    const [first] = root.querySelectorAll("p");
    const { render } = await import("preact");
    const { act } = await import("preact/test-utils");
    await act(() => render(<Markdown text={"one\n\ntwo\n\nthree\n\nfour"} live={true} />, root));
    expect(root.querySelectorAll("p")[0]).toBe(first);
    expect(root.textContent).toContain("four");
  });

  it("shows_a_block_that_is_too_long_as_it_came", async () => {
    const text = "*so* ".repeat(20_000);
    const root = await draw(<Markdown text={text} live={false} />);
    expect(root.querySelector("em")).toBeNull();
    expect(root.textContent).toBe(text);
  });

  it("draws_footnotes_as_text", async () => {
    const root = await draw(<Markdown text={"a[^1]\n\n[^1]: note"} live={false} />);
    expect(root.textContent).toContain("a[^1]");
    expect(root.textContent).toContain("note");
  });
});
