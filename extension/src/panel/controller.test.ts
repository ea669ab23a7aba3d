import { describe, expect, it, vi } from "vitest";
import { FaultError } from "../wire";
import type { Controller } from "./controller";
import { busyRun } from "./state/model";
import type { Store } from "./store";
import { FakeDaemon } from "./testing/daemon";
import { agent, call, conversation, run, user } from "./testing/make";
import { opened, type Rig, rig, until } from "./testing/rig";

function words(store: Store): string[] {
  return store.model.messages.map((m) => m.content.map((b) => b.text).join(""));
}

function paramsOf(daemon: FakeDaemon, route: string): object[] {
  return daemon.seen.filter((s) => s.route === route).map((s) => s.params);
}

describe("sending", () => {
  it("shows_the_run_from_its_first_event_to_its_end", async () => {
    const { daemon, store, controller, saved } = await opened(rig());
    daemon.onRun = (id) => {
      daemon.emit(id, { type: "new_message", begins: agent("a1", "", { run: id }) });
      daemon.emit(id, { type: "content_delta", delta: "Hel" });
      daemon.emit(id, { type: "content_delta", delta: "lo" });
      daemon.emit(id, { type: "done", usage: { inputTokens: 1, outputTokens: 2 }, durationMs: 3 });
    };
    await controller.send("say hello");
    await until(() => store.model.active?.run.state === "done");
    expect(words(store)).toEqual(["say hello", "Hello"]);
    expect(paramsOf(daemon, "conversation.send")).toMatchObject([{ content: [{ type: "text", text: "say hello" }], context: { browserTab: 7 }, nonce: "n1" }]);
    expect(saved).toEqual([store.model.conversation?.id]);
  });

  it("asks_for_the_model_that_was_picked_and_tells_which_conversation_has_begun", async () => {
    const { daemon, store, controller, begun, picked } = await opened(rig());
    picked.spec = "lab:qwen";
    await controller.send("first");
    const id = store.model.conversation?.id ?? "";
    daemon.emit(store.model.active?.run.id ?? "", { type: "done", usage: { inputTokens: 1, outputTokens: 2 }, durationMs: 3 });
    await until(() => busyRun(store.model) === null);
    picked.spec = "";
    await controller.send("second");
    const sent = paramsOf(daemon, "conversation.send");
    expect(sent[0]).toMatchObject({ model: "lab:qwen" });
    expect(sent[1]).toMatchObject({ conversation: id });
    expect(sent[1]).not.toHaveProperty("model");
    expect(begun).toEqual([id]);
  });

  it.each([
    ["a_new_chat", (c: Controller) => Promise.resolve(c.newChat())],
    ["another_chat", (c: Controller) => c.open("c2")],
  ])("that_was_refused_comes_back_when_the_person_goes_to_%s", async (_name, go) => {
    const { daemon, store, controller, givenBack } = await opened(rig());
    daemon.store(conversation("c2"), []);
    daemon.failNext.set("conversation.send", "internal");
    await controller.send("order it");
    expect(store.model.pending?.state).toBe("unsent");
    await go(controller);
    expect(givenBack).toEqual(["order it"]);
    expect(store.model.pending).toBeNull();
  });

  it("gives_credit_for_what_was_drawn", async () => {
    const { daemon, store, controller } = await opened(rig());
    await controller.send("much");
    const id = store.model.active?.run.id ?? "";
    daemon.emit(id, { type: "new_message", begins: agent("a1", "", { run: id }) });
    for (let i = 0; i < 20; i++) daemon.emit(id, { type: "content_delta", delta: "x" });
    await until(() => daemon.credits.reduce((sum, c) => sum + c.frames, 0) === 21);
    expect(daemon.credits.every((c) => c.bytes > 50 * c.frames)).toBe(true);
  });

  it("twice_quickly_sends_one_message", async () => {
    const { daemon, controller } = await opened(rig());
    await Promise.all([controller.send("once"), controller.send("once")]);
    expect(daemon.count("conversation.send")).toBe(1);
  });

  it("refused_as_busy_keeps_the_words_and_shows_the_run_that_is_under_way", async () => {
    const daemon = new FakeDaemon();
    daemon.store(conversation(), [user("u1", "first")]);
    const { store, controller } = await opened(rig(daemon, "c1"));
    await until(() => store.model.conversation !== null);
    daemon.begin(run(), [user("u1", "first"), agent("a1", "working on it")]);
    await controller.send("second");
    await until(() => store.model.active?.subscription != null);
    expect(store.model.pending).toMatchObject({ state: "unsent", text: "second", problem: { kind: "busy" } });
    expect(words(store)).toEqual(["first", "working on it"]);
  });

  it("again_after_a_lost_link_uses_the_same_nonce", async () => {
    const { daemon, store, controller } = await opened(rig());
    const fail = vi.spyOn(daemon, "connect");
    daemon.failNext.set("conversation.send", "closed");
    await controller.send("important");
    expect(store.model.pending?.state).toBe("sending");
    daemon.drop();
    await until(() => store.model.active !== null);
    expect(fail).toHaveBeenCalled();
    expect(paramsOf(daemon, "conversation.send").map((p) => "nonce" in p && p.nonce)).toEqual(["n1", "n1"]);
    expect(words(store)).toEqual(["important"]);
  });

  it("again_by_hand_uses_the_same_nonce", async () => {
    const { daemon, store, controller } = await opened(rig());
    daemon.failNext.set("conversation.send", "internal");
    await controller.send("words");
    await controller.sendAgain();
    expect(paramsOf(daemon, "conversation.send").map((p) => "nonce" in p && p.nonce)).toEqual(["n1", "n1"]);
    expect(words(store)).toEqual(["words"]);
  });

  it("refused_words_go_back_to_the_composer", async () => {
    const { daemon, store, controller, givenBack } = await opened(rig());
    daemon.failNext.set("conversation.send", "internal");
    await controller.send("words");
    expect(store.model.pending?.problem).toMatchObject({ kind: "other", detail: "conversation.send was refused" });
    controller.takeBack();
    expect(givenBack).toEqual(["words"]);
    expect(store.model.pending).toBeNull();
  });
});

