import { describe, expect, it } from "vitest";
import { someModels } from "../panel/testing/shelf";
import { askOf, type Draft, draftOf, mistakesOf, own, saveOf, serverName, vendorsOf } from "./draft";

const { models, templates } = someModels();
const [, saved, lab] = models;
const draft = (part: Partial<Draft> = {}): Draft => ({ ...draftOf(null, templates), name: "gpt-5", ...part });

describe("a draft", () => {
  it("of_a_new_model_begins_with_the_first_vendor", () => {
    expect(draftOf(null, templates)).toMatchObject({ vendor: "openai", name: "", key: "", model: null });
    expect(draftOf(null, [])).toMatchObject({ vendor: own });
    expect(vendorsOf(templates).map((t) => t.provider)).toEqual(["openai", "deepseek", "ollama"]);
  });

  it("of_a_saved_model_holds_everything_but_its_key", () => {
    expect(draftOf(saved ?? null, templates)).toMatchObject({ vendor: "openai", name: "gpt-5-mini", label: "GPT-5 mini", sees: true, key: "" });
    expect(draftOf(lab ?? null, templates)).toMatchObject({ vendor: own, ownName: "lab", address: "http://127.0.0.1:8000/v1", label: "" });
  });

  it.each([
    ["a_name", { name: "  " }, "name", "needsName"],
    ["an_address_for_an_own_server", { vendor: own, ownName: "lab" }, "address", "needsAddress"],
    ["a_whole_address", { address: "127.0.0.1:8000" }, "address", "badAddress"],
    ["a_scheme_that_is_http", { address: "file:///etc/passwd" }, "address", "badAddress"],
    ["a_short_name_in_lower_case", { vendor: own, ownName: "My Lab", address: "http://a/v1" }, "ownName", "badProvider"],
  ] as const)("needs_%s", (_name, part, field, mistake) => {
    expect(mistakesOf(draft(part))).toEqual([{ field, mistake }]);
  });

  it("needs_no_name_to_ask_for_names", () => {
    expect(mistakesOf(draft({ name: "" }), true)).toEqual([]);
    expect(mistakesOf(draft({ name: "", vendor: own, ownName: "lab" }), true).map((w) => w.mistake)).toEqual(["needsAddress"]);
  });

  it("names_all_that_is_wrong_at_once", () => {
    expect(mistakesOf(draft({ name: "", vendor: own })).map((w) => w.mistake)).toEqual(["needsAddress", "needsName"]);
    const whole = { name: "", vendor: own, ownName: "My Lab", address: "lab" };
    expect(mistakesOf(draft(whole)).map((w) => w.mistake)).toEqual(["badAddress", "badProvider", "needsName"]);
  });
});

describe("the short name of a server", () => {
  it.each([
    ["http://127.0.0.1:8000/v1", "local-8000"],
    ["http://localhost/v1", "local"],
    ["http://[::1]:11434/v1", "local-11434"],
    ["https://api.groq.example/openai/v1", "groq"],
    ["https://LLM.lab.example/v1", "llm"],
    ["https://gpu_7.example", "gpu-7"],
    ["https://7b.example", "server-7b"],
    // A key for it from the environment would be the vendor's.
    ["https://openai.example/v1", "openai-server"],
    ["127.0.0.1:8000", ""],
    ["", ""],
  ])("of_%s_is_by_its_host", (address, name) => {
    const whole = draft({ vendor: own, address });
    expect(serverName(whole)).toBe(name);
    expect(serverName({ ...whole, ownName: " lab " })).toBe("lab");
    if (name !== "") expect([mistakesOf(whole), saveOf(whole).provider]).toEqual([[], name]);
  });
});

describe("what is saved", () => {
  it("leaves_out_what_was_left_empty", () => {
    expect(saveOf(draft())).toEqual({ provider: "openai", name: "gpt-5" });
  });

  it("is_without_spaces_around_it", () => {
    const whole = draft({ vendor: own, ownName: " lab ", address: " http://a/v1 ", name: " qwen ", label: " Lab ", key: " sk-1 ", sees: true });
    expect(saveOf(whole)).toEqual({ provider: "lab", baseURL: "http://a/v1", name: "qwen", label: "Lab", key: "sk-1", sees: true });
  });

  it("names_the_model_and_the_revision_that_the_person_saw", () => {
    expect(saveOf({ ...draftOf(saved ?? null, templates) })).toEqual({
      id: "m1", revision: 1, provider: "openai", name: "gpt-5-mini", label: "GPT-5 mini", sees: true,
    });
  });

  it("takes_one_key_only", () => {
    expect(saveOf(draft({ key: "sk-1", keyOf: "m2" }))).toEqual({ provider: "openai", name: "gpt-5", key: "sk-1" });
    expect(saveOf(draft({ keyOf: "m2" }))).toEqual({ provider: "openai", name: "gpt-5", keyOf: "m2" });
    expect(saveOf(draft({ key: "sk-1", keyOf: "m2", forgetKey: true }))).toEqual({ provider: "openai", name: "gpt-5", forgetKey: true });
  });
});

describe("asking for names", () => {
  it("uses_the_key_that_an_edited_model_has_already", () => {
    expect(askOf(draftOf(saved ?? null, templates))).toEqual({ provider: "openai", keyOf: "m1" });
    expect(askOf({ ...draftOf(saved ?? null, templates), key: "sk-2" })).toEqual({ provider: "openai", key: "sk-2" });
    expect(askOf({ ...draftOf(saved ?? null, templates), forgetKey: true })).toEqual({ provider: "openai" });
    expect(askOf(draft())).toEqual({ provider: "openai" });
  });
});
