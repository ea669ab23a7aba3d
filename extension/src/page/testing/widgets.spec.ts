// Widgets as component libraries and spreadsheets build them: what is read of
// them, whether a press reaches them, and what is not ready to be acted on.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Browser, type Page } from "./chromium";

let browser: Browser;
beforeAll(async () => {
  browser = await Browser.start();
});
afterAll(() => browser.close());

async function on(html: string, steps: (page: Page) => Promise<void>): Promise<void> {
  const page = await browser.openHTML(html);
  await steps(page);
  await page.close();
}

/** A page with an element that draws what is in it by a shadow root, and says when something in that was pressed. */
const drawing = (shadow: string, element: string): string => `<p id="result">idle</p>${element}<script>
  customElements.define("x-part", class extends HTMLElement {
    connectedCallback() {
      const root = this.attachShadow({ mode: "open" });
      root.innerHTML = ${JSON.stringify(shadow)};
      const target = root.querySelector("button, a");
      target?.addEventListener("click", (event) => { event.preventDefault(); document.getElementById("result").textContent = "pressed"; });
    }
  });
</script>`;

describe("slotted_text_is_part_of_what_draws_it", () => {
  test.each([
    ["button", "<button><slot></slot></button>"],
    ["link", `<a href="/next"><slot></slot></a>`],
    ["button_with_a_span", "<button><span><slot></slot></span></button>"],
    ["flexible_button", `<button style="display:inline-flex;padding:0"><slot></slot></button>`],
    ["button_that_is_all_text", `<button style="padding:0;border:0"><slot></slot></button>`],
    ["link_of_two_lines", `<a href="/next" style="display:inline-block;width:40px"><slot></slot></a>`],
  ])("%s", (_, shadow) =>
    on(drawing(shadow, "<x-part>Save all</x-part>"), async (page) => {
      expect(await page.click(await page.ref("Save all"))).toBe("");
      expect(await page.result()).toBe("pressed");
    }));

  test("through_two_roots", () =>
    on(drawing("<button><slot></slot></button>", `<x-outer>Save all</x-outer><script>
      customElements.define("x-outer", class extends HTMLElement {
        connectedCallback() { this.attachShadow({ mode: "open" }).innerHTML = "<x-part><slot></slot></x-part>"; }
      });</script>`), async (page) => {
      expect(await page.click(await page.ref("Save all"))).toBe("");
      expect(await page.result()).toBe("pressed");
    }));

  test("and_of_nothing_else", () =>
    on(drawing(`<button style="position:absolute;left:0;top:0;width:200px;height:60px">Under</button>
      <span style="position:absolute;left:0;top:0;width:200px;height:60px;background:#fff"><slot></slot></span>`, `<x-part style="position:absolute;top:100px">${"Words ".repeat(30)}</x-part>`), async (page) => {
      expect(await page.click(await page.ref("Under"))).toBe("covered");
    }));
});

describe("a_name_is_read_from_the_shadow_root", () => {
  test.each([
    [`<div id="host" role="switch" tabindex="0"></div>`, "<span>Newsletter</span>", 'switch "Newsletter"'],
    [`<div id="host" role="button" tabindex="0"></div>`, "<b>Host</b> label", 'button "Host label"'],
    [`<div id="host" role="button" tabindex="0">all</div>`, "Save <slot></slot>", 'button "Save all"'],
    [`<div id="host" role="button" tabindex="0">never drawn</div>`, "Save", 'button "Save"'],
    [`<div id="host" role="group" tabindex="0"></div>`, "<button>In it</button>", 'button "In it"'],
    [`<div id="host" role="tab" tabindex="0"></div>`, `<span>Mail</span><button>Close</button>`, 'button "Close"'],
  ])("%s %s", (host, shadow, line) =>
    on(`${host}<script>document.getElementById("host").attachShadow({ mode: "open" }).innerHTML = ${JSON.stringify(shadow)}</script>`, async (page) => {
      expect(await page.snapshot()).toContain(`- ${line} [ref=`);
      const [, name = ""] = /"(.*)"/.exec(line) ?? [];
      expect((await page.call("find", { text: name, limit: 20 })).lines.join("\n")).toContain(line);
    }));
});

