// Aiming, focusing and setting on the pages of testdata and a few of our own,
// with real layout and real presses: what counts is what the page says happened.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Browser, type Page } from "./chromium";

let browser: Browser;
beforeAll(async () => {
  browser = await Browser.start();
});
afterAll(() => browser.close());

async function on(page: Promise<Page>, steps: (page: Page) => Promise<void>): Promise<void> {
  const opened = await page;
  await steps(opened);
  await opened.close();
}

describe("aim", () => {
  test("presses_inside_open_shadow_roots", () =>
    on(browser.open("shadow-nested.html"), async (page) => {
      expect(await page.click(await page.ref("Order now"))).toBe("");
      expect(await page.result()).toBe("open:order:1");
    }));

  test("says_what_covers", () =>
    on(browser.open("overlay-intercept.html"), async (page) => {
      const ref = await page.ref("Place order");
      const aim = await page.call("aim", { ref });
      if (aim.problem === "") {
        await page.press(aim.x, aim.y);
        expect(await page.result()).toBe("order");
      } else {
        expect(aim).toMatchObject({ problem: "covered" });
        expect(aim.cover).toMatch(/We value your privacy|Accept everything|Reject/);
        expect(await page.result()).toBe("idle");
      }
    }));

  test("names_the_veil_and_never_presses_it", () =>
    on(browser.openHTML(`<button>Buy</button><div style="position:fixed;inset:0;background:#0008"><p>Please wait</p></div>`), async (page) => {
      const aim = await page.call("aim", { ref: await page.ref("Buy") });
      expect(aim).toMatchObject({ problem: "covered", cover: `div "Please wait"` });
    }));

  test("scrolls_clear_of_a_fixed_header", () =>
    on(browser.open("sticky-header.html"), async (page) => {
      expect(await page.click(await page.ref("Read more"))).toBe("");
      expect(await page.result()).toBe("target");
    }));

  test("scrolls_what_is_under_the_header_in_the_viewport", () =>
    on(browser.open("sticky-header.html"), async (page) => {
      const ref = await page.ref("Read more");
      await page.evaluate(`scrollTo(0, document.getElementById("target").getBoundingClientRect().top + scrollY - 60)`);
      expect(await page.click(ref)).toBe("");
      expect(await page.result()).toBe("target");
    }));

  test.each([
    ["Agree to terms", "agree=true"],
    ["Plan B", "plan=b"],
    ["Dark mode", "dark=true"],
  ])("presses_the_label_of_a_hidden_box_%s", (words, said) =>
    on(browser.open("checkbox-under-label.html"), async (page) => {
      expect(await page.click(await page.ref(words))).toBe("");
      expect(await page.result()).toBe(said);
      expect(await page.evaluate("location.hash")).toBe("");
    }));

  test.each([
    ["One pixel", "dot"],
    ["Two line text", "wrap"],
    ["More", "sum"],
    ["A link that wraps", "frag"],
  ])("reaches_%s", (words, said) =>
    on(browser.open("tiny-and-hidden.html"), async (page) => {
      expect(await page.click(await page.ref(words))).toBe("");
      expect(await page.result()).toBe(said);
    }));

  test("refuses_what_the_pointer_passes_through", () =>
    on(browser.open("tiny-and-hidden.html"), async (page) => {
      expect(await page.click(await page.ref("No pointer"))).toBe("disabled");
    }));

  test.each([
    ["url=\"#bar2\"", "bar"],
    ["Revenue 42", "lab"],
    ["Zoom in", "grp"],
    ["hint=\"ic\"", "ic"],
    ["Print", "ic2"],
  ])("presses_drawings_%s", (words, said) =>
    on(browser.open("svg-and-icons.html"), async (page) => {
      expect(await page.click(await page.ref(words))).toBe("");
      expect(await page.result()).toBe(said);
    }));

  test("presses_an_area_of_an_image", () =>
    on(browser.openHTML(
      `<img usemap="#m" width="90" height="60" alt="Map" src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='90' height='60'/>">
       <map name="m"><area shape="rect" coords="0,0,45,60" href="#west" alt="West"><area shape="circle" coords="70,30,15" href="#east" alt="East"></map>`,
    ), async (page) => {
      expect(await page.click(await page.ref("East"))).toBe("");
      expect(await page.evaluate("location.hash")).toBe("#east");
      expect(await page.click(await page.ref("West"))).toBe("");
      expect(await page.evaluate("location.hash")).toBe("#west");
    }));

  test("says_that_a_modal_covers", () =>
    on(browser.open("modal-dialog.html"), async (page) => {
      const under = await page.ref("Under the modal");
      const aim = await page.call("aim", { ref: under });
      expect(aim.problem).toBe("covered");
      expect(aim.cover).toMatch(/^dialog .*modal$/);
      expect(await page.click(await page.ref("OK"))).toBe("");
      expect(await page.click(under)).toBe("");
      expect(await page.result()).toBe("ok | UNDER");
    }));

  test("finds_a_link_that_wraps_around_a_hole", () =>
    on(browser.openHTML(`<p style="width:300px">words words words words words <a href="#x" id="a">a link that begins late and ends early</a> more</p>`), async (page) => {
      const ref = await page.ref("a link that");
      expect(await page.click(ref)).toBe("");
      expect(await page.evaluate("location.hash")).toBe("#x");
    }));

  test("waits_for_what_moves_and_gives_up_on_what_never_stops", () =>
    on(browser.openHTML(
      `<style>@keyframes go{from{left:0}to{left:300px}}button{position:absolute}#a{animation:go .3s linear forwards;top:50px}#b{animation:go .4s linear infinite alternate;top:120px}</style>
       <button id="a" onclick="document.title='hit'">Slides in</button><button id="b">Never rests</button>`), async (page) => {
      await page.evaluate(`document.getAnimations()[0].cancel(); document.getElementById("a").style.animation = "none"; document.getElementById("a").offsetLeft; document.getElementById("a").style.animation = ""`);
      expect(await page.click(await page.ref("Slides in"))).toBe("");
      expect(await page.evaluate("document.title")).toBe("hit");
      expect(await page.click(await page.ref("Never rests"))).toBe("moving");
    }));

  test("needs_no_frames_for_what_was_seen_to_stand_still", () =>
    on(browser.openHTML("<button>Go</button>"), async (page) => {
      const ref = await page.ref("Go");
      await page.call("aim", { ref });
      await page.inside("globalThis.frames_ = 0; globalThis.requestAnimationFrame = () => { frames_++; return 0 }");
      await page.pass(60);
      expect((await page.call("aim", { ref })).problem).toBe("");
      expect(await page.inside("frames_")).toBe(0);
    }));

  test.each([
    [`<fieldset disabled><button>Go</button></fieldset>`, "disabled"],
    [`<button aria-disabled="true">Go</button>`, "disabled"],
    [`<div aria-disabled="true"><button>Go</button></div>`, "disabled"],
    [`<button onclick="this.hidden=true">Go</button>`, ""],
  ])("tells_the_state_of_%s", (html, problem) =>
    on(browser.openHTML(html), async (page) => {
      const ref = await page.ref("Go");
      expect(await page.click(ref)).toBe(problem);
      if (problem === "") expect(await page.click(ref)).toBe("hidden");
    }));

  test("says_what_is_gone", () =>
    on(browser.open("infinite-list.html"), async (page) => {
      const ref = await page.ref("Item 5");
      await page.evaluate(`for (let i = 0; i < 5; i++) list.firstChild.remove()`);
      const aim = await page.call("aim", { ref });
      expect(aim).toMatchObject({ problem: "gone", element: { gone: true, line: `button "Item 5" [ref=${ref}]` } });
    }));

  test("prefers_a_point_that_is_not_another_control", () =>
    on(browser.openHTML(
      `<div onclick="document.title='row'" style="position:relative;width:400px;height:80px">Row <button onclick="event.stopPropagation();document.title='inner'" style="position:absolute;inset:30px 150px">x</button></div>`,
    ), async (page) => {
      expect(await page.click(await page.ref("clickable"))).toBe("");
      expect(await page.evaluate("document.title")).toBe("row");
    }));

  test("scrolls_the_page_around_a_frame", () =>
    on(browser.openHTML(`<div style="height:3000px">long</div><iframe srcdoc="<button onclick='parent.document.title=1'>In</button>"></iframe>`), async (page) => {
      const box = (): Promise<unknown> => page.evaluate(`document.querySelector("iframe").getBoundingClientRect().top < innerHeight`);
      expect(await box()).toBe(false);
      const [frame] = await page.childFrames();
      await page.inject(frame);
      expect((await page.call("aim", { ref: await page.ref("In") })).problem).toBe("");
      expect(await box()).toBe(true);
    }));

  test("scrolls_inside_a_scroller", () =>
    on(browser.openHTML(
      `<div style="height:120px;overflow:auto"><div style="height:900px">long</div><button onclick="document.title='deep'">Deep</button></div>`,
    ), async (page) => {
      expect(await page.click(await page.ref("Deep"))).toBe("");
      expect(await page.evaluate("document.title")).toBe("deep");
    }));
});

