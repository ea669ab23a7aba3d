// @vitest-environment jsdom
import type { Block } from "@protocol/chat.gen";
import type { MessagePage } from "@protocol/client.gen";
import { beforeEach, describe, expect, it } from "vitest";
import { problemOf } from "../../ui/problem";
import { strings } from "../../ui/strings";
import { FaultError } from "../../wire";
import { type Draft, Drafts, type Unsent } from "../drafts";
import { FakeDaemon } from "../testing/daemon";
import { clear, doing, one, soon } from "../testing/draw";
import { conversation } from "../testing/make";
import { composer, drawPanel, stubBrowser, type } from "../testing/panel";
import { Unstored } from "../unstored";

beforeEach(() => {
  stubBrowser();
  localStorage.clear();
});

const list: Block = { type: "file", blob: "b2", name: "list.txt", mimeType: "text/plain", size: 4 };
const note: Block = { type: "file", blob: "b1", name: "notes.txt", mimeType: "text/plain", size: 4 };

function keptDraft(left: Unsent = { text: "", files: [] }): { draft: Draft; kept: () => Unsent } {
  let now = left;
  const draft = { enter: () => Promise.resolve(left), save: (unsent: Unsent) => (now = unsent), renamed: () => undefined, add: () => undefined };
  return { draft, kept: () => now };
}

/** Drafts of a browser with one panel. */
function realDrafts(): Drafts {
  return new Drafts({ kept: localStorage, hold: () => Promise.resolve(() => Promise.resolve()), id: "p", now: () => 1 });
}

describe("what is not sent", () => {
  it("has_what_an_earlier_panel_left_and_keeps_it", async () => {
    const { draft, kept } = keptDraft({ text: "from before", files: [note] });
    const { root, files } = await drawPanel({ draft, actions: [] });
    await soon(() => expect(composer(root).value).toBe("from before"));
    expect(files.ready()).toEqual([note]);
    await type(root, "and more");
    window.dispatchEvent(new Event("pagehide"));
    expect(kept()).toEqual({ text: "and more", files: [note] });
    await doing(() => files.remove(files.state.value.items[0]?.key ?? 0));
    expect(kept()).toEqual({ text: "and more", files: [] });
  });

  it("keeps_what_is_written_without_being_told_of_the_end", async () => {
    const { draft, kept } = keptDraft();
    const { root } = await drawPanel({ draft, actions: [] });
    await type(root, "a thought");
    await soon(() => expect(kept()).toEqual({ text: "a thought", files: [] }));
  });

  it("keeps_a_message_until_it_was_taken", async () => {
    const { draft, kept } = keptDraft();
    const { root, dispatch } = await drawPanel({ draft });
    const pending = { nonce: "n1", text: "order it", files: [note], state: "sending", problem: null } as const;
    await dispatch({ type: "sending", pending });
    await soon(() => expect(kept()).toEqual({ text: "order it", files: [note], nonce: "n1" }));
    await dispatch({ type: "refused", nonce: "n1", problem: problemOf(new FaultError("internal", "no key")) });
    await type(root, "and tell me");
    window.dispatchEvent(new Event("pagehide"));
    expect(kept()).toEqual({ text: "order it\n\nand tell me", files: [note] });
    await dispatch({ type: "discardPending" });
    await soon(() => expect(kept()).toEqual({ text: "and tell me", files: [] }));
  });

  it("comes_back_with_its_files_when_it_is_given_up", async () => {
    const { root, files, returned } = await drawPanel();
    await type(root, "and tell me");
    await doing(() => returned.set({ text: "order it", files: [note] }));
    expect(composer(root).value).toBe("order it\n\nand tell me");
    expect(files.ready()).toEqual([note]);
  });

  it("comes_back_whole_when_two_messages_come_back_at_once", async () => {
    const { draft, kept } = keptDraft();
    const { root, files, returned } = await drawPanel({ draft });
    await type(root, "and tell me");
    await doing(() => {
      returned.set({ text: "the first", files: [note], nonce: "n1" });
      returned.set({ text: "the second", files: [list], nonce: "n2" });
    });
    const words = "the first\n\nthe second\n\nand tell me";
    expect(composer(root).value).toBe(words);
    expect(files.ready()).toEqual([note, list]);
    expect(kept()).toEqual({ text: words, files: [note, list] });
  });

  it("is_kept_at_once_when_it_comes_back", async () => {
    const { draft, kept } = keptDraft();
    const { returned, dispatch } = await drawPanel({ draft });
    await dispatch({ type: "sending", pending: { nonce: "n1", text: "order it", files: [note], state: "unsent", problem: null } });
    await soon(() => expect(kept().text).toBe("order it"));
    await dispatch({ type: "discardPending" });
    await doing(() => returned.set({ text: "order it", files: [note], nonce: "n1" }));
    expect(kept()).toEqual({ text: "order it", files: [note], nonce: "n1" });
  });

  it.each([
    ["has_its_nonce_while_it_is_unchanged", "order it", "n1"],
    ["has_a_new_one_when_it_was_changed", "order two", undefined],
  ])("%s", async (_name, words, nonce) => {
    const { root, send, returned } = await drawPanel();
    await doing(() => returned.set({ text: "order it", files: [note], nonce: "n1" }));
    await type(root, words);
    await doing(() => one(root, "#send").click());
    expect(send).toHaveBeenCalledWith(words, [note], nonce);
    // Once: the same words a second time are another message.
    await type(root, "order it");
    await doing(() => one(root, "#send").click());
    expect(send).toHaveBeenLastCalledWith("order it", [], undefined);
  });

  it("has_its_nonce_after_the_panel_ended", async () => {
    const { draft, kept } = keptDraft({ text: "order it", files: [note], nonce: "n1" });
    const { root, send, dispatch } = await drawPanel({ draft });
    await soon(() => expect(composer(root).value).toBe("order it"));
    expect(kept()).toEqual({ text: "order it", files: [note], nonce: "n1" });
    await doing(() => one(root, "#send").click());
    expect(send).toHaveBeenCalledWith("order it", [note], "n1");
    await dispatch({ type: "sending", pending: { nonce: "n1", text: "order it", files: [note], state: "sending", problem: null } });
    await soon(() => expect(kept()).toEqual({ text: "order it", files: [note], nonce: "n1" }));
  });

  it("comes_back_when_a_new_chat_is_begun", async () => {
    const { root, newChat, takeBack } = await drawPanel();
    newChat.mockImplementation(takeBack);
    await doing(() => one(root, "#new-chat").click());
    await soon(() => expect(composer(root).value).toBe("the unsent words"));
  });
});