describe("opening", () => {
  it("in_mid_run_shows_everything_once_and_goes_on", async () => {
    const daemon = new FakeDaemon();
    const first = agent("a1", "Looking.", { toolCalls: [call("k1", { status: "completed", result: "ok" })] });
    daemon.store(conversation(), [user("u1", "go"), first]);
    daemon.begin(run({ round: 2 }), [user("u1", "go"), first, agent("a2", "half")]);
    const { store } = await opened(rig(daemon, "c1"));
    await until(() => store.model.active?.subscription != null);
    expect(words(store)).toEqual(["go", "Looking.", "half"]);
    daemon.emit("r1", { type: "content_delta", delta: " whole" });
    daemon.emit("r1", { type: "done", durationMs: 5 });
    await until(() => store.model.active?.run.state === "done");
    expect(words(store)).toEqual(["go", "Looking.", "half whole"]);
  });

  it("a_conversation_that_is_gone_begins_a_new_chat", async () => {
    const { store, saved } = await opened(rig(new FakeDaemon(), "gone"));
    await until(() => saved.at(-1) === null);
    expect(store.model).toMatchObject({ conversation: null, problem: null, loading: "none" });
  });

  it("another_conversation_leaves_the_run_and_passes_over_its_events", async () => {
    const { daemon, store, controller } = await opened(rig());
    daemon.store(conversation("c9", "other"), [user("u9", "other words", { conversation: "c9", run: "r9" })]);
    await controller.send("first");
    const id = store.model.active?.run.id ?? "";
    await controller.open("c9");
    daemon.emit(id, { type: "new_message", begins: agent("a1", "late", { run: id }) });
    await until(() => daemon.count("run.detach") === 1);
    expect(words(store)).toEqual(["other words"]);
    expect(busyRun(store.model)).toBeNull();
  });

  it("older_messages_come_in_pages", async () => {
    const daemon = new FakeDaemon();
    daemon.store(conversation(), Array.from({ length: 120 }, (_, i) => user(`m${i}`, String(i), { run: `r${i}` })));
    const { store, controller } = await opened(rig(daemon, "c1"));
    await until(() => store.model.messages.length === 50);
    await Promise.all([controller.older(), controller.older()]);
    expect(store.model.messages.length).toBe(100);
    await controller.older();
    await controller.older();
    expect(words(store)).toEqual(Array.from({ length: 120 }, (_, i) => String(i)));
    expect(daemon.count("conversation.messages")).toBe(3);
  });
});

