// No message is lost, sent elsewhere or sent twice where the person goes on before it is known what became of it.
import { describe, expect, it } from "vitest";
import { FakeDaemon } from "./testing/daemon";
import { conversation } from "./testing/make";
import { opened, rig, until } from "./testing/rig";

function sent(daemon: FakeDaemon): object[] {
  return daemon.seen.filter((s) => s.route === "conversation.send").map((s) => s.params);
}

/** A promise, and what keeps it. */
function gate(): { passed: Promise<void>; open: () => void } {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { passed, open };
}

describe("a message that was refused", () => {
  it("comes_back_when_another_one_is_sent", async () => {
    const { daemon, store, controller, returned } = await opened(rig());
    daemon.failNext.set("conversation.send", "internal");
    await controller.send("the first", [{ type: "file", blob: "b1" }]);
    await controller.send("the second");
    expect(returned).toEqual([{ text: "the first", files: [{ type: "file", blob: "b1" }], nonce: "n1", chat: "" }]);
    expect(store.model.messages.map((m) => m.content[0]?.text)).toEqual(["the second"]);
  });
});

describe("a message in a chat that was deleted elsewhere", () => {
  it("comes_back_to_what_is_written_and_comes_along_to_a_new_chat", async () => {
    const daemon = new FakeDaemon();
    daemon.store(conversation("c1"), []);
    const { store, controller, returned } = await opened(rig(daemon, "c1"));
    await until(() => store.model.conversation !== null);
    daemon.conversations.delete("c1");
    await controller.send("order it", [{ type: "file", blob: "b1" }]);
    expect(returned).toEqual([{ text: "order it", files: [{ type: "file", blob: "b1" }], nonce: "n1", chat: "c1" }]);
    expect(store.model).toMatchObject({ pending: null, problem: { kind: "not_found" }, unread: true, place: { chat: "c1" } });
    const { visit } = store.model.place;
    controller.newChat();
    expect(store.model).toMatchObject({ conversation: null, problem: null, place: { visit, chat: "" } });
    await controller.send("order it");
    expect(store.model.messages.map((m) => m.content[0]?.text)).toEqual(["order it"]);
  });
});

describe("what is written in a chat that was deleted elsewhere", () => {
  async function gone() {
    const daemon = new FakeDaemon();
    daemon.store(conversation("c1"), []);
    daemon.store(conversation("c2"), []);
    const made = await opened(rig(daemon, "c1"));
    await until(() => made.store.model.conversation !== null);
    daemon.conversations.delete("c1");
    await made.controller.send("order it");
    return made;
  }

  it("comes_along_to_a_new_chat_where_the_person_has_closed_what_was_said", async () => {
    const { store, controller } = await gone();
    const { visit } = store.model.place;
    controller.dismissProblem();
    expect(store.model).toMatchObject({ problem: null, gone: true });
    controller.newChat();
    expect(store.model).toMatchObject({ gone: false, place: { visit, chat: "" } });
  });

  it("is_a_new_chats_where_another_one_is_opened", async () => {
    const { store, controller } = await gone();
    controller.dismissProblem();
    await controller.open("c2");
    expect(store.model).toMatchObject({ gone: false, place: { chat: "c2", orphaned: true } });
    await controller.open("c2");
    expect(store.model.place.orphaned).toBeUndefined();
  });

  it("stays_where_that_one_is_brought_back", async () => {
    const { daemon, store, controller } = await gone();
    daemon.store(conversation("c1"), []);
    await controller.refresh();
    expect(store.model.gone).toBe(false);
    controller.newChat();
    expect(store.model.place).toMatchObject({ chat: "" });
    expect(store.model.place.orphaned).toBeUndefined();
  });
});