describe("a file that was not stored when the panel ended", () => {
  it("is_named_in_its_chat_until_it_is_removed", async () => {
    const ended = new Set<string>();
    const hold = (name: string) => Promise.resolve(ended.has(name) ? () => Promise.resolve() : null);
    const unstored = (id: string) => new Unstored({ kept: localStorage, hold, id });
    const daemon = new FakeDaemon();
    daemon.failNext.set("blob.write", "closed");
    const before = await drawPanel({ daemon, unstored: unstored("1") });
    await before.dispatch({ type: "leave", loading: "opening", chat: "c1" });
    await doing(() => void before.files.add([new File(["x"], "a.txt"), new File(["y"], "b.txt"), new File([""], "empty.txt")], "Pasted"));
    await soon(() => expect(before.files.ready()).toHaveLength(1));
    clear(before.root);
    ended.add("margay.unstored.1");
    const { root, files, dispatch } = await drawPanel({ unstored: unstored("2") });
    expect(files.state.value.items).toEqual([]);
    await dispatch({ type: "leave", loading: "opening", chat: "c1" });
    await soon(() => expect(one(root, "[data-file='a.txt']").dataset["state"]).toBe("failed"));
    expect(one(root, "[data-file] [role=alert]").textContent).toBe(strings.files.left);
    await dispatch({ type: "leave", loading: "none", chat: "" });
    expect(root.querySelector("[data-file]")).toBeNull();
    await dispatch({ type: "leave", loading: "opening", chat: "c1" });
    await doing(() => one(root, "[data-file='a.txt'] .icon-button").click());
    expect(root.querySelector("[data-file]")).toBeNull();
    expect(localStorage).toHaveLength(0);
  });
});

