// Reading and searching: what a model gets of a page's text, where it is cut,
// and how it finds things without reading all.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Browser } from "./chromium";

let browser: Browser;
beforeAll(async () => {
  browser = await Browser.start();
});
afterAll(() => browser.close());

describe("content", () => {
  test.each(["article.html", "shop.html", "hidden-text.html", "hidden-instructions.html", "secrets-in-fields.html"])("golden_%s", async (file) => {
    const page = await browser.open(file);
    const { text, total, title } = await page.call("content", { maxChars: 0, offset: 0 });
    expect(total).toBe(text.length);
    expect(title).not.toBe("");
    await expect(`${text}\n`).toMatchFileSnapshot(`../testdata/${file.replace(/html$/, "content.md")}`);
    await page.close();
  });

  test("reads_on_by_offset_until_the_end", async () => {
    const page = await browser.open("article.html");
    const whole = await page.call("content", { maxChars: 0, offset: 0 });
    let text = "";
    for (let offset = 0; offset < whole.total; ) {
      const part = await page.call("content", { maxChars: 100, offset });
      expect(part.text.length).toBeLessThanOrEqual(100);
      expect(part.total).toBe(whole.total);
      text += part.text;
      offset += part.text.length;
    }
    expect(text).toBe(whole.text);
    expect((await page.call("content", { maxChars: 100, offset: whole.total + 5 })).text).toBe("");
    await page.close();
  });

  test("never_cuts_a_character_in_half", async () => {
    const page = await browser.openHTML(`<p>${"🐆".repeat(20)}</p>`);
    expect((await page.call("content", { maxChars: 5, offset: 0 })).text).toBe("🐆🐆");
    expect((await page.call("content", { maxChars: 4, offset: 3 })).text).toBe("🐆🐆");
    await page.close();
  });

  test("narrows_to_a_selector_and_says_when_nothing_matches", async () => {
    const page = await browser.open("article.html");
    expect((await page.call("content", { selector: "blockquote", maxChars: 0, offset: 0 })).text).toBe("> It hunts at night.\n\n> Alone.");
    expect(await page.call("content", { selector: ".none", maxChars: 0, offset: 0 })).toMatchObject({ missing: true, text: "" });
    await expect(page.call("content", { selector: "p[", maxChars: 0, offset: 0 })).rejects.toThrow(/is no CSS selector/);
    await page.close();
  });

  test("keeps_all_where_the_main_part_is_the_smaller", async () => {
    const page = await browser.openHTML(`<main>Home</main><p>${"Much more text beside it. ".repeat(5)}</p>`);
    expect((await page.call("content", { maxChars: 0, offset: 0 })).text).toMatch(/^Home\n\nMuch more/);
    await page.close();
  });

  test("is_clean_and_cut_in_the_page", async () => {
    const page = await browser.open("odd-characters.html");
    const { text, total, title } = await page.call("content", { maxChars: 500, offset: 0 });
    expect(title).toBe("T�itle");
    expect(text).toContain("cut � here and � there");
    expect(text).toContain("abc[31m");
    expect(text.length).toBe(500);
    expect(total).toBeGreaterThan(200_000);
    await page.close();
  });
});

describe("find", () => {
  test("finds_by_text_without_case_in_names_and_values", async () => {
    const page = await browser.open("shop.html");
    const { lines, total } = await page.call("find", { text: "LAMP", limit: 3 });
    expect(lines).toHaveLength(3);
    expect(total).toBeGreaterThan(5);
    expect((await page.call("find", { text: "how?", limit: 5 })).lines).toEqual([expect.stringMatching(/^- button "How\?" \[ref=e\d+\]$/)]);
    await page.close();
  });

  test("gives_text_a_ref_that_can_be_pressed", async () => {
    const page = await browser.openHTML(`<p id="p">Plain words</p><script>p.addEventListener("click", () => { document.title = "pressed" })</script>`);
    const { lines } = await page.call("find", { text: "plain words", limit: 5, prefix: "f1" });
    const ref = /\[ref=(f1e\d+)\]/.exec(lines[0] ?? "")?.[1] ?? "";
    expect(lines).toEqual([`- text "Plain words" [ref=${ref}]`]);
    expect(await page.click(ref)).toBe("");
    expect(await page.evaluate("document.title")).toBe("pressed");
    await page.close();
  });

  test("finds_only_what_is_said", async () => {
    const made = await browser.openHTML(
      `<label>City <select><option>Lima<option>Oslo</select></label><input aria-label="Words" value="lamp"><textarea aria-label="Note">lamp</textarea>` +
        `<div contenteditable role="textbox" aria-label="Letter">lamp</div><a href="/lamp">Shop</a><div role="slider" tabindex="0" aria-valuetext="lamp" aria-label="Light" style="width:90px;height:20px"></div><p>No lamp</p>`,
    );
    const hits = async (text: string, said: boolean): Promise<unknown> => (await made.call("find", { text, said, limit: 9 })).total;
    expect([await hits("lamp", true), await hits("lamp", false)]).toEqual([2, 6]);
    expect([await hits("Oslo", true), await hits("Oslo", false)]).toEqual([0, 1]);
    expect(await hits("City", true)).toBe(1);
    await made.close();
  });

  test("finds_by_pattern_and_role", async () => {
    const page = await browser.open("shop.html");
    expect((await page.call("find", { pattern: "^buy$", role: "button", limit: 5 })).total).toBe(2);
    expect((await page.call("find", { role: "heading", limit: 9 })).lines[0]).toMatch(/^- heading "Lamps" \[ref=e\d+\] \[level=1\]$/);
    expect((await page.call("find", { pattern: "\\d+\\.\\d\\d €", limit: 9 })).total).toBeGreaterThanOrEqual(3);
    await page.close();
  });

  test("shows_the_place_in_a_long_text", async () => {
    const page = await browser.openHTML(`<p>${"before ".repeat(200)}needle ${"after ".repeat(200)}</p>`);
    const [line] = (await page.call("find", { text: "needle", limit: 1 })).lines;
    expect(line).toMatch(/^- text "….*needle after.*…\+\d+"/);
    expect(line?.length).toBeLessThan(500);
    await page.close();
  });

  test("refuses_what_it_cannot_search_for", async () => {
    const page = await browser.openHTML("<p>x</p>");
    await expect(page.call("find", { pattern: "(", limit: 5 })).rejects.toThrow(/no regular expression/);
    await expect(page.call("find", { text: " ", limit: 5 })).rejects.toThrow(/Nothing to look for/);
    expect(await page.call("find", { text: "absent", limit: 5 })).toEqual({ lines: [], total: 0 });
    await page.close();
  });

  test("does_not_search_what_is_masked", async () => {
    const page = await browser.open("secrets-in-fields.html");
    expect((await page.call("find", { text: "CANARY", limit: 5 })).total).toBe(0);
    await page.close();
  });
});

