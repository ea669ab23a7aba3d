// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from "vitest";
import { strings } from "../../ui/strings";
import { FakeDaemon } from "../testing/daemon";
import { doing, one, press, soon } from "../testing/draw";
import { conversation, run } from "../testing/make";
import { drawPanel, openLink, stubBrowser } from "../testing/panel";

beforeEach(stubBrowser);

async function drawer() {
  const daemon = new FakeDaemon();
  for (const [i, title] of ["One", "Two", "Three"].entries()) daemon.store(conversation(`c${i + 1}`, title), []);
  daemon.begin(run({ id: "r2", conversation: "c2" }), []);
  const page = { conversation: conversation("c1", "One"), messages: [], live: [] };
  const drawn = await drawPanel({ daemon, actions: [openLink, { type: "page", older: false, page }] });
  await doing(() => one(drawn.root, "#chats-button").click());
  await soon(() => expect(drawn.root.querySelectorAll("[data-conversation]")).toHaveLength(3));
  const row = (id: string) => one(drawn.root, `[data-conversation=${id}]`);
  return { daemon, row, ...drawn };
}

describe("the drawer", () => {
  it("has_the_focus_in_its_search_and_says_what_is_open_and_running", async () => {
    const { root, row } = await drawer();
    expect(document.activeElement).toBe(one(root, "#chats-search"));
    expect(row("c1").getAttribute("aria-current")).toBe("true");
    expect(row("c2").textContent).toBe(`Two${strings.chats.running}`);
  });

  it("does_not_say_that_it_loads_once_a_failed_search_was_put_away", async () => {
    const { daemon, root } = await drawer();
    daemon.failNext.set("conversation.list", "internal");
    const field = one(root, "#chats-search");
    await doing(() => {
      if (field instanceof HTMLInputElement) field.value = "tea";
      field.dispatchEvent(new InputEvent("input", { bubbles: true }));
    });
    await soon(() => expect(root.querySelector(".drawer-problem")).not.toBeNull());
    await doing(() => one(root, ".drawer-problem > .quiet").click());
    expect(root.querySelector(".drawer-problem")).toBeNull();
    expect(one(root, ".chat-list .aside").textContent).toBe("");
  });

  it("is_walked_by_keys_with_one_stop_for_tab", async () => {
    const { root, row } = await drawer();
    await doing(() => void press(one(root, "#chats-search"), "ArrowDown"));
    expect(document.activeElement).toBe(row("c1"));
    await doing(() => void press(row("c1"), "ArrowDown"));
    expect(document.activeElement).toBe(row("c2"));
    const stops = [...root.querySelectorAll<HTMLElement>("[data-conversation]")].map((r) => r.tabIndex);
    expect(stops).toEqual([-1, 0, -1]);
    await doing(() => void press(row("c2"), "End"));
    expect(document.activeElement).toBe(row("c3"));
    await doing(() => void press(row("c3"), "Home"));
    await doing(() => void press(row("c1"), "ArrowUp"));
    expect(document.activeElement).toBe(one(root, "#chats-search"));
  });

  it("opens_a_chat_and_is_gone", async () => {
    const { root, row, open } = await drawer();
    await doing(() => row("c3").click());
    expect(open).toHaveBeenCalledWith("c3");
    expect(root.querySelector("#chats")).toBeNull();
  });

  it("only_closes_for_the_chat_that_is_open", async () => {
    const { root, row, open } = await drawer();
    await doing(() => row("c1").click());
    expect(open).not.toHaveBeenCalled();
    expect(root.querySelector("#chats")).toBeNull();
  });

  it("finds_by_title", async () => {
    const { root } = await drawer();
    const field = one(root, "#chats-search");
    if (!(field instanceof HTMLInputElement)) throw new Error("the search is no field");
    await doing(() => {
      field.value = "thr";
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
    await soon(() => expect(root.querySelectorAll("[data-conversation]")).toHaveLength(1));
    await doing(() => {
      field.value = "thrice";
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
    await soon(() => expect(one(root, ".chat-list").textContent).toBe(strings.chats.noneFound));
  });

  it("renames_in_place_with_f2_and_enter", async () => {
    const { root, row, daemon, renamed } = await drawer();
    await doing(() => void press(row("c2"), "F2"));
    const field = one(root, ".chat-rename");
    if (!(field instanceof HTMLInputElement)) throw new Error("no field");
    expect(field.value).toBe("Two");
    await doing(() => {
      field.value = "Deux";
      press(field, "Enter");
    });
    await soon(() => expect(row("c2").textContent).toContain("Deux"));
    expect(renamed).toHaveBeenCalledOnce();
    expect(daemon.count("conversation.rename")).toBe(1);
    await soon(() => expect(document.activeElement).toBe(row("c2")));
  });

  it.each([{ isComposing: true }, { keyCode: 229 }])("goes_on_renaming_while_a_composition_is_open: %o", async (composing) => {
    const { root, row, daemon } = await drawer();
    await doing(() => void press(row("c2"), "F2"));
    const field = one(root, ".chat-rename");
    for (const key of ["Enter", "Escape"]) await doing(() => void press(field, key, composing));
    expect(root.querySelector(".chat-rename")).toBe(field);
    expect(daemon.count("conversation.rename")).toBe(0);
  });

  it("leaves_the_title_alone_after_escape_and_stays_open", async () => {
    const { root, row, daemon } = await drawer();
    await doing(() => void press(row("c2"), "F2"));
    const field = one(root, ".chat-rename");
    await doing(() => void (field instanceof HTMLInputElement && (field.value = "Deux")));
    let event: KeyboardEvent | undefined;
    await doing(() => void (event = press(field, "Escape")));
    expect(event?.defaultPrevented).toBe(true);
    expect(row("c2").textContent).toContain("Two");
    expect(root.querySelector("#chats")).not.toBeNull();
    expect(daemon.count("conversation.rename")).toBe(0);
  });

  it("deletes_by_key_offers_to_undo_and_keeps_the_focus_in_the_list", async () => {
    const { root, row, newChat } = await drawer();
    await doing(() => row("c1").focus());
    await doing(() => void press(row("c1"), "Delete"));
    await soon(() => expect(root.querySelector("[data-conversation=c1]")).toBeNull());
    expect(newChat).toHaveBeenCalledOnce();
    await soon(() => expect(document.activeElement).toBe(row("c2")));
    expect(one(root, ".undo").textContent).toContain(strings.chats.deleted("One"));
    await doing(() => one(root, "#undo").click());
    await soon(() => expect(root.querySelector("[data-conversation=c1]")).not.toBeNull());
    expect(root.querySelector("#undo")).toBeNull();
  });

  it("offers_to_undo_each_that_was_deleted_and_gives_the_focus_to_what_is_back", async () => {
    const { root, row } = await drawer();
    for (const id of ["c1", "c3"]) {
      await doing(() => void press(row(id), "Delete"));
      await soon(() => expect(root.querySelector(`[data-conversation=${id}]`)).toBeNull());
    }
    const offers = () => [...root.querySelectorAll(".undo")].map((o) => o.textContent);
    expect(offers()).toEqual([`${strings.chats.deleted("Three")}${strings.chats.undo}`, `${strings.chats.deleted("One")}${strings.chats.undo}`]);
    await doing(() => one(root, "[data-deleted=c1] .button").click());
    await soon(() => expect(document.activeElement).toBe(row("c1")));
    expect(offers()).toHaveLength(1);
    // It has the focus once: a list that is drawn anew takes it from nobody.
    const field = one(root, "#chats-search");
    if (!(field instanceof HTMLInputElement)) throw new Error("the search is no field");
    await doing(() => field.focus());
    for (const words of ["two", ""]) {
      await doing(() => {
        field.value = words;
        field.dispatchEvent(new Event("input", { bubbles: true }));
      });
      await soon(() => expect(root.querySelectorAll("[data-conversation]")).toHaveLength(words === "" ? 2 : 1));
    }
    expect(document.activeElement).toBe(field);
  });

  it("shows_three_offers_to_undo_and_takes_one_away", async () => {
    const { root, daemon } = await drawer();
    for (const id of ["c4", "c5"]) daemon.store(conversation(id, id), []);
    await doing(() => one(root, "#chats .drawer-head .icon-button").click());
    await doing(() => one(root, "#chats-button").click());
    await soon(() => expect(root.querySelectorAll("[data-conversation]")).toHaveLength(5));
    for (const id of ["c1", "c2", "c3", "c4", "c5"]) {
      await doing(() => void press(one(root, `[data-conversation=${id}]`), "Delete"));
      await soon(() => expect(root.querySelector(`[data-conversation=${id}]`)).toBeNull());
    }
    const offers = () => [...root.querySelectorAll<HTMLElement>("[data-deleted]")].map((o) => o.dataset["deleted"]);
    expect(offers()).toEqual(["c5", "c4", "c3"]);
    expect(one(root, "#more-undos").textContent).toBe(strings.chats.moreDeleted(2));
    await doing(() => one(root, "[data-deleted=c4] .undo-not").click());
    expect(offers()).toEqual(["c5", "c3", "c2"]);
    await doing(() => one(root, "#more-undos").click());
    expect(offers()).toEqual(["c5", "c3", "c2", "c1"]);
    // It is not offered again when the list is read again.
    await doing(() => one(root, "#chats .drawer-head .icon-button").click());
    await doing(() => one(root, "#chats-button").click());
    await soon(() => expect(offers()).toEqual(["c5", "c3", "c2"]));
    expect(daemon.seen.filter((s) => s.route === "conversation.restore")).toEqual([]);
  });

  it("shows_after_a_reload_what_can_still_be_undone", async () => {
    const { daemon, row, root } = await drawer();
    await doing(() => void press(row("c3"), "Delete"));
    await soon(() => expect(root.querySelector("#undo")).not.toBeNull());
    const again = await drawPanel({ daemon });
    await doing(() => one(again.root, "#chats-button").click());
    await soon(() => expect(one(again.root, ".undo").textContent).toContain(strings.chats.deleted("Three")));
  });

  it("says_why_a_chat_was_not_deleted", async () => {
    const { root, row, daemon } = await drawer();
    daemon.failNext.set("conversation.delete", "busy");
    await doing(() => void press(row("c2"), "Delete"));
    await soon(() => expect(one(root, ".drawer-problem").dataset["kind"]).toBe("busy"));
    expect(row("c2")).not.toBeNull();
  });

  it("keeps_the_focus_on_a_chat_that_is_not_deleted_and_says_why_in_words", async () => {
    const { root, row, daemon } = await drawer();
    daemon.busy.set("c2", "Run r-7f3a is under way in this conversation.");
    await doing(() => row("c2").focus());
    await doing(() => void press(row("c2"), "Delete"));
    // Nothing was deleted yet: neither Enter nor Delete may mean another chat.
    expect(document.activeElement).toBe(row("c2"));
    await soon(() => expect(root.querySelector(".drawer-problem")).not.toBeNull());
    expect(document.activeElement).toBe(row("c2"));
    expect(one(root, ".drawer-problem").textContent).not.toContain("r-7f3a");
    expect(one(root, ".drawer-problem").textContent).toContain(strings.problems.busy.next);
  });

  it("asks_once_to_delete_a_chat_however_often_the_key_is_pressed", async () => {
    const { row, daemon, root } = await drawer();
    await doing(() => row("c3").focus());
    await doing(() => {
      press(row("c3"), "Delete");
      press(row("c3"), "Delete");
    });
    await soon(() => expect(root.querySelector("[data-conversation=c3]")).toBeNull());
    expect(daemon.count("conversation.delete")).toBe(1);
    expect(root.querySelector(".drawer-problem")).toBeNull();
    await soon(() => expect(document.activeElement).toBe(row("c2")));
  });
});