describe("what is written in a chat", () => {
  it("stays_when_it_is_written_as_soon_as_the_chat_is_drawn", async () => {
    const { root, store, dispatch } = await drawPanel({ draft: realDrafts() });
    await dispatch({ type: "leave", loading: "opening", chat: "c1" });
    await type(root, "for the first");
    // Not by dispatch, which waits for all that is done after the drawing.
    store.dispatch({ type: "leave", loading: "none", chat: "" });
    await Promise.resolve();
    composer(root).value = "for the new one";
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(composer(root).value).toBe("for the new one");
  });

  it("is_there_when_that_chat_is_opened_and_in_no_other", async () => {
    const { root, files, send, dispatch } = await drawPanel({ draft: realDrafts() });
    await dispatch({ type: "leave", loading: "opening", chat: "c1" });
    await type(root, "for the first");
    await doing(() => files.put([note]));
    await dispatch({ type: "page", page: pageOf("c1"), older: false });
    expect(composer(root).value).toBe("for the first");
    await dispatch({ type: "leave", loading: "opening", chat: "c2" });
    await dispatch({ type: "page", page: pageOf("c2"), older: false });
    expect(composer(root).value).toBe("");
    expect(files.ready()).toEqual([]);
    expect(one(root, "#send")).toHaveProperty("disabled", true);
    await type(root, "for the second");
    await doing(() => one(root, "#send").click());
    expect(send).toHaveBeenCalledWith("for the second", [], undefined);
    await dispatch({ type: "leave", loading: "opening", chat: "c1" });
    await soon(() => expect(composer(root).value).toBe("for the first"));
    expect(files.ready()).toEqual([note]);
    await dispatch({ type: "leave", loading: "none", chat: "" });
    await soon(() => expect(composer(root).value).toBe(""));
  });

  it("stays_when_the_chat_begins", async () => {
    const drafts = realDrafts();
    const { root, dispatch } = await drawPanel({ draft: drafts });
    await type(root, "and then");
    await dispatch({ type: "page", page: pageOf("c1"), older: false });
    expect(composer(root).value).toBe("and then");
    await dispatch({ type: "leave", loading: "none", chat: "" });
    await soon(() => expect(composer(root).value).toBe(""));
    await dispatch({ type: "leave", loading: "opening", chat: "c1" });
    await soon(() => expect(composer(root).value).toBe("and then"));
  });

  it("comes_along_from_one_that_is_gone", async () => {
    const { root, files, dispatch } = await drawPanel({ draft: realDrafts() });
    await dispatch({ type: "leave", loading: "opening", chat: "c1" });
    await dispatch({ type: "page", page: pageOf("c1"), older: false });
    await type(root, "order it");
    await doing(() => files.put([note]));
    await dispatch({ type: "leave", loading: "none", chat: "", along: true });
    expect(composer(root).value).toBe("order it");
    expect(files.ready()).toEqual([note]);
  });

  it("is_a_new_chats_and_said_to_be_where_it_is_gone_and_another_is_opened", async () => {
    const { root, store, files, dispatch } = await drawPanel({ daemon: new FakeDaemon(), draft: realDrafts() });
    await type(root, "of the new one");
    await dispatch({ type: "leave", loading: "opening", chat: "c1" });
    await dispatch({ type: "page", page: pageOf("c1"), older: false });
    await type(root, "order it");
    await doing(() => files.put([note]));
    await dispatch({ type: "problem", problem: problemOf(new FaultError("not_found", "there is no such conversation")), unread: true });
    await dispatch({ type: "problem", problem: null });
    // It is not stored yet when the chat is left.
    await doing(() => {
      void files.add([new File(["x"], "late.txt", { type: "text/plain" })], "Pasted");
      store.dispatch({ type: "leave", loading: "opening", chat: "c2" });
    });
    expect(composer(root).value).toBe("");
    expect(one(root, "#moved").textContent).toBe(strings.composer.moved);
    await dispatch({ type: "leave", loading: "none", chat: "" });
    expect(root.querySelector("#moved")).toBeNull();
    await soon(() => expect(composer(root).value).toBe("order it\n\nof the new one"));
    await soon(() => expect(files.ready().map((b) => b.name).toSorted()).toEqual(["late.txt", "notes.txt"]));
  });

  it("is_not_said_to_be_a_new_chats_where_nothing_was_written", async () => {
    const { root, dispatch } = await drawPanel({ draft: realDrafts() });
    await dispatch({ type: "page", page: pageOf("c1"), older: false });
    await dispatch({ type: "problem", problem: problemOf(new FaultError("not_found", "there is no such conversation")), unread: true });
    await dispatch({ type: "leave", loading: "opening", chat: "c2" });
    expect(root.querySelector("#moved")).toBeNull();
  });

  it("is_joined_by_what_comes_back_to_it_wherever_the_person_is", async () => {
    const { root, store, files, returned, dispatch } = await drawPanel({ draft: realDrafts() });
    await dispatch({ type: "leave", loading: "opening", chat: "c1" });
    await type(root, "and tell me");
    // As when a chat is left whose message waits for a link.
    await doing(() => {
      returned.set({ text: "order it", files: [note], nonce: "n1", chat: "c1" });
      store.dispatch({ type: "leave", loading: "opening", chat: "c2" });
    });
    expect(composer(root).value).toBe("");
    expect(files.ready()).toEqual([]);
    await doing(() => returned.set({ text: "look first", files: [], nonce: "n2", chat: "c1" }));
    expect(composer(root).value).toBe("");
    await dispatch({ type: "leave", loading: "opening", chat: "c1" });
    await soon(() => expect(composer(root).value).toBe("look first\n\norder it\n\nand tell me"));
    expect(files.ready()).toEqual([note]);
  });
});

function pageOf(id: string): MessagePage {
  return { conversation: conversation(id), messages: [], live: [] };
}