describe("masked values", () => {
  test.each([
    ["cc-number", "4111 1111 1111 1111", "4111111111111111", "formatted"],
    ["one-time-code", "123-456", "123456", "formatted"],
    ["one-time-code", "123-456", "123457", "other"],
    ["one-time-code", "", "123456", "other"],
    ["one-time-code", "--", "-", "other"],
    ["cc-number", "4111", "4111", "equal"],
  ])("compares_%s_%s_with_%s", (autocomplete, value, want, match) =>
    on(browser.openHTML(`<input aria-label="Field" autocomplete="${autocomplete}" value="${value}">`), async (page) => {
      const told = await page.call("locate", { ref: await page.ref("Field"), want });
      expect(told).toMatchObject({ masked: true, match });
      if (value !== "") expect(JSON.stringify(told)).not.toContain(value);
    }));

  test.each([
    ["mira-lind", "miralind", "other"],
    ["12 34", "1234", "formatted"],
    ["Mira", "mira", "other"],
  ])("compares_the_password_%s_with_%s", (value, want, match) =>
    on(browser.openHTML(`<input aria-label="Field" type="password" value="${value}">`), async (page) => {
      expect(await page.call("locate", { ref: await page.ref("Field"), want })).toMatchObject({ match });
    }));

  test("says_nothing_of_what_can_be_read", () =>
    on(browser.openHTML(`<input aria-label="Field" value="a">`), async (page) => {
      expect(await page.call("locate", { ref: await page.ref("Field"), want: "a" })).not.toHaveProperty("match");
    }));
});