describe("a_sheet", () => {
  const sheet = (cells: string): string => `<div role="grid" tabindex="0" aria-label="Sheet"><div role="row">${cells}</div></div>`;

  test("that_is_empty_has_its_cells", () =>
    on(sheet(`<div role="gridcell" aria-label="A1"></div><div role="gridcell" aria-label="B1" aria-selected="true"></div>`).replaceAll(`"gridcell"`, `"gridcell" style="height:20px"`), async (page) => {
      expect(await page.snapshot()).toBe(
        ['- grid "Sheet" [ref=e1]', '  - row "" ""', '    - clickable "A1" [ref=e2]', '    - clickable "B1" [ref=e3] selected'].join("\n"));
      expect((await page.call("find", { text: "A1", limit: 20 })).total).toBe(1);
    }));

  test("says_what_is_in_a_cell", () =>
    on(sheet(`<div role="gridcell" aria-label="A1">42</div><div role="gridcell" aria-label="5 May">5</div><div role="gridcell">plain</div>`), async (page) => {
      expect(await page.snapshot()).toBe(
        ['- grid "Sheet" [ref=e1]', '  - row "" "" "plain"', '    - clickable "A1: 42" [ref=e2]', '    - clickable "5 May" [ref=e3]'].join("\n"));
    }));

  test("of_a_table", () =>
    on(`<table role="grid"><tr><th>Name<td tabindex="-1">Mira<tr><th>Town<td aria-label="Town of Mira">Graz</table>`, async (page) => {
      const text = await page.snapshot();
      expect(text).toContain('clickable "Mira" [ref=');
      expect(text).toContain('clickable "Town of Mira: Graz" [ref=');
    }));

  test("without_rows_takes_keys", () =>
    on(`<div role="grid" tabindex="0" aria-label="Sheet" style="height:50px"></div><table><tr><td aria-label="Price">1<td>2<tr><td>3<td>4</table>`, async (page) => {
      expect(await page.snapshot()).toBe(['- grid "Sheet" [ref=e1]', "- table", '  - row "1" "2"', '  - row "3" "4"'].join("\n"));
    }));
});

describe("what_a_modal_dialog_keeps_from_being_used", () => {
  const page = `<input aria-label="Behind"><p>Words</p><dialog id="d"><button>Yes</button></dialog>`;

  test("is_marked", () =>
    on(page, async (page) => {
      expect(await page.snapshot()).not.toContain("inert");
      await page.evaluate("d.showModal()");
      const text = await page.snapshot();
      expect(text).toContain('textbox "Behind" [ref=e1] inert');
      expect(text).toContain('text "Words"');
      expect(text).not.toContain('"Words" inert');
      expect(text).toMatch(/button "Yes" \[ref=e\d+\] focused/);
      expect((await page.call("find", { text: "Behind", limit: 20 })).lines.join()).toContain("inert");
    }));

  test("is_marked_for_a_dialog_in_a_shadow_root", () =>
    on(`${page}<div id="host"></div>`, async (page) => {
      await page.evaluate(`host.attachShadow({ mode: "open" }).innerHTML = "<dialog><button>No</button></dialog>"; host.shadowRoot.firstChild.showModal()`);
      const text = await page.snapshot();
      expect(text).toContain('textbox "Behind" [ref=e1] inert');
      expect(text).toMatch(/button "No" \[ref=e\d+\] focused/);
    }));

  test.each([
    ["two_side_by_side", `<dialog id="lower"><button>Lower</button></dialog><dialog id="upper"><button>Upper</button></dialog>`],
    ["one_in_the_other", `<dialog id="lower"><button>Lower</button><dialog id="upper"><button>Upper</button></dialog></dialog>`],
    ["the_last_is_first_in_the_page", `<dialog id="upper"><button>Upper</button></dialog><dialog id="lower"><button>Lower</button></dialog>`],
  ])("is_the_lower_dialog_of_%s", (_, dialogs) =>
    on(`${page}${dialogs}`, async (page) => {
      await page.evaluate("lower.showModal(); upper.showModal()");
      const text = await page.snapshot();
      expect(text).toMatch(/button "Lower" \[ref=e\d+\] inert/);
      expect(text).toMatch(/button "Upper" \[ref=e\d+\] focused/);
      await page.evaluate("upper.close()");
      expect(await page.snapshot()).toMatch(/button "Lower" \[ref=e\d+\](?! inert)/);
    }));

  test("is_usable_beside_a_dialog_that_is_not_modal", () =>
    on(page, async (page) => {
      await page.evaluate("d.show()");
      expect(await page.snapshot()).not.toContain("inert");
    }));

  test("is_left_out_where_the_page_says_inert", () =>
    on(`<div id="part"><input aria-label="Behind"></div>`, async (page) => {
      await page.evaluate("part.inert = true");
      expect(await page.snapshot()).toBe("");
    }));
});

