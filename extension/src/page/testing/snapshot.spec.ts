// Golden snapshots: what a model reads of each page, whole. A change here is a
// change of the contract in tools/README.md; "-u" writes them anew.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Browser, goldenPages } from "./chromium";

let browser: Browser;
beforeAll(async () => {
  browser = await Browser.start();
});
afterAll(() => browser.close());

const pages = goldenPages();

describe("golden", () => {
  test.each(pages)("%s", async (file) => {
    const page = await browser.open(file);
    await expect(`${await page.snapshot()}\n`).toMatchFileSnapshot(`../testdata/${file.replace(/html$/, "snap.txt")}`);
    const again = await page.snapshot();
    expect(`${again}\n`, "a second look at the same page").toBe(`${await page.snapshot()}\n`);
    await page.close();
  });

  test("there are pages", () => expect(pages.length).toBeGreaterThanOrEqual(12));
});

test("a_gap_that_style_makes_is_in_the_name", async () => {
  const page = await browser.openHTML(`<style>.card small { display: block }</style>
    <label class="card"><input type="radio" name="r">Dark<small>Cocoa, smoke</small></label>
    <button><b>H</b>ello</button><h2 class="card">Half<small>of it</small></h2>`);
  const text = await page.snapshot();
  expect(text).toContain('radio "Dark Cocoa, smoke"');
  expect(text).toContain('button "Hello"');
  expect(text).toContain('heading "Half of it"');
  await page.close();
});

describe("cut", () => {
  const rows = Array.from({ length: 400 }, (_, i) => `<li>Row ${i} <button>Buy ${i}</button></li>`).join("");

  test("counts_exactly_what_is_left_out", async () => {
    const page = await browser.openHTML(`<ul>${rows}</ul>`);
    const whole = await page.call("snapshot", { maxChars: 0 });
    const part = await page.call("snapshot", { maxChars: 2000 });
    const lines = part.text.split("\n");
    const refs = part.text.match(/\[ref=e\d+\]/g) ?? [];
    expect(part.text.length).toBeLessThanOrEqual(2000);
    expect(lines.length - 1 + part.leftOutLines).toBe(whole.text.split("\n").length);
    expect(refs.length).toBe(part.refs);
    expect(part.refs + part.leftOutRefs).toBe(whole.refs);
    expect(whole.refs).toBe(400);
    expect(lines.at(-1)).toContain(`${part.leftOutLines} lines with ${part.leftOutRefs} refs left out: use find for words or a role, or take the snapshot with more max_chars`);
    await page.close();
  });

  test("keeps_an_open_dialog_and_the_viewport_first", async () => {
    const page = await browser.openHTML(`<ul>${rows}</ul><dialog id="d"><p>Delete it?</p><button>Yes, delete</button></dialog>`);
    await page.evaluate(`scrollTo(0, 4000); document.getElementById("d").showModal()`);
    const { text } = await page.call("snapshot", { maxChars: 1500 });
    expect(text).toContain(`button "Yes, delete"`);
    expect(text).not.toContain(`"Buy 0"`);
    expect(text).toMatch(/^- list\n {2}- listitem "Row \d{2,}"\n {4}- button "Buy \d{2,}"/);
    await page.close();
  });

  test("a_bound_below_one_line_leaves_only_the_account", async () => {
    const page = await browser.openHTML(`<ul>${rows}</ul>`);
    const { text, leftOutLines } = await page.call("snapshot", { maxChars: 10 });
    expect(text).toMatch(/^- … \d+ lines with 400 refs left out/);
    expect(leftOutLines).toBe(801);
    await page.close();
  });
});

describe("refs", () => {
  test("stay_while_the_node_lives_and_are_never_reused", async () => {
    const page = await browser.openHTML(`<button id="a">A</button><button id="b">B</button>`);
    const [a, b] = [await page.ref("A"), await page.ref("B")];
    await page.evaluate(`document.body.append(document.getElementById("a")); document.body.insertAdjacentHTML("afterbegin", "<button>C</button>")`);
    expect(await page.snapshot()).toBe(`- button "C" [ref=e3]\n- button "B" [ref=${b}]\n- button "A" [ref=${a}]`);
    await page.evaluate(`document.getElementById("b").remove()`);
    const gone = await page.call("locate", { ref: b });
    expect(gone).toMatchObject({ gone: true, line: `button "B" [ref=${b}]` });
    await page.close();
  });

  test("one_that_was_never_given_out_is_an_error", async () => {
    const page = await browser.openHTML("<p>Nothing</p>");
    await expect(page.call("locate", { ref: "e7" })).rejects.toThrow(/There is no e7 in this document.*Take a snapshot/);
    await expect(page.call("locate", { ref: "button" })).rejects.toThrow(/is no ref/);
    await page.close();
  });

  test("carry_the_prefix_and_are_understood_with_it", async () => {
    const page = await browser.openHTML("<button>Go</button>");
    const { text } = await page.call("snapshot", { maxChars: 0, prefix: "f2" });
    expect(text).toBe(`- button "Go" [ref=f2e1]`);
    expect(await page.call("locate", { ref: "f2e1" })).toMatchObject({ name: "Go", line: `button "Go" [ref=f2e1]` });
    await page.close();
  });

  test("root_limits_a_snapshot_to_a_part", async () => {
    const page = await browser.openHTML(`<p>Out</p><table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td><button>In</button></td></tr></table>`);
    const { lines } = await page.call("find", { role: "table", limit: 1 });
    const ref = /\[ref=(e\d+)\]/.exec(lines[0] ?? "")?.[1] ?? "";
    expect(await page.snapshot(ref)).toBe(`- table\n  - row "A" "B" header\n  - row "1" ""\n    - button "In" [ref=e1]`);
    await page.close();
  });
});