describe("focus", () => {
  test("selects_all_so_that_typing_replaces", () =>
    on(browser.open("controlled-input.html"), async (page) => {
      const ref = await page.ref("textbox \"Name\"");
      for (const words of ["Tomas", "Mira"]) {
        expect(await page.call("focus", { ref })).toMatchObject({ element: { focused: true, kind: "text" }, here: true, child: false });
        await page.type(words);
      }
      expect(await page.call("locate", { ref })).toMatchObject({ value: "Mira" });
      expect(await page.click(await page.ref("Save"))).toBe("");
      expect(await page.result()).toBe(`saved:{"name":"Mira","bio":""}`);
    }));

  test("selects_all_of_an_editor", () =>
    on(browser.open("rich-editor.html"), async (page) => {
      const ref = await page.ref("Post text");
      expect(await page.call("focus", { ref })).toMatchObject({ element: { focused: true, kind: "editable", value: "Start here" } });
      await page.type("Hello all");
      expect(await page.call("locate", { ref })).toMatchObject({ value: "Hello all" });
      await page.click(await page.ref("Send"));
      expect(await page.result()).toBe("sent:Hello all");
    }));

  test.each([
    ["<p>a</p><p>b</p>", "a\nb"],
    ["a<br>b", "a\nb"],
    ["a<div>b</div>", "a\nb"],
    ["<div>a</div><div><br></div><div>b<br></div>", "a\n\nb"],
    ["<p>a</p>\n<p>b <b>c</b> d</p>\n", "a\nb c d"],
    ["<ul><li>a</li><li>b</li></ul>", "a\nb"],
    ["<span style='white-space:pre-wrap'>a\nb</span>", "a\nb"],
    ["<p><br></p>", ""],
    ["one <i>two</i> <b>three</b>", "one two three"],
  ])("reads_an_editor_as_lines_%j", (html, value) =>
    on(browser.openHTML(`<div contenteditable="true" aria-label="Note">${html}</div>`), async (page) => {
      expect(await page.call("locate", { ref: await page.ref("Note") })).toMatchObject({ kind: "editable", value });
    }));

  test("reaches_a_field_in_a_shadow_root", () =>
    on(browser.open("shadow-nested.html"), async (page) => {
      const ref = await page.ref("Amount");
      expect(await page.call("focus", { ref })).toMatchObject({ element: { focused: true } });
      await page.type("12");
      await page.click(await page.ref("Order now"));
      expect(await page.result()).toBe("open:order:12");
    }));
});