describe("hostile pages", () => {
  test("a_form_whose_fields_are_named_like_its_methods", async () => {
    const page = await browser.open("clobbered.html");
    const ref = await page.ref("Children");
    expect(await page.call("focus", { ref })).toMatchObject({ element: { focused: true, value: "2" } });
    expect(await page.click(await page.ref("Send"))).toBe("");
    expect(await page.snapshot()).toContain(`status "sent"`);
    expect((await page.call("content", { maxChars: 0, offset: 0 })).text).toContain("Children");
    await page.close();
  });

  test.each([
    ["svg", "/a.svg", `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="200" height="99"><title>Plan</title><a href="#r"><text y="40">Room 4</text></a></svg>`, `link "Room 4"`],
    ["xml", "/b.xml", `<?xml version="1.0"?><order><item>Lamp</item></order>`, "Lamp"],
    ["frameset", "/c.html", `<!doctype html><frameset cols="*"><frame src="about:blank" title="Inner"></frameset>`, `iframe "Inner"`],
  ])("a_document_without_a_body_%s", async (_, path, html, words) => {
    const page = await browser.openHTML(html, path);
    expect(await page.snapshot()).toContain(words);
    await page.call("content", { maxChars: 0, offset: 0 });
    await page.call("find", { text: "x", limit: 1 });
    await page.close();
  });

  test("a_document_with_nothing_in_it", async () => {
    const page = await browser.openHTML("<p>x</p>");
    await page.evaluate("document.documentElement.remove()");
    expect(await page.call("snapshot", { maxChars: 0 })).toMatchObject({ text: "", refs: 0, leftOutLines: 0 });
    expect(await page.call("content", { maxChars: 0, offset: 0 })).toMatchObject({ missing: true });
    await page.close();
  });

  test("nesting_deeper_than_any_page", async () => {
    const page = await browser.openHTML(`<button>Top</button><div id="d"></div>`);
    await page.evaluate(`{ let at = document.getElementById("d"); for (let i = 0; i < 2000; i++) { const next = document.createElement("div"); at.append(next); at = next; } at.textContent = "bottom"; }`);
    expect(await page.snapshot()).toContain(`button "Top"`);
    expect((await page.call("content", { maxChars: 0, offset: 0 })).text).toBe("Top");
    await page.close();
  });

  test("a_secret_stays_one_when_it_is_shown", async () => {
    const page = await browser.openHTML(`<input type="password" id="p" aria-label="Pass" value="hunter2">`);
    expect(await page.snapshot()).toContain("•••••••");
    await page.evaluate(`document.getElementById("p").type = "text"`);
    const { text } = await page.call("snapshot", { maxChars: 0 });
    expect(text).toBe(`- textbox "Pass" [ref=e1] masked value="•••••••"`);
    expect(await page.call("locate", { ref: "e1" })).toMatchObject({ masked: true, value: "•••••••" });
    await page.close();
  });

  test("injected_again_it_keeps_its_refs", async () => {
    const page = await browser.openHTML("<button>A</button><button>B</button>");
    const ref = await page.ref("B");
    await page.evaluate(`document.querySelector("button").remove()`);
    await page.inject();
    expect(await page.snapshot()).toBe(`- button "B" [ref=${ref}]`);
    await page.close();
  });
});
