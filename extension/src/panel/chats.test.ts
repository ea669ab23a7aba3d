import { describe, expect, it, vi } from "vitest";
import { FaultError } from "../wire";
import { Chats } from "./chats";
import { FakeDaemon } from "./testing/daemon";
import { conversation, run } from "./testing/make";
import { callerOf } from "./testing/panel";
import { soon } from "./testing/draw";

// Lists are answered when `wait` lets them.
function rig(count = 3, wait: (route: string) => Promise<void> = () => Promise.resolve()) {
  const daemon = new FakeDaemon();
  const clock = { now: Date.now() };
  for (let i = 1; i <= count; i++) {
    const updatedAt = new Date(clock.now - i * 60_000).toISOString();
    daemon.store({ ...conversation(`c${i}`, i % 2 === 0 ? `Even ${i}` : `Odd ${i}`), updatedAt }, []);
  }
  const lost = { on: false };
  const told = { renamed: vi.fn(), closed: vi.fn(), reopened: vi.fn(), deleted: vi.fn(), restored: vi.fn(), changed: vi.fn() };
  const open: { id: string | null } = { id: "c1" };
  const wire = callerOf(daemon);
  const client: typeof wire = {
    call: async (route, params, options) => {
      if (lost.on) throw new FaultError("closed", "There is no connection to Margay.");
      const answer = await wire.call(route, params, options);
      if (route === "conversation.list" || route === "conversation.deleted") await wait(route);
      return answer;
    },
  };
  const chats = new Chats({ client, current: () => open.id, now: () => clock.now, ...told });
  const titles = () => chats.state.value.items?.map((c) => c.title);
  const item = (id: string) => chats.state.value.items?.find((c) => c.id === id) ?? conversation(id, "");
  const offers = () => chats.state.value.deleted.map((d) => d.conversation.id);
  return { daemon, chats, open, titles, offers, item, clock, lost, ...told };
}

describe("the list of chats", () => {
  it("comes_in_pages_each_chat_once", async () => {
    const { chats, daemon } = rig(120);
    await chats.show();
    expect(chats.state.value.items).toHaveLength(50);
    await Promise.all([chats.more(), chats.more()]);
    expect(chats.state.value.items).toHaveLength(100);
    await chats.more();
    await chats.more();
    expect(new Set(chats.state.value.items?.map((c) => c.id)).size).toBe(120);
    expect(daemon.count("conversation.list")).toBe(3);
  });

  it("shows_what_was_searched_last_whatever_comes_first", async () => {
    const answers: (() => void)[] = [];
    const { chats, titles } = rig(4, () => new Promise<void>((answer) => void answers.push(answer)));
    const searches = [chats.find("odd"), chats.find("even")];
    await soon(() => expect(answers).toHaveLength(2));
    // The later question is answered first.
    for (const answer of answers.toReversed()) answer();
    await Promise.all(searches);
    expect(titles()).toEqual(["Even 2", "Even 4"]);
  });

  it("follows_what_another_window_does_while_it_is_looked_at", async () => {
    const { chats, daemon, item, titles, changed } = rig(70);
    await chats.again();
    expect(daemon.count("conversation.list")).toBe(0);
    await chats.show();
    await chats.more();
    await chats.rename(item("c60"), "Sixty");
    expect(changed).toHaveBeenCalledOnce();
    const other = new Chats({ client: callerOf(daemon), current: () => null, renamed: () => undefined, closed: () => undefined, reopened: () => undefined });
    await other.show();
    await other.rename(item("c60"), "By the other");
    await other.remove(item("c2"));
    const seen: unknown[] = [];
    chats.state.subscribe(({ items }) => void seen.push(items));
    await chats.again();
    // Nothing that is listed goes while it is read.
    expect(seen).not.toContain(null);
    expect(titles()).toHaveLength(69);
    expect(titles()?.[58]).toBe("By the other");
    expect(chats.state.value.deleted.map((d) => d.conversation.id)).toEqual(["c2"]);
    await other.undo("c2");
    await chats.again();
    await chats.more();
    expect(titles()).toContain("Even 2");
    expect(chats.state.value.deleted).toEqual([]);
  });

  it("is_whole_again_when_it_is_opened_again", async () => {
    const { chats, titles } = rig(4);
    await chats.find("no such words");
    expect(titles()).toEqual([]);
    await chats.show();
    expect(titles()).toHaveLength(4);
  });

  it("knows_which_runs_go_on", async () => {
    const { chats, daemon } = rig();
    daemon.begin(run({ id: "r9", conversation: "c2" }), []);
    await chats.show();
    expect(chats.state.value.runs.map((r) => r.conversation)).toEqual(["c2"]);
  });

  it("knows_when_there_is_none", async () => {
    const empty = rig(0);
    await empty.chats.look();
    expect(empty.chats.state.value.none).toBe(true);
    const some = rig(1);
    await some.chats.look();
    expect(some.chats.state.value.none).toBe(false);
  });
});

