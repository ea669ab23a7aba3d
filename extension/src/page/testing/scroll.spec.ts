// Scrolling, focusing for keys, and showing elements to the page's own world,
// in a real browser: what is told is compared with where the page then stands.

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

const long = `<style>html{scroll-behavior:smooth}body{margin:0}</style><div style="height:5000px">Top</div><button>End</button>`;
const app = (body: string): string => `<style>html,body{height:100%;margin:0;overflow:hidden}</style>${body}`;

describe("scroll", () => {
  test("goes_and_says_what_is_left", () =>
    on(browser.openHTML(long), async (page) => {
      const most = Number(await page.evaluate("document.documentElement.scrollHeight - innerHeight"));
      const down = await page.call("scroll", { ref: "", direction: "down", amount: 600 });
      expect(down).toMatchObject({ page: true, moved: 600, left: most - 600, fixed: false });
      expect(await page.evaluate("scrollY")).toBe(600);
      expect(await page.call("scroll", { ref: "", direction: "up", amount: 1000 })).toMatchObject({ moved: 600, left: 0 });
      expect(await page.call("scroll", { ref: "", direction: "bottom" })).toMatchObject({ moved: most, left: 0 });
      expect(await page.call("scroll", { ref: "", direction: "down" })).toMatchObject({ moved: 0, left: 0, fixed: false });
      expect(await page.call("scroll", { ref: "", direction: "right" })).toMatchObject({ fixed: true });
    }));

  test("a_step_leaves_a_few_lines", () =>
    on(browser.openHTML(long), async (page) => {
      const { moved } = await page.call("scroll", { ref: "", direction: "down" });
      expect(moved).toBe(Math.round(Number(await page.evaluate("innerHeight")) * 0.9));
    }));

  test("takes_the_largest_part_where_the_page_stands_still", () =>
    on(
      browser.openHTML(
        app(`<nav style="position:absolute;width:150px;height:100%;overflow:auto"><div style="height:9000px">Menu</div></nav>
          <main aria-label="Results" style="position:absolute;left:150px;right:0;height:100%;overflow:auto"><div style="height:4000px">Long</div></main>
          <div style="position:absolute;inset:0;overflow:hidden;pointer-events:none"><div style="height:9999px"></div></div>`),
      ),
      async (page) => {
        expect(await page.call("scroll", { ref: "", direction: "down", amount: 100 })).toMatchObject({ page: false, words: `main "Results"`, moved: 100 });
        expect(await page.evaluate(`document.querySelector("main").scrollTop`)).toBe(100);
      },
    ));

  test("scrolls_what_holds_the_element", () =>
    on(
      browser.openHTML(`<div role="region" aria-label="List" style="height:100px;overflow:auto"><button>First</button><div style="height:900px"></div></div>`),
      async (page) => {
        const done = await page.call("scroll", { ref: await page.ref("First"), direction: "bottom" });
        expect(done).toMatchObject({ page: false, words: `region "List"`, left: 0, element: { name: "First" } });
        expect(done.moved).toBeGreaterThan(700);
      },
    ));

  test("counts_from_the_right_where_text_runs_that_way", () =>
    on(
      browser.openHTML(`<div dir="rtl" style="width:200px;overflow:auto"><button>A</button><div style="width:1000px;height:20px"></div></div>`),
      async (page) => {
        const ref = await page.ref("A");
        expect(await page.call("scroll", { ref, direction: "right" })).toMatchObject({ moved: 0, left: 0 });
        expect(await page.call("scroll", { ref, direction: "left", amount: 300 })).toMatchObject({ moved: 300, left: 500 });
      },
    ));

  test("says_that_a_hidden_page_is_not_drawn", () =>
    on(browser.openHTML(long), (page) =>
      on(browser.openHTML("In front"), async (front) => {
        expect(await page.call("scroll", { ref: "", direction: "down", amount: 100 })).toMatchObject({ moved: 100, undrawn: true });
        expect(await front.call("scroll", { ref: "", direction: "down" })).not.toHaveProperty("undrawn");
      }),
    ));

  test("brings_an_element_into_view_once", () =>
    on(browser.openHTML(long), async (page) => {
      const ref = await page.ref("End");
      expect((await page.call("scroll", { ref, direction: "into" })).moved).toBeGreaterThan(1000);
      expect(await page.evaluate(`document.querySelector("button").getBoundingClientRect().top < innerHeight`)).toBe(true);
      expect(await page.call("scroll", { ref, direction: "into" })).toMatchObject({ moved: 0, fixed: false });
    }));
});

describe("focus for keys", () => {
  test("keeps_the_caret_where_it_is", () =>
    on(browser.openHTML(`<input aria-label="Name" value="Mira Lind">`), async (page) => {
      const ref = await page.ref("Name");
      await page.evaluate(`document.querySelector("input").setSelectionRange(4, 4)`);
      expect(await page.call("focus", { ref, keep: true })).toMatchObject({ element: { focused: true }, here: true });
      await page.type("!");
      expect(await page.call("landed", { ref, focus: true })).toMatchObject({ landed: "target", element: { value: "Mira! Lind" }, focus: { name: "Name" } });
    }));

  test("guards_what_has_the_focus_already", () =>
    on(browser.openHTML(`<input aria-label="One"><input aria-label="Two">`), async (page) => {
      expect(await page.call("focus", { ref: "", keep: true })).toMatchObject({ element: { ref: "", role: "" }, child: false });
      await page.evaluate(`document.querySelectorAll("input")[0].focus()`);
      const guarded = await page.call("focus", { ref: "", keep: true });
      expect(guarded.element).toMatchObject({ name: "One", focused: true });
      await page.evaluate(`document.querySelectorAll("input")[1].focus()`);
      await page.type("x");
      expect(await page.call("landed", { ref: guarded.element.ref, focus: true })).toMatchObject({ landed: "elsewhere", focus: { name: "Two", value: "" } });
    }));
});

describe("reveal", () => {
  const hear = (name: string): string => `addEventListener(${JSON.stringify(name)}, (e) => { window.heard = e.composedPath()[0] }, { capture: true })`;

  test("shows_the_very_element", () =>
    on(browser.open("shadow-nested.html"), async (page) => {
      await page.evaluate(hear("secret-1"));
      await page.call("reveal", { ref: await page.ref("Order now"), event: "secret-1" });
      expect(await page.evaluate("heard.textContent")).toBe("Order now");
      await page.call("reveal", { ref: "", event: "secret-1" });
      expect(await page.evaluate("heard === document.documentElement")).toBe(true);
    }));
});

describe("set", () => {
  test("names_the_nearest_first_of_many", () =>
    on(
      browser.openHTML(`<label>City <select>${Array.from({ length: 80 }, (_, i) => `<option>City ${i}</option>`).join("")}<option>Stockholm</option></select></label>`),
      async (page) => {
        await expect(page.call("set", { ref: await page.ref("City"), values: ["Stokholm"] })).rejects.toThrow(/no option "Stokholm"\. It has "Stockholm", .* and 51 more/);
      },
    ));
});