describe("a lost link", () => {
  async function inMidRun(): Promise<Rig & { id: string }> {
    const r = await opened(rig());
    await r.controller.send("go");
    const id = r.store.model.active?.run.id ?? "";
    r.daemon.emit(id, { type: "new_message", begins: agent("a1", "", { run: id, conversation: r.store.model.conversation?.id ?? "" }) });
    r.daemon.emit(id, { type: "content_delta", delta: "one" });
    await until(() => words(r.store).includes("one"));
    return { ...r, id };
  }

  it("to_the_same_daemon_goes_on_after_the_last_event", async () => {
    const { daemon, store, id } = await inMidRun();
    daemon.drop();
    await until(() => store.model.link.state !== "open");
    daemon.emit(id, { type: "content_delta", delta: " two" });
    await until(() => words(store).includes("one two"));
    expect(paramsOf(daemon, "run.attach")).toMatchObject([{ run: id, epoch: "e1", after: 2 }]);
    expect(daemon.count("run.resume")).toBe(0);
  });

  it("to_a_restarted_daemon_resumes_the_run_once_for_each_loss", async () => {
    const { daemon, store, id } = await inMidRun();
    daemon.restart();
    await until(() => daemon.count("run.resume") === 1 && busyRun(store.model) !== null);
    daemon.emit(id, { type: "content_delta", delta: " and on" });
    await until(() => words(store).includes("one and on"));
    daemon.restart();
    await until(() => daemon.count("run.resume") === 2);
  });

  it("for_longer_than_a_minute_leaves_the_choice_to_the_person", async () => {
    const { daemon, store, clock, controller } = await inMidRun();
    daemon.restart();
    await until(() => store.model.link.state !== "open");
    clock.now += 61_000;
    await until(() => store.model.active?.run.state === "interrupted");
    expect(daemon.count("run.resume")).toBe(0);
    await controller.resume();
    expect(busyRun(store.model)).not.toBeNull();
  });

  it("an_interrupted_run_that_was_not_watched_is_not_resumed", async () => {
    const daemon = new FakeDaemon();
    daemon.store(conversation(), [user("u1", "go")]);
    daemon.begin(run({ state: "interrupted" }), [user("u1", "go")]);
    const { store } = await opened(rig(daemon, "c1"));
    await until(() => store.model.active?.run.state === "interrupted");
    expect(daemon.count("run.resume")).toBe(0);
  });

  it("a_run_that_ended_meanwhile_is_shown_as_ended", async () => {
    const { daemon, store, id } = await inMidRun();
    daemon.epoch = "e2";
    daemon.emit(id, { type: "content_delta", delta: " two" });
    daemon.drop();
    daemon.emit(id, { type: "done", durationMs: 5 });
    await until(() => store.model.link.state === "open" && store.model.active === null);
    expect(words(store)).toEqual(["go", "one two"]);
    expect(busyRun(store.model)).toBeNull();
  });
});

describe("stopping", () => {
  it("shows_at_once_and_ends_with_the_terminal_event", async () => {
    const { daemon, store, controller } = await opened(rig());
    await controller.send("go");
    const stopping = controller.stop();
    expect(store.model.active?.stopAsked).toBe(true);
    await Promise.all([stopping, controller.stop()]);
    await until(() => store.model.active?.run.state === "cancelled");
    expect(daemon.count("run.stop")).toBe(1);
  });

  it("that_fails_can_be_tried_again", async () => {
    const { daemon, store, controller } = await opened(rig());
    await controller.send("go");
    daemon.failNext.set("run.stop", "internal");
    await controller.stop();
    expect(store.model).toMatchObject({ active: { stopAsked: false }, problem: { kind: "other" } });
    await controller.stop();
    await until(() => store.model.active?.run.state === "cancelled");
  });
});