describe("set", () => {
  const choose = (values: string[]) => async (page: Page, words: string) => page.call("set", { ref: await page.ref(words), values });

  test("chooses_by_value_or_label", () =>
    on(browser.open("selects.html"), async (page) => {
      expect(await choose(["Shown label"])(page, "City")).toMatchObject({ value: "Shown label", kind: "select" });
      expect(await choose(["inner text"])(page, "City")).toMatchObject({ value: "Shown label" });
      expect(await choose(["2"])(page, "City")).toMatchObject({ value: "Same name" });
      expect(await choose(["pick ONE"])(page, "City")).toMatchObject({ value: "Pick one" });
      expect(await page.result()).toBe("s=4 | s=2 | s=");
    }));

  test.each([
    ["City", ["Same name"], /more than one option "Same name": value "1" in "North", value "2" in "South"/],
    ["City", ["Closed"], /option "Closed" of combobox "City".* is disabled/],
    ["City", ["Atlantis"], /no option "Atlantis"\. It has "Pick one", "Same name", "Same name", "Shown label"/],
    ["City", ["1", "2"], /takes one value, not 2/],
    ["Many", ["a", "z"], /no option "z"/],
  ])("refuses_%s_%j", (words, values, why) =>
    on(browser.open("selects.html"), async (page) => {
      await expect(choose(values)(page, words)).rejects.toThrow(why);
      expect(await page.result()).toBe("idle");
    }));

  test("sets_a_multiple_select_to_exactly_the_values", () =>
    on(browser.open("selects.html"), async (page) => {
      expect(await choose(["a", "b"])(page, "Many")).toMatchObject({ value: "a, b" });
      expect(await choose([])(page, "Many")).toMatchObject({ value: "" });
      await choose(["c"])(page, "Many");
      expect(await choose([""])(page, "Many")).toMatchObject({ value: "" });
      expect(await page.result()).toBe("m=a,b | m= | m=c | m=");
    }));

  test("sets_every_fixed_format", () =>
    on(browser.open("native-value-inputs.html"), async (page) => {
      const wanted: [string, string][] = [
        ["Date", "2026-03-31"], ["Time", "17:30"], ["Both", "2026-03-31T17:30"], ["Month", "2026-03"], ["Week", "2026-W14"], ["Range", "35"], ["Colour", "#1e9"],
      ];
      for (const [words, value] of wanted) await choose([value])(page, `"${words}"`);
      await page.click(await page.ref("Show"));
      expect(await page.result()).toBe(
        "d=2026-03-31,t=17:30,dt=2026-03-31T17:30,m=2026-03,w=2026-W14,n=,r=35,c=#11ee99,x=,ro=fixed changed=c,d,dt,m,r,t,w",
      );
    }));

  test.each([
    ["Date", "31.12.2026", /write it as YYYY-MM-DD/],
    ["Date", "2027-01-01", /largest value is 2026-12-31/],
    ["Date", "2025-12-31", /smallest value is 2026-01-01/],
    ["Time", "17:31", /step 900/],
    ["Range", "60", /from 0 to 50 in steps of 5/],
    ["Range", "33", /from 0 to 50 in steps of 5/],
    ["Range", "much", /write it as a number/],
    ["Colour", "blue-ish", /write it as #rrggbb/],
    ["Limited", "too long", /holds 5 characters at most/],
    ["Read only", "new", /is read-only/],
  ])("refuses_%s_%s_and_changes_nothing", (words, value, why) =>
    on(browser.open("native-value-inputs.html"), async (page) => {
      const ref = await page.ref(`"${words}"`);
      const before = await page.call("locate", { ref });
      await expect(page.call("set", { ref, values: [value] })).rejects.toThrow(why);
      expect((await page.call("locate", { ref })).value).toBe(before.value);
      expect(await page.evaluate("[...ch].length")).toBe(0);
    }));

  test("goes_past_a_framework_that_hides_assignment", () =>
    on(browser.open("controlled-input.html"), async (page) => {
      expect(await choose(["Mira"])(page, "textbox \"Name\"")).toMatchObject({ value: "Mira" });
      await page.pass(700); // its next repaint is over
      expect(await page.call("locate", { ref: await page.ref("textbox \"Name\"") })).toMatchObject({ value: "Mira" });
    }));

  test("does_not_press", () =>
    on(browser.openHTML(`<label><input type="checkbox"> Tick</label><button>Push</button>`), async (page) => {
      await expect(choose(["true"])(page, "Tick")).rejects.toThrow(/pressed, not set/);
      await expect(choose(["x"])(page, "Push")).rejects.toThrow(/has no value to set/);
    }));
});
