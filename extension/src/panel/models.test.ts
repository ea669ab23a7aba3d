import { describe, expect, it } from "vitest";
import { ModelChoice, modelOf } from "./models";
import { FakeDaemon } from "./testing/daemon";
import { callerOf, keptInMemory } from "./testing/panel";
import { someModels } from "./testing/shelf";

function rig(kept = keptInMemory()) {
  const daemon = new FakeDaemon();
  daemon.models = someModels();
  return { daemon, kept, models: new ModelChoice(callerOf(daemon), kept) };
}

describe("the model of a chat", () => {
  it("is_the_default_until_one_is_picked", async () => {
    const { models } = rig();
    await models.load();
    expect(models.picked("c1")).toBe("");
    expect(modelOf(models.state.value, "")?.label).toBe("GPT-5 mini");
    models.pick("c1", "offline");
    expect(models.picked("c1")).toBe("offline");
    expect(models.picked("c2")).toBe("");
    models.pick("c1", "");
    expect(models.picked("c1")).toBe("");
  });

  it("is_remembered_in_this_browser", () => {
    const { models, kept } = rig();
    models.pick("c1", "offline");
    expect(rig(kept).models.picked("c1")).toBe("offline");
  });

  it("picked_before_the_first_message_goes_with_the_chat_that_begins", () => {
    const { models } = rig();
    models.pick(null, "offline");
    models.begun("c9");
    expect([models.picked("c9"), models.picked(null)]).toEqual(["offline", ""]);
    models.pick(null, "offline");
    models.forgetUnbegun();
    models.begun("c10");
    expect(models.picked("c10")).toBe("");
  });

  it("that_is_gone_gives_way_to_the_default", async () => {
    const { models, daemon } = rig();
    models.pick("c1", "lab:gone");
    expect(models.picked("c1")).toBe("lab:gone");
    await models.load();
    expect(models.picked("c1")).toBe("");
    expect(daemon.count("model.list")).toBe(1);
  });

  it("picked_in_another_window_meanwhile_is_kept_too", () => {
    const { models, kept } = rig();
    const other = rig(kept).models;
    models.pick("c1", "offline");
    other.pick("c2", "offline");
    models.pick("c3", "offline");
    const later = rig(kept).models;
    expect(["c1", "c2", "c3"].map((c) => later.picked(c))).toEqual(["offline", "offline", "offline"]);
    expect(models.picked("c2")).toBe("offline");
    other.pick("c1", "");
    models.reread();
    expect(models.picked("c1")).toBe("");
  });

  it("of_a_chat_that_has_not_begun_is_that_of_its_window", () => {
    const { models, kept } = rig();
    const other = rig(kept).models;
    models.pick(null, "offline");
    other.pick("c1", "offline");
    other.begun("c9");
    expect([models.picked(null), other.picked(null), other.picked("c9")]).toEqual(["offline", "", ""]);
    expect(rig(kept).models.picked(null)).toBe("");
  });

  it("of_long_ago_is_forgotten", () => {
    const { models } = rig();
    for (let i = 0; i < 250; i++) models.pick(`c${i}`, "offline");
    expect(models.state.value.picks.size).toBe(200);
    expect([models.picked("c49"), models.picked("c249")]).toEqual(["", "offline"]);
  });

  it.each([["no_json", "{"], ["a_list", "[1]"], ["other_values", '{"c1":7}'], ["null", "null"]])("that_was_kept_as_%s_is_the_default", (_name, text) => {
    const kept = keptInMemory();
    kept.setItem("margay.models", text);
    expect(rig(kept).models.picked("c1")).toBe("");
  });

  it("cannot_be_picked_where_the_program_tells_none", async () => {
    const { models, daemon } = rig();
    daemon.missing.add("model.list");
    await models.load();
    expect(models.state.value.models).toBeNull();
  });
});