describe("stopping without a link", () => {
  async function stopWithout(restart: boolean) {
    const r = await opened(rig());
    await r.controller.send("go");
    if (restart) r.daemon.restart();
    else r.daemon.drop();
    await until(() => r.store.model.link.state !== "open");
    await r.controller.stop();
    expect(r.store.model).toMatchObject({ active: { stopAsked: true }, problem: null });
    return r;
  }

  it("is_said_again_when_the_run_is_there_again", async () => {
    const { daemon, store } = await stopWithout(false);
    await until(() => store.model.active?.run.state === "cancelled");
    expect(daemon.count("run.stop")).toBe(1);
  });

  it("does_not_resume_the_run_that_the_loss_interrupted", async () => {
    const { daemon, store } = await stopWithout(true);
    await until(() => store.model.active?.run.state === "interrupted");
    expect(daemon.count("run.resume")).toBe(0);
  });
});

describe("a chat that somebody else goes on with", () => {
  const before = [user("u1", "first", { run: "r0" }), agent("a1", "one", { run: "r0" })];

  async function besides(): Promise<Rig> {
    const daemon = new FakeDaemon();
    daemon.store(conversation(), [...before]);
    const r = await opened(rig(daemon, "c1"));
    await until(() => r.store.model.messages.length === 2);
    return r;
  }

  it("shows_the_run_that_another_panel_began", async () => {
    const { daemon, store, controller } = await besides();
    daemon.begin(run({ id: "r2" }), [user("u2", "second", { run: "r2" })]);
    await controller.heard("c7");
    expect(store.model.active).toBeNull();
    await controller.heard("c1");
    expect(words(store)).toEqual(["first", "one", "second"]);
    daemon.emit("r2", { type: "new_message", begins: agent("a2", "two", { run: "r2" }) });
    daemon.emit("r2", { type: "done", durationMs: 1 });
    await until(() => store.model.active?.run.state === "done");
    expect(words(store)).toEqual(["first", "one", "second", "two"]);
  });

  it("shows_what_ended_while_the_person_was_elsewhere", async () => {
    const { daemon, store, controller } = await besides();
    const model = store.model;
    await controller.refresh();
    expect(store.model).toBe(model);
    daemon.store(conversation(), [...before, user("u2", "second", { run: "r2" }), agent("a2", "two", { run: "r2" })]);
    await controller.refresh();
    expect(words(store)).toEqual(["first", "one", "second", "two"]);
  });

  it("is_not_read_again_while_a_run_of_it_is_watched", async () => {
    const { daemon, controller, told } = await besides();
    await controller.send("mine");
    expect(told).toEqual(["c1"]);
    const count = daemon.count("conversation.messages");
    await controller.refresh();
    expect(daemon.count("conversation.messages")).toBe(count);
  });

  it("is_sent_to_while_it_is_read_again", async () => {
    const { daemon, store, controller } = await besides();
    await Promise.all([controller.refresh(), controller.send("mine")]);
    await until(() => store.model.active?.subscription != null);
    expect(words(store)).toEqual(["first", "one", "mine"]);
    expect(daemon.count("run.attach")).toBe(0);
  });
});

describe("no link", () => {
  it("says_why_and_what_to_do_in_the_programs_own_words", async () => {
    const daemon = new FakeDaemon();
    daemon.refuse = new FaultError("store_locked", "held by process 7", "End process 7.");
    const { store, connection } = rig(daemon);
    await until(() => store.model.link.state === "waiting");
    expect(store.model.link).toMatchObject({ problem: { kind: "store_locked", detail: "held by process 7", next: "End process 7." } });
    daemon.refuse = null;
    connection.retry();
    await until(() => store.model.link.state === "open");
    expect(store.model.status?.model).toBe("offline");
  });

  it("a_message_that_waits_is_given_up_when_the_link_stops", async () => {
    const { daemon, store, controller } = await opened(rig());
    daemon.failNext.set("conversation.send", "closed");
    await controller.send("words");
    daemon.refuse = new FaultError("version_mismatch", "too old", "Update.");
    daemon.drop();
    await until(() => store.model.link.state === "stopped");
    expect(store.model.pending).toMatchObject({ state: "unsent", problem: { kind: "version_mismatch", next: "Update." } });
  });
});