describe("frames", () => {
  test("parent_and_child_agree_on_the_path", async () => {
    const page = await browser.open("frames-nested.html");
    const parent = await page.call("snapshot", { maxChars: 0 });
    expect(parent.frame).toBe("");
    expect(parent.frames.map(({ path }) => path)).toEqual(["0", "1"]);
    const [opaque] = await page.foreignFrames();
    const [same] = await page.childFrames();
    const foreign = await opaque?.call("snapshot", { maxChars: 0, prefix: "f2" });
    expect(foreign?.frame).toBe("1");
    expect(foreign?.text).toBe(`- textbox "Card number" [ref=f2e1]\n- button "Pay in frame" [ref=f2e2]`);
    await page.inject(same);
    const child = await page.call("snapshot", { maxChars: 0, prefix: "f1" });
    expect(child.frame).toBe("0");
    expect(child.frames).toEqual([{ path: "0.0", ref: "f1e1" }]);
    await page.close();
  });

  test("the_box_of_an_iframe_is_inside_its_border", async () => {
    const page = await browser.openHTML(`<iframe style="position:absolute;left:50px;top:60px;border:7px solid;padding:3px" title="F" srcdoc="x"></iframe>`);
    const ref = await page.ref("iframe");
    expect((await page.call("locate", { ref })).box).toMatchObject({ x: 60, y: 70 });
    expect((await page.call("locate", { ref: "frame:0" })).box).toMatchObject({ x: 60, y: 70 });
    await page.close();
  });
});

describe("text", () => {
  test("before_a_picture_with_words_in_it_stays", async () => {
    const page = await browser.openHTML(`<p>Sales <svg width="60" height="20" role="img" aria-label="Trend"><text y="15">up</text></svg> of May</p>`);
    expect(await page.snapshot()).toBe(`- text "Sales"\n- img "Trend"\n  - text "up" [ref=e1]\n- text "of May"`);
    await page.close();
  });

  test("of_a_label_is_not_said_again", async () => {
    const page = await browser.openHTML(`<label>Name <b>in full</b> <input></label><h2>Our <b>shop</b></h2><button>Go <i>on</i></button>`);
    expect(await page.snapshot()).toBe(`- textbox "Name in full" [ref=e1]\n- heading "Our shop" [level=2]\n- button "Go on" [ref=e2]`);
    await page.close();
  });
});

describe("busy", () => {
  test.each([
    [`<div role="progressbar" aria-label="Offers" style="width:40px;height:40px"></div>`, `progressbar "Offers"`],
    [`<progress aria-label="Offers"></progress>`, `progressbar "Offers"`],
    [`<button>Send <span role="progressbar" style="display:inline-block;width:9px;height:9px"></span></button>`, "progressbar"],
    [`<ul aria-busy="true" aria-label="Offers"></ul>`, `list "Offers" aria-busy`],
    [`<div aria-busy="true"><p>Old</p></div>`, "part of the page aria-busy"],
    [`<progress value="1" max="2"></progress>`, undefined],
    [`<div role="progressbar" aria-valuenow="40" style="width:40px;height:40px"></div>`, undefined],
    [`<div role="progressbar" style="display:none;width:40px;height:40px"></div>`, undefined],
    [`<div hidden><p aria-busy="true">Old</p></div>`, undefined],
    [`<div aria-busy="false"><p>New</p></div>`, undefined],
  ])("%s", async (html, words) => {
    const page = await browser.openHTML(html);
    expect((await page.call("snapshot", { maxChars: 0 })).busy).toBe(words);
    await page.close();
  });

  test("in_a_shadow_root", async () => {
    const page = await browser.openHTML(`<div id="host"></div>`);
    await page.evaluate(`host.attachShadow({ mode: "open" }).innerHTML = "<section aria-busy=true aria-label=Offers><p>Old</p></section>"`);
    expect((await page.call("snapshot", { maxChars: 0 })).busy).toBe("region \"Offers\" aria-busy");
    await page.close();
  });
});