describe("a link that is lost", () => {
  it("leaves_no_chat_listed_under_words_it_was_not_found_by_and_is_made_good_when_it_is_back", async () => {
    const { chats, titles, item, lost } = rig(4);
    await chats.show();
    const gone = item("c2");
    lost.on = true;
    expect(await chats.remove(gone)).toBe(false);
    await chats.find("odd");
    expect(titles()).toBeUndefined();
    expect(chats.state.value.problem?.kind).toBe("unanswered");
    lost.on = false;
    await chats.back();
    expect(titles()).toEqual(["Odd 1", "Odd 3"]);
    expect(chats.state.value.problem).toBeNull();
  });

  it("leaves_said_what_was_pressed_and_not_done", async () => {
    const { chats, item, lost } = rig();
    await chats.show();
    lost.on = true;
    expect(await chats.remove(item("c2"))).toBe(false);
    lost.on = false;
    await chats.back();
    expect(chats.state.value.problem?.kind).toBe("unanswered");
  });

  it("reads_nothing_where_nobody_looks_and_keeps_what_else_went_wrong", async () => {
    const { chats, daemon, item } = rig();
    await chats.show();
    daemon.failNext.set("conversation.delete", "busy");
    await chats.remove(item("c1"));
    chats.hide();
    const asked = daemon.count("conversation.list");
    await chats.back();
    expect(daemon.count("conversation.list")).toBe(asked);
    expect(chats.state.value.problem?.kind).toBe("busy");
  });
});

describe("renaming", () => {
  it("says_the_revision_that_the_person_saw_and_tells_the_new_title", async () => {
    const { chats, daemon, item, renamed, titles } = rig();
    await chats.show();
    await chats.rename(item("c2"), "  A new name ");
    expect(daemon.seen.at(-1)).toEqual({ route: "conversation.rename", params: { conversation: "c2", title: "A new name", revision: 1 } });
    expect(titles()).toEqual(["Odd 1", "A new name", "Odd 3"]);
    expect(renamed).toHaveBeenCalledWith(expect.objectContaining({ id: "c2", title: "A new name", revision: 2 }));
  });

  it("to_nothing_or_to_the_same_asks_nobody", async () => {
    const { chats, daemon, item } = rig();
    await chats.show();
    await chats.rename(item("c2"), "   ");
    await chats.rename(item("c2"), "Even 2");
    expect(daemon.count("conversation.rename")).toBe(0);
  });

  it("of_what_was_renamed_elsewhere_shows_what_it_is_called_now", async () => {
    const { chats, daemon, item, titles } = rig();
    await chats.show();
    daemon.store({ ...conversation("c2", "Named elsewhere"), revision: 7 }, []);
    await chats.rename(item("c2"), "Mine");
    expect(chats.state.value.problem?.kind).toBe("conflict");
    expect(titles()).toEqual(["Odd 1", "Named elsewhere", "Odd 3"]);
  });
});

