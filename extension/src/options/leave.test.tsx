// @vitest-environment jsdom
import { render } from "preact";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { doing, draw, one, press, soon } from "../panel/testing/draw";
import { callerOf } from "../panel/testing/panel";
import { strings } from "../ui/strings";
import { KeptForm } from "./kept";
import { ModelSettings } from "./models";
import { click, fill, freshBrowser, page, withModels } from "./testing/page";
import { ModelForm } from "./view/form";

beforeEach(freshBrowser);

const words = strings.options;

describe("a form", () => {
  it("is_left_by_escape_only_where_nothing_typed_is_lost", async () => {
    const { root } = await page();
    await click(root, "#add-model");
    await doing(() => void press(one(root, "#form-vendor"), "Escape"));
    expect(root.querySelector("#model-form")).toBeNull();
    await click(root, "#add-model");
    await fill(root, { "form-name": "gpt-5", "form-key": "sk-1" });
    await doing(() => void press(one(root, "#form-key"), "Escape"));
    expect(one(root, "#form-leave").textContent).toContain(words.form.leaveAsk);
    expect(document.activeElement).toBe(one(root, "#form-stay"));
    // Escape again means no; the form is as it was.
    await doing(() => void press(one(root, "#form-stay"), "Escape"));
    expect(root.querySelector("#form-leave")).toBeNull();
    expect(one(root, "#form-key")).toHaveProperty("value", "sk-1");
    await doing(() => void press(one(root, "#form-key"), "Escape"));
    await click(root, "#form-discard");
    expect(root.querySelector("#model-form")).toBeNull();
  });

  it("that_is_left_while_it_is_saved_closes_no_other", async () => {
    const daemon = withModels();
    const done = vi.fn();
    const forms = new KeptForm(localStorage, Date.now, { hold: () => Promise.resolve(null), id: "p" });
    const settings = new ModelSettings(callerOf(daemon));
    const root = await draw(<ModelForm settings={settings} models={daemon.models} model={null} left={null} forms={forms} way={{ current: null }} done={done} />);
    await fill(root, { "form-key": "sk-1", "form-name": "gpt-7" });
    const save = vi.spyOn(settings, "save");
    await doing(() => {
      one(root, "#form-save").click();
      render(null, root);
    });
    await soon(() => expect(save).toHaveBeenCalledOnce());
    await save.mock.results[0]?.value;
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(done).not.toHaveBeenCalled();
  });

  it.each([
    ["edit_of_another_card", "#add-model", '[data-model="openai:gpt-5-mini"] [data-act=edit]', "GPT-5 mini"],
    ["a_model_to_add", '[data-model="openai:gpt-5-mini"] [data-act=edit]', "#add-model", words.form.addTitle],
    ["cancel", "#add-model", "#form-cancel", ""],
  ])("that_was_typed_in_is_not_thrown_away_by_%s_without_a_question", async (_name, opens, leaves, next) => {
    const { root } = await page(withModels());
    await click(root, opens);
    const title = one(root, "#form-title").textContent;
    await fill(root, { "form-label": "Mine", "form-key": "sk-1" });
    await click(root, leaves);
    expect(one(root, "#form-leave").textContent).toContain(words.form.leaveAsk);
    await click(root, "#form-stay");
    expect(one(root, "#form-title").textContent).toBe(title);
    expect(one(root, "#form-key")).toHaveProperty("value", "sk-1");
    await click(root, leaves);
    await click(root, "#form-discard");
    expect(root.querySelector("#form-leave")).toBeNull();
    expect(root.querySelector("#form-title")?.textContent ?? "").toContain(next);
    if (next !== "") expect(one(root, "#form-key")).toHaveProperty("value", "");
    expect(Object.keys(localStorage).filter((key) => key.startsWith("margay.form"))).toEqual([]);
  });

  it("in_which_nothing_was_typed_gives_way_at_once", async () => {
    const { root } = await page(withModels());
    await click(root, "#add-model");
    await click(root, '[data-model="openai:gpt-5-mini"] [data-act=edit]');
    expect(root.querySelector("#form-leave")).toBeNull();
    expect(one(root, "#form-title").textContent).toBe(words.form.editTitle("GPT-5 mini"));
  });
});