describe("a message on its way when its chat is left", () => {
  it("comes_back_to_a_new_chat_where_its_own_is_gone", async () => {
    const daemon = new FakeDaemon();
    daemon.store(conversation("c1"), []);
    daemon.store(conversation("c2"), []);
    const { store, controller, returned, page } = await opened(rig(daemon, "c1"));
    await until(() => store.model.conversation !== null);
    const { passed, open } = gate();
    page.looked = passed;
    const sending = controller.send("order it");
    await controller.open("c2");
    daemon.conversations.delete("c1");
    open();
    await sending;
    expect(returned).toMatchObject([{ text: "order it", chat: "" }]);
  });

  it("comes_back_where_it_then_fails", async () => {
    const { daemon, store, controller, returned, page } = await opened(rig());
    const { passed, open } = gate();
    page.looked = passed;
    daemon.failNext.set("conversation.send", "internal");
    const sending = controller.send("order it");
    controller.newChat();
    open();
    await sending;
    expect(returned).toEqual([{ text: "order it", files: [], nonce: "n1", chat: "" }]);
    expect(store.model.pending).toBeNull();
  });

  it("goes_to_its_own_chat_and_is_watched_no_more", async () => {
    const daemon = new FakeDaemon();
    daemon.store(conversation("c1"), []);
    daemon.store(conversation("c2"), []);
    const { store, controller, returned, page, told } = await opened(rig(daemon, "c1"));
    await until(() => store.model.conversation !== null);
    const { passed, open } = gate();
    page.looked = passed;
    const sending = controller.send("order it");
    await controller.open("c2");
    open();
    await sending;
    expect(sent(daemon)).toMatchObject([{ conversation: "c1" }]);
    expect(store.model).toMatchObject({ conversation: { id: "c2" }, messages: [], active: null });
    expect(returned).toEqual([]);
    expect(told).toEqual(["c1"]);
    await until(() => daemon.count("run.detach") === 1);
  });

  it("is_watched_where_that_chat_is_open_again", async () => {
    const daemon = new FakeDaemon();
    daemon.store(conversation("c1"), []);
    daemon.store(conversation("c2"), []);
    const { store, controller, page } = await opened(rig(daemon, "c1"));
    await until(() => store.model.conversation !== null);
    const { passed, open } = gate();
    page.looked = passed;
    const sending = controller.send("order it");
    await controller.open("c2");
    await controller.open("c1");
    open();
    await sending;
    await until(() => store.model.active?.subscription != null);
    expect(store.model.messages.map((m) => m.content[0]?.text)).toEqual(["order it"]);
  });

  it("begins_its_chat_with_the_model_that_was_picked", async () => {
    const { store, controller, page, picked, begun, begunUnseen, told } = await opened(rig());
    const { passed, open } = gate();
    page.looked = passed;
    picked.spec = "lab:qwen";
    const sending = controller.send("order it");
    controller.newChat();
    picked.spec = "";
    open();
    await sending;
    expect(begunUnseen).toEqual([[told[0], "lab:qwen"]]);
    expect(begun).toEqual([]);
    expect(store.model.conversation).toBeNull();
  });

  it("comes_back_to_that_chat_where_it_then_fails", async () => {
    const daemon = new FakeDaemon();
    daemon.store(conversation("c1"), []);
    daemon.store(conversation("c2"), []);
    const { store, controller, returned, page } = await opened(rig(daemon, "c1"));
    expect(store.model.place.chat).toBe("c1");
    await until(() => store.model.conversation !== null);
    const { passed, open } = gate();
    page.looked = passed;
    daemon.failNext.set("conversation.send", "internal");
    const sending = controller.send("order it");
    await controller.open("c2");
    open();
    await sending;
    expect(returned).toMatchObject([{ text: "order it", chat: "c1" }]);
    expect(store.model.place.chat).toBe("c2");
  });

  it("that_came_back_for_want_of_a_link_is_neither_sent_nor_given_back_again", async () => {
    const { daemon, store, controller, returned, page } = await opened(rig());
    const { passed, open } = gate();
    page.looked = passed;
    const sending = controller.send("order it");
    daemon.drop();
    await until(() => store.model.link.state !== "open");
    controller.newChat();
    await until(() => store.model.link.state === "open");
    open();
    await sending;
    expect(sent(daemon)).toEqual([]);
    expect(returned.map((u) => u.text)).toEqual(["order it"]);
  });

  it("does_not_follow_into_the_chat_that_is_opened_while_the_link_comes_back", async () => {
    const daemon = new FakeDaemon();
    daemon.store(conversation("c1"), []);
    daemon.store(conversation("c2"), []);
    const { store, controller, returned } = await opened(rig(daemon, "c1"));
    await until(() => store.model.conversation !== null);
    daemon.failNext.set("conversation.send", "closed");
    await controller.send("order it");
    daemon.drop();
    await until(() => store.model.link.state !== "open");
    const stop = store.subscribe((model) => {
      if (model.link.state !== "open") return;
      stop();
      // The old chat is still being read.
      queueMicrotask(() => void controller.open("c2"));
    });
    await until(() => store.model.conversation?.id === "c2");
    await until(() => daemon.count("conversation.messages") >= 2 && store.model.loading === "none");
    // It is of the chat that it was written in.
    expect(returned).toMatchObject([{ text: "order it", chat: "c1" }]);
    expect(sent(daemon)).toHaveLength(1);
    expect(store.model.pending).toBeNull();
  });
});

describe("a message of which it is not known whether it arrived", () => {
  it("is_done_once_where_it_is_sent_again_unchanged", async () => {
    const { daemon, store, controller } = await opened(rig());
    await controller.send("order it");
    controller.newChat();
    // As if the answer had been lost on the way.
    await controller.send("order it", [], "n1");
    expect(daemon.runs.size).toBe(1);
    expect(store.model.active?.run.id).toBe([...daemon.runs.keys()][0]);
  });
});