describe("deleting", () => {
  it("can_be_undone", async () => {
    const { chats, item, titles, offers, closed, reopened } = rig();
    await chats.show();
    await chats.remove(item("c2"));
    expect(titles()).toEqual(["Odd 1", "Odd 3"]);
    expect(offers()).toEqual(["c2"]);
    expect(closed).not.toHaveBeenCalled();
    await chats.undo("c2");
    expect(titles()?.toSorted()).toEqual(["Even 2", "Odd 1", "Odd 3"]);
    expect(offers()).toEqual([]);
    expect(reopened).not.toHaveBeenCalled();
  });

  it("closes_the_chat_that_is_open_and_undoing_opens_it_again", async () => {
    const { chats, item, open, closed, reopened, deleted, restored, changed } = rig();
    await chats.show();
    await chats.remove(item("c1"));
    expect(closed).toHaveBeenCalledOnce();
    expect(deleted).toHaveBeenCalledWith("c1", chats.state.value.deleted[0]?.until);
    expect(restored).not.toHaveBeenCalled();
    open.id = null;
    await chats.undo("c1");
    expect(reopened).toHaveBeenCalledWith("c1");
    expect(restored).toHaveBeenCalledWith("c1");
    expect(changed).toHaveBeenCalledTimes(2);
  });

  it("undone_leaves_alone_what_was_opened_meanwhile", async () => {
    const { chats, item, open, reopened } = rig();
    await chats.show();
    await chats.remove(item("c1"));
    open.id = "c3";
    await chats.undo("c1");
    expect(reopened).not.toHaveBeenCalled();
  });

  it("of_a_chat_with_a_live_run_says_why_not", async () => {
    const { chats, daemon, item, titles, closed } = rig();
    await chats.show();
    daemon.failNext.set("conversation.delete", "busy");
    await chats.remove(item("c1"));
    expect(chats.state.value.problem?.kind).toBe("busy");
    expect(titles()).toContain("Odd 1");
    expect(closed).not.toHaveBeenCalled();
  });

  it("of_another_one_while_the_first_is_brought_back_can_be_undone_too", async () => {
    const { chats, daemon, item, titles, offers } = rig();
    await chats.show();
    await chats.remove(item("c2"));
    const [second] = [item("c3")];
    await Promise.all([chats.undo("c2"), chats.undo("c2"), chats.remove(second)]);
    expect(daemon.count("conversation.restore")).toBe(1);
    expect(chats.state.value.problem).toBeNull();
    expect(offers()).toEqual(["c3"]);
    await chats.undo("c3");
    expect(titles()?.toSorted()).toEqual(["Even 2", "Odd 1", "Odd 3"]);
  });

  it("of_several_can_be_undone_one_by_one_deleted_last_first", async () => {
    const { chats, item, titles, offers } = rig();
    await chats.show();
    for (const id of ["c2", "c3", "c1"]) await chats.remove(item(id));
    expect(offers()).toEqual(["c1", "c3", "c2"]);
    await chats.undo("c3");
    expect(offers()).toEqual(["c1", "c2"]);
    expect(titles()).toEqual(["Odd 3"]);
  });

  it("can_be_undone_by_a_panel_that_opens_later", async () => {
    const { chats, daemon, item } = rig();
    await chats.show();
    await chats.remove(item("c2"));
    const later = new Chats({ client: callerOf(daemon), current: () => null, renamed: vi.fn(), closed: vi.fn(), reopened: vi.fn() });
    await later.show();
    expect(later.state.value.deleted.map((d) => d.conversation.title)).toEqual(["Even 2"]);
    await later.undo("c2");
    expect(later.state.value.items?.map((c) => c.id)).toContain("c2");
  });

  it("stands_though_what_could_be_undone_was_asked_for_before", async () => {
    const held: (() => void)[] = [];
    const { chats, item, offers } = rig(3, (route) =>
      route === "conversation.deleted" ? new Promise<void>((go) => void held.push(go)) : Promise.resolve(),
    );
    const shown = chats.show();
    await soon(() => expect(held).toHaveLength(1));
    await soon(() => expect(chats.state.value.items).not.toBeNull());
    await chats.remove(item("c2"));
    held[0]?.();
    await soon(() => expect(held).toHaveLength(2));
    held[1]?.();
    await shown;
    expect(offers()).toEqual(["c2"]);
  });

  it("cannot_be_undone_when_its_time_is_over", async () => {
    const { chats, item, offers, clock } = rig();
    await chats.show();
    await chats.remove(item("c2"));
    chats.lapse();
    expect(offers()).toEqual(["c2"]);
    clock.now = Date.now() + 600_001;
    chats.lapse();
    expect(offers()).toEqual([]);
  });

  it("undone_puts_the_chat_where_it_was_and_leaves_the_pages_that_are_there", async () => {
    const { chats, item, titles } = rig(120);
    await chats.show();
    await chats.more();
    const before = titles();
    expect(before).toHaveLength(100);
    await chats.remove(item("c70"));
    await chats.undo("c70");
    expect(titles()).toEqual(before);
  });

  it("is_not_undone_by_a_list_that_was_asked_for_before", async () => {
    const held: (() => void)[] = [];
    const lag: { on: boolean } = { on: false };
    const { chats, item, titles } = rig(3, () => (lag.on ? new Promise<void>((go) => void held.push(go)) : Promise.resolve()));
    await chats.show();
    const gone = item("c2");
    lag.on = true;
    const again = chats.find("");
    await soon(() => expect(held).toHaveLength(1));
    lag.on = false;
    await chats.remove(gone);
    held[0]?.();
    await again;
    await soon(() => expect(chats.state.value.loading).toBe(false));
    expect(titles()).toEqual(["Odd 1", "Odd 3"]);
  });

  it("that_came_too_late_to_undo_says_so", async () => {
    const { chats, daemon, item, offers } = rig();
    await chats.show();
    await chats.remove(item("c2"));
    daemon.failNext.set("conversation.restore", "not_found");
    await chats.undo("c2");
    expect(chats.state.value.problem?.kind).toBe("not_found");
    expect(offers()).toEqual([]);
  });
});
