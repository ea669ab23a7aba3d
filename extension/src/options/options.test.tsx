// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from "vitest";
import { FakeDaemon } from "../panel/testing/daemon";
import { doing, one, soon } from "../panel/testing/draw";
import { strings } from "../ui/strings";
import type { ModelSettings } from "./models";
import { click, fill, freshBrowser, page, sent, withModels } from "./testing/page";

beforeEach(freshBrowser);

const words = strings.options;

/** Holds back what asks a provider; the function lets the answers come, and waits for them. */
function heldBack(daemon: FakeDaemon, settings: ModelSettings): () => Promise<void> {
  let free: () => void = () => undefined;
  daemon.provider = new Promise<void>((resolve) => (free = resolve));
  return async () => {
    free();
    // What is asked after them is answered after them.
    await settings.discover({ provider: "openai" });
    await doing(() => undefined);
  };
}

describe("the models", () => {
  it("say_which_is_the_default_where_each_is_from_and_where_its_key_lies", async () => {
    const { root } = await page(withModels());
    const card = (spec: string) => one(root, `[data-model="${spec}"]`).textContent;
    expect(one(root, ".badge-default").closest("li")?.dataset["model"]).toBe("openai:gpt-5-mini");
    expect(card("openai:gpt-5-mini")).toContain(words.models.keyIn.keyring);
    expect(card("deepseek:deepseek-chat")).toContain(words.models.keyFrom("DEEPSEEK_API_KEY"));
    expect(card("offline")).toContain(words.models.builtin);
    expect(card("lab:qwen3-coder-480b-a35b-instruct-2507")).toContain("The file of the key cannot be read.");
  });

  it("are_named_by_each_of_their_buttons", async () => {
    const { root } = await page(withModels());
    const names = () => [...root.querySelectorAll('[data-model="openai:gpt-5-mini"] [data-act]')].map((b) => b.getAttribute("aria-label"));
    expect(names()).toEqual([words.models.test, words.models.edit, words.models.delete].map((w) => `${w}: GPT-5 mini`));
    await click(root, '[data-model="openai:gpt-5-mini"] [data-act=delete]');
    expect(names()[0]).toBe(`${words.models.delete}: GPT-5 mini`);
  });

  it("that_are_not_saved_can_be_neither_changed_nor_deleted", async () => {
    const { root } = await page(withModels());
    const acts = (spec: string) => [...one(root, `[data-model="${spec}"]`).querySelectorAll<HTMLElement>("[data-act]")].map((b) => b.dataset["act"]);
    expect(acts("offline")).toEqual(["test", "default"]);
    expect(acts("deepseek:deepseek-chat")).toEqual(["test", "default"]);
    expect(acts("openai:gpt-5-mini")).toEqual(["test", "edit", "delete"]);
  });

  it("say_when_the_environment_decides", async () => {
    const daemon = withModels();
    daemon.models = { ...daemon.models, defaultFrom: "MARGAY_MODEL" };
    const { root } = await page(daemon);
    expect(one(root, "#decided").textContent).toBe(words.models.decidedBy("MARGAY_MODEL"));
  });

  it("can_be_made_the_default", async () => {
    const { root, daemon } = await page(withModels());
    await click(root, "[data-model=offline] [data-act=default]");
    await soon(() => expect(one(root, ".badge-default").closest("li")?.dataset["model"]).toBe("offline"));
    expect(sent(daemon, "model.default")).toEqual([{ spec: "offline" }]);
  });

  it("are_tested_and_say_what_is_wrong_in_the_programs_words", async () => {
    const daemon = withModels();
    const { root } = await page(daemon);
    await click(root, "[data-model=offline] [data-act=test]");
    // It asks nobody.
    await soon(() => expect(one(root, ".outcome-good").textContent).toBe(words.models.worksOffline));
    await click(root, '[data-model="deepseek:deepseek-chat"] [data-act=test]');
    await soon(() => expect(one(root, '[data-model="deepseek:deepseek-chat"] .outcome-good').textContent).toBe(words.models.works("hello", "812 ms")));
    daemon.tested = { ok: false, error: "401: no such key", next: "Run “margay doctor” in a terminal." };
    await click(root, "[data-model=offline] [data-act=test]");
    await soon(() => expect(one(root, ".outcome-bad").textContent).toContain("401: no such key"));
    expect(one(root, ".outcome-bad code").textContent).toBe("margay doctor");
  });

  it("are_deleted_only_after_a_question", async () => {
    const { root, daemon } = await page(withModels());
    await click(root, '[data-model="openai:gpt-5-mini"] [data-act=delete]');
    expect(document.activeElement?.getAttribute("data-act")).toBe("keep");
    await click(root, "[data-act=keep]");
    expect(root.querySelector(".ask")).toBeNull();
    await click(root, '[data-model="openai:gpt-5-mini"] [data-act=delete]');
    await click(root, "[data-act=really]");
    await soon(() => expect(root.querySelector('[data-model="openai:gpt-5-mini"]')).toBeNull());
    expect(sent(daemon, "model.delete")).toEqual([{ id: "m1", revision: 1 }]);
  });

  it("changed_elsewhere_are_shown_as_they_are_now", async () => {
    const { root, daemon } = await page(withModels());
    daemon.failNext.set("model.delete", "conflict");
    await click(root, '[data-model="openai:gpt-5-mini"] [data-act=delete]');
    await click(root, "[data-act=really]");
    await soon(() => expect(one(root, "#models [data-kind]").dataset["kind"]).toBe("conflict"));
    expect(daemon.count("model.list")).toBe(2);
  });
});

