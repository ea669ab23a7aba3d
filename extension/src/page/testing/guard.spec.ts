// What the guard holds back, for how long, and what it must never hold back.

import { afterAll, beforeAll, expect, test } from "vitest";
import { Browser, type Page } from "./chromium";

let browser: Browser;
beforeAll(async () => {
  browser = await Browser.start();
});
afterAll(() => browser.close());

const html = `<output id="result">idle</output>
  <p><button id="right" onclick="say('right')">Right</button></p><p><button id="wrong" onclick="say('wrong')">Wrong</button></p>
  <label>Field <input id="field"></label> <label>Other <input id="other" oninput="say('typed')"></label>
  <label>Shy <input id="shy" onfocus="other.focus()"></label>
  <script>window.__log=[];function say(s){__log.push(s);document.getElementById("result").textContent=__log.join(" | ")}</script>`;

async function on(steps: (page: Page) => Promise<void>): Promise<void> {
  const page = await browser.openHTML(html);
  await steps(page);
  await page.close();
}

const guarded = async (page: Page): Promise<string> => {
  const ref = await page.ref("Right");
  expect(await page.call("aim", { ref, guard: true })).toMatchObject({ problem: "" });
  return ref;
};

async function pressOn(page: Page, words: string): Promise<void> {
  const { x, y } = await page.call("aim", { ref: await page.ref(words) });
  await page.press(x, y);
}

/** Puts the clock of the page script on. */
const later = (page: Page, milliseconds: number): Promise<unknown> =>
  page.inside(`{ const now = performance.now.bind(performance); performance.now = () => now() + ${milliseconds}; 0 }`);

test("a_press_on_the_target_passes", () =>
  on(async (page) => {
    const ref = await guarded(page);
    await pressOn(page, "Right");
    expect(await page.call("landed", { ref })).toMatchObject({ landed: "target" });
    expect(await page.result()).toBe("right");
  }));

test("a_press_on_anything_else_is_held_back_until_it_is_lifted", () =>
  on(async (page) => {
    const ref = await guarded(page);
    await pressOn(page, "Wrong");
    expect(await page.result()).toBe("idle");
    expect(await page.call("landed", { ref })).toMatchObject({ landed: "elsewhere" });
    expect(await page.call("landed", { ref })).toMatchObject({ landed: "elsewhere" });
    await pressOn(page, "Wrong");
    expect(await page.result()).toBe("wrong");
  }));

test("what_a_script_dispatches_is_no_input", () =>
  on(async (page) => {
    const ref = await guarded(page);
    await page.evaluate(`for (const type of ["pointerdown", "mousedown", "mouseup"]) wrong.dispatchEvent(new MouseEvent(type, { bubbles: true })); wrong.click()`);
    expect(await page.result()).toBe("wrong");
    expect(await page.call("landed", { ref })).toMatchObject({ landed: "nowhere" });
  }));

test("ten_seconds_later_a_person_is_free_again", () =>
  on(async (page) => {
    await guarded(page);
    await later(page, 5000);
    await pressOn(page, "Wrong");
    expect(await page.result()).toBe("idle");
    await guarded(page);
    await later(page, 10_000);
    await pressOn(page, "Wrong");
    expect(await page.result()).toBe("wrong");
  }));

test("text_is_held_back_from_where_the_focus_has_gone_and_only_there", () =>
  on(async (page) => {
    const ref = await page.ref("Field");
    await page.call("focus", { ref });
    await page.type("one");
    await page.evaluate("other.focus()");
    await page.type("two");
    expect(await page.call("landed", { ref })).toMatchObject({ landed: "elsewhere", element: { value: "one" } });
    expect(await page.result()).toBe("idle");
  }));

test("a_field_that_does_not_take_the_focus_guards_nothing", () =>
  on(async (page) => {
    await page.call("focus", { ref: await page.ref("Shy") });
    await page.type("a person's");
    expect(await page.result()).toBe("typed");
  }));

test("another_document_is_told_to_take_nothing", () =>
  on(async (page) => {
    await page.call("guard", { kind: "press" });
    await pressOn(page, "Right");
    expect(await page.result()).toBe("idle");
    expect(await page.call("landed", { ref: "" })).toMatchObject({ landed: "elsewhere" });
    await page.call("guard", { kind: "typing" });
    await page.evaluate("other.focus()");
    await page.type("x");
    expect(await page.result()).toBe("idle");
  }));