describe("a_frame_that_is_still_loading", () => {
  test("is_marked", () =>
    on(`<iframe title="Payment" id="f"></iframe>`, async (page) => {
      // As it stands until the server answers.
      await page.evaluate(`f.src = "/never"; f.contentWindow.stop()`);
      expect(await page.snapshot()).toContain('iframe "Payment" [ref=e1] [frame=0] loading');
    }));

  test("is_not_one_that_waits_to_be_seen", () =>
    on(`<div style="height:9000px"></div><iframe title="Later" loading="lazy" src="/never"></iframe>`, async (page) => {
      expect(await page.snapshot()).toBe('- iframe "Later" [ref=e1] [frame=0]');
    }));

  test.each([
    `<iframe title="Payment"></iframe>`,
    `<iframe title="Payment" src="about:blank"></iframe>`,
    `<iframe title="Payment" srcdoc="<p>Here</p>"></iframe>`,
    `<iframe title="Payment" src="data:text/html,Here"></iframe>`,
  ])("and_no_other: %s", (html) =>
    on(html, async (page) => {
      expect(await page.snapshot()).not.toContain("loading");
    }));
});

describe("a_field_that_was_filled_in_is_left", () => {
  const heard = `<script>
    const heard = [];
    for (const kind of ["focus", "blur", "change", "input", "focusin", "focusout"]) document.addEventListener(kind, (event) => heard.push(kind + (event.isTrusted ? "" : "!")), true);
    const said = () => heard.splice(0).join(" ");
  </script>`;

  async function fill(page: Page, words: string, value: string): Promise<string> {
    const ref = await page.ref(words);
    await page.call("focus", { ref });
    await page.evaluate("said()");
    await page.type(value);
    await page.call("landed", { ref });
    return String(await page.evaluate("said()"));
  }

  test("of_which_the_page_hears_the_change_alone_and_once", () =>
    on(`${heard}<input aria-label="Town" value="Wien"><textarea aria-label="Note"></textarea>`, async (page) => {
      for (const [field, value] of [["Town", "Graz"], ["Note", "Thanks"]] as const) {
        expect(await fill(page, field, value)).toBe("input change");
        expect(await page.evaluate("document.activeElement.ariaLabel")).toBe(field);
        await page.evaluate("document.activeElement.blur()");
        expect(await page.evaluate("said()")).toBe("blur focusout");
      }
    }));

  test("and_keeps_the_caret_where_it_was", () =>
    on(`${heard}<input aria-label="Town" value="Wien">`, async (page) => {
      await fill(page, "Town", "Graz");
      await page.type("er");
      expect(await page.evaluate("document.activeElement.value")).toBe("Grazer");
    }));

  test("but_not_before_one_of_what_it_offers_is_chosen", () =>
    on(`${heard}<input aria-label="Town" role="combobox" aria-expanded="true">`, async (page) => {
      expect(await fill(page, "Town", "Graz")).toBe("input");
    }));

  test("where_the_page_moves_the_focus_it_hears_of_it", () =>
    on(`${heard}<input aria-label="Town" onchange="next.focus()"><input id="next" aria-label="Next">`, async (page) => {
      expect(await fill(page, "Town", "Graz")).toContain("change");
      expect(await page.evaluate("document.activeElement.ariaLabel")).toBe("Next");
    }));

  test("and_a_press_of_keys_does_not_leave_it", () =>
    on(`${heard}<input aria-label="Town">`, async (page) => {
      const ref = await page.ref("Town");
      await page.call("focus", { ref, keep: true });
      await page.evaluate("said()");
      await page.type("G");
      await page.call("landed", { ref });
      expect(await page.evaluate("said()")).toBe("input");
    }));
});