describe("the form", () => {
  it("adds_a_model_of_a_known_vendor_and_forgets_the_key", async () => {
    const { root, daemon } = await page();
    await click(root, "#add-model");
    expect(document.activeElement).toBe(one(root, "#form-vendor"));
    await fill(root, { "form-key": "sk-secret", "form-name": "gpt-5" });
    await click(root, "#form-save");
    await soon(() => expect(one(root, '[data-model="openai:gpt-5"]').textContent).toContain(words.models.keyIn.keyring));
    expect(sent(daemon, "model.save")).toEqual([{ provider: "openai", name: "gpt-5", key: "sk-secret" }]);
    const held = [...root.querySelectorAll("*")].flatMap((e) => [...e.attributes].map((a) => a.value).concat(e instanceof HTMLInputElement ? e.value : ""));
    expect([root.textContent, ...held].filter((text) => text?.includes("sk-secret"))).toEqual([]);
    await soon(() => expect(one(root, ".said").textContent).toBe(words.form.savedDefault("openai:gpt-5")));
  });

  it("never_shows_the_key_that_is_there", async () => {
    const { root } = await page(withModels());
    await click(root, '[data-model="openai:gpt-5-mini"] [data-act=edit]');
    const key = one(root, "#form-key");
    expect(key).toHaveProperty("type", "password");
    expect(key).toHaveProperty("value", "");
    expect(key).toHaveProperty("placeholder", words.form.keyKept);
  });

  it("says_what_is_missing_at_its_field_and_goes_there", async () => {
    const { root, daemon } = await page();
    await click(root, "#add-model");
    await fill(root, { "form-vendor": "" });
    await fill(root, { "form-ownName": "My Lab" });
    await click(root, "#form-save");
    expect(document.activeElement).toBe(one(root, "#form-address"));
    await fill(root, { "form-address": "http://127.0.0.1:8000/v1" });
    await click(root, "#form-save");
    const name = one(root, "#form-ownName");
    expect(document.activeElement).toBe(name);
    expect(name.getAttribute("aria-invalid")).toBe("true");
    expect(document.getElementById(name.getAttribute("aria-describedby") ?? "")?.textContent).toBe(words.form.badProvider);
    expect(daemon.count("model.save")).toBe(0);
    // All of it at once, not one after the other.
    await fill(root, { "form-address": "" });
    await click(root, "#form-save");
    const troubles = [...root.querySelectorAll("#model-form [role=alert]")].map((t) => t.textContent);
    expect(troubles).toEqual([words.form.needsAddress, words.form.badProvider, words.form.needsName]);
  });

  it("names_a_server_by_its_address_where_the_person_does_not", async () => {
    const { root, daemon } = await page();
    await click(root, "#add-model");
    await fill(root, { "form-vendor": "" });
    await fill(root, { "form-address": "https://api.lab.example/v1", "form-name": "qwen" });
    expect(one(root, "#form-ownName")).toMatchObject({ value: "", placeholder: "lab" });
    await click(root, "#form-save");
    await soon(() => expect(sent(daemon, "model.save")).toEqual([{ provider: "lab", baseURL: "https://api.lab.example/v1", name: "qwen" }]));
  });

  it("takes_no_key_from_one_provider_to_another", async () => {
    const { root, daemon } = await page();
    await click(root, "#add-model");
    await fill(root, { "form-key": "sk-of-openai" });
    await fill(root, { "form-vendor": "deepseek" });
    expect(one(root, "#form-key")).toHaveProperty("value", "");
    await fill(root, { "form-name": "deepseek-chat" });
    await click(root, "#form-save");
    await soon(() => expect(sent(daemon, "model.save")).toEqual([{ provider: "deepseek", name: "deepseek-chat" }]));
  });

  it("takes_no_list_that_was_asked_for_with_another_key", async () => {
    const { root, daemon, settings } = await page();
    const free = heldBack(daemon, settings);
    await click(root, "#add-model");
    await fill(root, { "form-key": "sk-wrong" });
    daemon.offered = null;
    await click(root, "#form-list");
    await fill(root, { "form-key": "sk-right" });
    expect(one(root, "#form-list")).toHaveProperty("disabled", false);
    await free();
    expect(root.querySelector("#list-failed")).toBeNull();
  });

  it("says_of_a_long_list_that_it_is_not_all", async () => {
    const { root, daemon } = await page();
    daemon.offered = Array.from({ length: 303 }, (_, i) => `model-${i}`);
    await click(root, "#add-model");
    await click(root, "#form-list");
    await soon(() => expect(root.querySelectorAll(".name-choice")).toHaveLength(60));
    expect(one(root, "#more-names").textContent).toBe(words.form.someOf("60", "303"));
    await fill(root, { "form-name": "odel-30" });
    expect(root.querySelector("#more-names")).toBeNull();
  });

  it("guesses_by_the_name_whether_a_model_sees_until_the_person_says_so", async () => {
    const { root, daemon } = await page();
    await click(root, "#add-model");
    const sees = one(root, "#form-sees");
    await fill(root, { "form-name": "gpt-4o-mini" });
    await soon(() => expect(sees).toHaveProperty("checked", true));
    await fill(root, { "form-name": "deepseek-chat" });
    await soon(() => expect(sees).toHaveProperty("checked", false));
    await fill(root, { "form-name": "gpt-4o" });
    await soon(() => expect(sees).toHaveProperty("checked", true));
    await click(root, "#form-sees");
    await fill(root, { "form-name": "gpt-4o-2" });
    await click(root, "#form-save");
    await soon(() => expect(sent(daemon, "model.save")).toEqual([{ provider: "openai", name: "gpt-4o-2" }]));
  });

  it.each([
    ["deepseek-chat", "gpt-4o", { sees: true }],
    ["gpt-4o", "deepseek-chat", {}],
  ])("saves_what_is_guessed_though_the_guess_comes_late: %s, then %s", async (before, name, guessed) => {
    const { root, daemon } = await page();
    await click(root, "#add-model");
    await fill(root, { "form-name": before });
    await soon(() => expect(one(root, "#form-sees")).toHaveProperty("checked", before === "gpt-4o"));
    await doing(() => {
      const field = one(root, "#form-name");
      if (field instanceof HTMLInputElement) field.value = name;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
    await click(root, "#form-save");
    await soon(() => expect(sent(daemon, "model.save")).toEqual([{ provider: "openai", name, ...guessed }]));
  });

  it("saves_where_the_program_does_not_guess", async () => {
    const { root, daemon } = await page();
    daemon.missing.add("model.sees");
    await click(root, "#add-model");
    await fill(root, { "form-name": "gpt-4o" });
    await click(root, "#form-save");
    await soon(() => expect(sent(daemon, "model.save")).toEqual([{ provider: "openai", name: "gpt-4o" }]));
  });

  it("says_nothing_of_a_default_that_was_refused", async () => {
    const { root, daemon } = await page();
    daemon.failNext.set("model.default", "internal");
    await click(root, "#add-model");
    await fill(root, { "form-name": "gpt-5" });
    await click(root, "#form-save");
    await soon(() => expect(root.textContent).toContain("model.default was refused"));
    expect(one(root, ".said").textContent).toBe(words.form.saved("openai:gpt-5"));
  });

  it("makes_the_first_model_the_default_where_nobody_has_chosen_one", async () => {
    const { root, daemon } = await page();
    await click(root, "#add-model");
    await fill(root, { "form-name": "gpt-5" });
    await click(root, "#form-save");
    await soon(() => expect(one(root, ".said").textContent).toBe(words.form.savedDefault("openai:gpt-5")));
    expect(daemon.models.default).toBe("openai:gpt-5");
    await click(root, "#add-model");
    await fill(root, { "form-name": "gpt-6" });
    await click(root, "#form-save");
    await soon(() => expect(root.querySelector('[data-model="openai:gpt-6"]')).not.toBeNull());
    expect(sent(daemon, "model.default")).toEqual([{ spec: "openai:gpt-5" }]);
  });

  it("lists_the_providers_models_to_choose_from", async () => {
    const { root, daemon } = await page();
    await click(root, "#add-model");
    await fill(root, { "form-key": "sk-1" });
    await click(root, "#form-list");
    await soon(() => expect(root.querySelectorAll(".name-choice")).toHaveLength(3));
    expect(sent(daemon, "model.discover")).toEqual([{ provider: "openai", key: "sk-1" }]);
    await fill(root, { "form-name": "nano" });
    expect([...root.querySelectorAll(".name-choice")].map((b) => b.textContent)).toEqual(["gpt-5-nano"]);
    await click(root, ".name-choice");
    expect(one(root, "#form-name")).toHaveProperty("value", "gpt-5-nano");
  });

  it("narrows_the_list_by_what_is_typed_a_whole_name_too_and_not_by_what_is_chosen", async () => {
    const { root, daemon } = await page();
    daemon.offered = ["gpt-7", "gpt-7-mini", "other"];
    const shown = () => [...root.querySelectorAll(".name-choice")].map((b) => b.textContent);
    await click(root, "#add-model");
    await fill(root, { "form-key": "sk-1" });
    await click(root, "#form-list");
    await soon(() => expect(shown()).toEqual(["gpt-7", "gpt-7-mini", "other"]));
    await fill(root, { "form-name": "gpt-7" });
    expect(shown()).toEqual(["gpt-7", "gpt-7-mini"]);
    await click(root, "li:last-child > .name-choice");
    expect(one(root, "#form-name")).toHaveProperty("value", "gpt-7-mini");
    expect(shown()).toEqual(["gpt-7", "gpt-7-mini", "other"]);
  });

  it("lets_a_name_be_typed_where_the_list_cannot_be_loaded", async () => {
    const daemon = new FakeDaemon();
    daemon.offered = null;
    const { root } = await page(daemon);
    await click(root, "#add-model");
    await click(root, "#form-list");
    await soon(() => expect(one(root, "#list-failed").textContent).toContain(words.form.listFailed));
    expect(one(root, "#list-failed").textContent).toContain("The provider refused the key.");
    await fill(root, { "form-name": "gpt-6" });
    await click(root, "#form-save");
    await soon(() => expect(root.querySelector('[data-model="openai:gpt-6"]')).not.toBeNull());
  });

  it("tests_what_is_not_saved_yet", async () => {
    const { root, daemon } = await page();
    await click(root, "#add-model");
    await fill(root, { "form-name": "gpt-5" });
    await click(root, "#form-test");
    await soon(() => expect(one(root, "#model-form .outcome").dataset["ok"]).toBe("true"));
    expect(sent(daemon, "model.test")).toEqual([{ draft: { provider: "openai", name: "gpt-5" } }]);
    await fill(root, { "form-name": "gpt-6" });
    expect(root.querySelector("#model-form .outcome")).toBeNull();
  });

  it("shows_no_outcome_of_what_was_changed_meanwhile", async () => {
    const { root, daemon, settings } = await page();
    const answers = heldBack(daemon, settings);
    await click(root, "#add-model");
    await fill(root, { "form-name": "gpt-5" });
    await click(root, "#form-test");
    await fill(root, { "form-name": "gpt-6" });
    await answers();
    expect(root.querySelector("#model-form .outcome")).toBeNull();
    expect(one(root, "#form-test")).toHaveProperty("disabled", false);
  });

  it.each([
    ["another_provider", { "form-vendor": "deepseek" }, ["deepseek-chat"]],
    ["another_address", { "form-address": "http://127.0.0.1:1/v1" }, ["gpt-5", "gpt-5-mini"]],
  ])("offers_no_names_of_the_one_before_to_%s", async (_name, change, names) => {
    const { root, daemon, settings } = await page();
    const answers = heldBack(daemon, settings);
    await click(root, "#add-model");
    await click(root, "#form-list");
    await fill(root, change);
    await answers();
    expect([...root.querySelectorAll(".name-choice")].map((b) => b.textContent)).toEqual(names);
    expect(one(root, "#form-list")).toHaveProperty("disabled", false);
  });

  it("stays_with_what_was_typed_where_saving_fails", async () => {
    const { root, daemon } = await page();
    await click(root, "#add-model");
    await fill(root, { "form-name": "gpt-5" });
    daemon.failNext.set("model.save", "conflict");
    await click(root, "#form-save");
    await soon(() => expect(one(root, "#model-form [data-kind]").dataset["kind"]).toBe("conflict"));
    expect(one(root, "#form-name")).toHaveProperty("value", "gpt-5");
    expect(one(root, "#form-save")).toHaveProperty("disabled", false);
  });
});

describe("a card", () => {
  it("shows_no_outcome_of_what_it_was_before_it_was_changed", async () => {
    const { root, daemon, settings } = await page(withModels());
    const card = '[data-model="openai:gpt-5-mini"]';
    const answers = heldBack(daemon, settings);
    await click(root, `${card} [data-act=test]`);
    await click(root, `${card} [data-act=edit]`);
    await fill(root, { "form-key": "sk-2" });
    await click(root, "#form-save");
    await soon(() => expect(root.querySelector("#model-form")).toBeNull());
    await answers();
    expect(root.querySelector(`${card} .outcome`)).toBeNull();
  });
});

describe("the rest of the page", () => {
  it("offers_the_browsers_language_and_each_by_its_own_name", async () => {
    const { root, choose } = await page();
    const list = one(root, "#language");
    expect([...list.querySelectorAll("option")].map((o) => o.text)).toEqual([words.general.auto("中文"), "English", "中文"]);
    await fill(root, { language: "zh-CN" });
    expect(choose).toHaveBeenCalledWith("zh-CN");
  });

  it("says_where_the_data_lies_and_which_browsers_are_there", async () => {
    const { root, status } = await page();
    const browsers = [{ instance: "a", name: "Chromium", version: "156", connected: false }];
    await doing(() => status.set({ version: "0.2.0", build: "b7", pid: 41, epoch: "e", dataDir: "/data", logPath: "/data/log/margay.log", model: "offline", browsers, liveRuns: 2, abandoned: 0 }));
    expect(one(root, "#data-folder code").textContent).toBe("/data");
    expect(one(root, "#log-path code").textContent).toBe("/data/log/margay.log");
    expect(one(root, "#program").textContent).toContain("0.2.0");
    expect(one(root, "#browsers").textContent).toContain(`Chromium 156 · ${words.data.away}`);
  });

  it("numbers_browsers_that_have_one_name", async () => {
    const { root, status } = await page();
    const browsers = [
      { instance: "a", name: "Chromium", version: "156", connected: true },
      { instance: "b", name: "Chromium", version: "156", connected: true },
      { instance: "c", name: "Chrome", version: "156", connected: false },
    ];
    await doing(() => status.set({ version: "0.2.0", build: "b7", pid: 41, epoch: "e", dataDir: "/data", logPath: "/l", model: "offline", browsers, liveRuns: 0, abandoned: 0 }));
    const { connected, away } = words.data;
    expect([...one(root, "#browsers").querySelectorAll("li")].map((li) => li.textContent)).toEqual([
      `Chromium 156 (1) · ${connected}`, `Chromium 156 (2) · ${connected}`, `Chrome 156 · ${away}`,
    ]);
  });

  it("says_how_much_there_is_where_the_program_tells", async () => {
    const { root, status, storage } = await page();
    await doing(() => status.set({ version: "0.2.0", build: "b7", pid: 41, epoch: "e", dataDir: "/data", logPath: "/data/log/margay.log", model: "offline", browsers: [], liveRuns: 0, abandoned: 0 }));
    expect(root.querySelector("#storage-database")).toBeNull();
    const parts = [
      { kind: "database", path: "/data/margay.db", bytes: 1_400_000, files: 1 },
      { kind: "files", path: "/data/blobs", bytes: 31_000_000, files: 1200 },
      { kind: "log", path: "/data/log", bytes: 2048, files: 2 },
    ] as const;
    await doing(() => storage.set({ parts: [...parts] }));
    expect(one(root, "#storage-database").textContent).toContain("1.3 MB in one file");
    expect(one(root, "#storage-files").textContent).toContain("29.6 MB in 1,200 files");
    expect(one(root, "#storage-files code").textContent).toBe("/data/blobs");
    expect(one(root, "#log-path").textContent).toContain("2 KB in 2 files");
  });

  it("runs_the_checks_and_shows_the_cause_and_the_command", async () => {
    const { root, daemon } = await page();
    daemon.diagnosis = { ok: false, checks: [{ id: "keyring", title: "Keyring", state: "failed", cause: "It is locked.", command: "margay doctor" }] };
    await click(root, "#check-model");
    await click(root, "#run-checks");
    await soon(() => expect(one(root, "[data-check=keyring]").textContent).toContain("It is locked."));
    expect(one(root, "[data-check=keyring] code").textContent).toBe("margay doctor");
    expect(sent(daemon, "doctor.run")).toEqual([{ model: true, language: "en" }]);
  });

  it("names_the_command_where_the_program_has_no_checks", async () => {
    const { root, daemon } = await page();
    daemon.missing.add("doctor.run");
    await click(root, "#run-checks");
    await soon(() => expect(one(root, "[data-kind=not_served] code").textContent).toBe("margay doctor"));
  });

  it("says_why_there_is_no_link_and_what_to_run", async () => {
    const problem = { kind: "host_missing", detail: "", next: "" } as const;
    const { root, retry } = await page(new FakeDaemon(), { state: "stopped", problem });
    expect(one(root, "#link-problem").textContent).toContain(strings.problems.host_missing.title);
    expect(one(root, "#link-problem code").textContent).toBe("margay install");
    expect(root.querySelector("#models")).toBeNull();
    expect(one(root, "#run-checks")).toHaveProperty("disabled", true);
    await click(root, "#reconnect");
    expect(retry).toHaveBeenCalledOnce();
  });
});
