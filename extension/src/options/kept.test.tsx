// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from "vitest";
import type { Hold } from "../panel/drafts";
import { clear, doing, one, press, soon } from "../panel/testing/draw";
import { someModels } from "../panel/testing/shelf";
import { strings } from "../ui/strings";
import { draftOf } from "./draft";
import { KeptForm } from "./kept";
import { click, fill, freshBrowser, page, withModels } from "./testing/page";

beforeEach(freshBrowser);

const words = strings.options;

/** Whether a form is there once all that follows from the drawing has been drawn. */
async function hasForm(root: HTMLElement): Promise<boolean> {
  await doing(() => undefined);
  await doing(() => undefined);
  return root.querySelector("#model-form") !== null;
}

describe("a form that was being filled in", () => {
  it("is_there_again_after_the_page_ended_without_the_key", async () => {
    const daemon = withModels();
    const { root } = await page(daemon);
    await click(root, "#add-model");
    await fill(root, { "form-vendor": "deepseek" });
    await fill(root, { "form-name": "deepseek-chat", "form-label": "Chat", "form-key": "sk-1", "form-address": "https://me:secret@host/v1" });
    await click(root, "#form-sees");
    clear(root);
    expect(JSON.stringify({ ...localStorage })).not.toMatch(/sk-1|secret/);
    const again = (await page(daemon)).root;
    await soon(() => expect(one(again, "#form-restored").textContent).toBe(words.form.restored));
    for (const [id, value] of Object.entries({ vendor: "deepseek", name: "deepseek-chat", label: "Chat", key: "", address: "" })) {
      expect(one(again, `#form-${id}`)).toHaveProperty("value", value);
    }
    expect(one(again, "#form-sees")).toHaveProperty("checked", true);
    // It is not thrown away by a key that is pressed for many reasons.
    await doing(() => void press(one(again, "#form-name"), "Escape"));
    await click(again, "#form-discard");
    clear(again);
    expect(await hasForm((await page(daemon)).root)).toBe(false);
  });

  it("of_a_model_is_there_again_where_that_is_as_it_was", async () => {
    const daemon = withModels();
    const first = (await page(daemon)).root;
    await click(first, "[data-model^=lab] [data-act=edit]");
    await fill(first, { "form-label": "My lab" });
    await click(first, "#form-forget");
    clear(first);
    const second = (await page(daemon)).root;
    await soon(() => expect(one(second, "[data-model^=lab] #form-label")).toHaveProperty("value", "My lab"));
    expect(one(second, "#form-forget")).toHaveProperty("checked", true);
    clear(second);
    daemon.models = { ...daemon.models, models: daemon.models.models.map((m) => ({ ...m, revision: 9 })) };
    expect(await hasForm((await page(daemon)).root)).toBe(false);
  });

  it("of_a_page_that_is_open_comes_up_in_no_other", async () => {
    const held = new Set<string>();
    const hold: Hold = (name) => {
      if (held.has(name)) return Promise.resolve(null);
      held.add(name);
      return Promise.resolve(() => Promise.resolve(void held.delete(name)));
    };
    let now = 0;
    const open = (id: string) => new KeptForm(localStorage, () => ++now, { hold, id });
    const models = someModels();
    const draft = (name: string) => ({ ...draftOf(null, models.templates), name });
    const [first, second] = [open("p1"), open("p2")];
    expect(await first.load(models)).toBeNull();
    first.save(draft("of the first"));
    expect(await second.load(models)).toBeNull();
    second.save(draft("of the second"));
    // Who is done forgets no form but its own.
    second.clear();
    second.save(draft("of the second again"));
    held.clear();
    expect((await open("p3").load(models))?.name).toBe("of the second again");
    expect((await open("p4").load(models))?.name).toBe("of the first");
    expect(await open("p5").load(models)).toBeNull();
  });

  it("that_was_left_a_day_ago_or_not_touched_is_not_there_again", async () => {
    const daemon = withModels();
    const first = (await page(daemon)).root;
    await click(first, "#add-model");
    clear(first);
    const second = (await page(daemon)).root;
    expect(await hasForm(second)).toBe(false);
    await click(second, "#add-model");
    await fill(second, { "form-label": "Mine" });
    clear(second);
    const nextDay = () => 1 + 24 * 60 * 60 * 1000;
    expect(await hasForm((await page(daemon, undefined, nextDay)).root)).toBe(false);
  });

  it.each(["{", "7", '{"at":1}', '{"at":1,"of":"","fields":7}', '{"at":1,"of":"gone","fields":{}}'])("kept_as_%s_is_none", async (kept) => {
    localStorage.setItem("margay.form", kept);
    expect(await hasForm((await page(withModels())).root)).toBe(false);
  });
});
