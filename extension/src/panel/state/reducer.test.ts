import { describe, expect, it } from "vitest";
import type { ChatEvent } from "@protocol/chat.gen";
import type { AttachReply } from "@protocol/client.gen";
import { agent, call, conversation, delivery, epoch, run, text, user } from "../testing/make";
import { busyRun, emptyModel, type Model } from "./model";
import { type Action, reduce } from "./reducer";

const now = Date.parse("2026-11-30T09:00:00Z");

function play(...actions: Action[]): Model {
  return actions.reduce(reduce, emptyModel);
}

function attached(view: AttachReply["view"], seq = 0): Action[] {
  const reply: AttachReply = { subscription: 1, epoch, seq, ...(view === undefined ? {} : { view }) };
  return [
    { type: "watch", run: run() },
    { type: "attached", run: "r1", reply },
  ];
}

const watching = attached({ run: run(), messages: [user("u1", "hi")], live: false });

function events(...list: ChatEvent[]): Action {
  return { type: "events", deliveries: list.map((event, i) => delivery(i + 1, event)), now };
}

function wordsOf(model: Model): string[] {
  return model.messages.map((m) => `${m.role}: ${m.content.map((b) => `${b.type === "text" ? "" : `(${b.type}) `}${b.text ?? ""}`).join(" | ")}`);
}

const begin: ChatEvent = { type: "new_message", begins: agent("a1", "") };
const add = (delta: string): ChatEvent => ({ type: "content_delta", delta });

describe("events of a run", () => {
  it("append_deltas_to_the_message_being_written", () => {
    const model = play(...watching, events(begin, { type: "thinking_delta", delta: "hm" }, add("Hel"), add("lo"), { type: "thinking_delta", delta: "so" }));
    expect(wordsOf(model)).toEqual(["user: hi", "assistant: (thinking) hm | Hello | (thinking) so"]);
    expect(model.active?.live).toBe(true);
  });

  it("are_passed_over_when_seen_before_or_of_another_subscription_run_or_epoch", () => {
    const model = play(...watching, events(begin, add("one")));
    const again = reduce(model, {
      type: "events",
      now,
      deliveries: [
        delivery(2, add("twice")),
        delivery(3, add("other subscription"), 9),
        { subscription: 1, event: { run: "r9", epoch, seq: 3, event: add("other run") } },
        { subscription: 1, event: { run: "r1", epoch: "old", seq: 3, event: add("other epoch") } },
        delivery(7, add(" more")),
      ],
    });
    expect(wordsOf(again)).toEqual(["user: hi", "assistant: one more"]);
    expect(again.active?.seq).toBe(7);
  });

  it("are_passed_over_after_the_subscription_has_ended", () => {
    const ended = play(...watching, events(begin, add("a"), { type: "done", durationMs: 5 }));
    expect(reduce(ended, { type: "events", now, deliveries: [delivery(9, add("late"))] })).toEqual(ended);
  });

  it("sync_replaces_all_messages_of_the_run_where_they_stood", () => {
    const before = play({ type: "page", older: false, page: { conversation: conversation(), messages: [user("u0", "old", { run: "r0" })], live: [] } }, ...watching, events(begin, add("half")));
    const view = { run: run({ round: 2 }), messages: [user("u1", "hi"), agent("a1", "half and whole"), agent("a2", "next")], live: true };
    const after = reduce(before, { type: "events", now, deliveries: [delivery(50, { type: "sync", view })] });
    expect(after.messages.map((m) => m.id)).toEqual(["u0", "u1", "a1", "a2"]);
    expect(after.active?.seq).toBe(50);
    const more = reduce(after, { type: "events", now, deliveries: [delivery(51, add("!"))] });
    expect(wordsOf(more).at(-1)).toBe("assistant: next!");
  });

  it("a_call_goes_from_arguments_to_result", () => {
    const start: ChatEvent = { type: "tool_call_start", toolCall: call("k1", { arguments: "" }), index: 0 };
    const argue = (delta: string): ChatEvent => ({ type: "tool_call_delta", id: "k1", index: 0, delta });
    const open = play(...watching, events(begin, start, argue('{"ref":'), argue('"e1"}')));
    expect(open.messages[1]?.toolCalls?.[0]).toMatchObject({ arguments: '{"ref":"e1"}', status: "pending" });
    const running = reduce(open, { type: "events", now, deliveries: [delivery(10, { type: "tool_call_running", id: "k1", toolCall: call("k1", { arguments: '{"ref":"e1"}', status: "started" }) })] });
    expect(running.active?.underWay).toEqual({ k1: now });
    const result: ChatEvent = { type: "tool_call_result", id: "k1", status: "completed", result: "ok", toolCall: call("k1", { status: "completed", result: "ok", durationMs: 8 }) };
    const seen = reduce(running, { type: "events", now, deliveries: [delivery(11, result)] });
    expect(seen.active?.underWay).toEqual({});
    expect(seen.messages[1]?.toolCalls).toEqual([call("k1", { status: "completed", result: "ok", durationMs: 8 })]);
  });

  it("a_result_without_the_call_still_ends_it", () => {
    const start: ChatEvent = { type: "tool_call_start", toolCall: call("k1"), index: 0 };
    const model = play(...watching, events(begin, start, { type: "tool_call_complete", id: "k1", status: "error", result: "no such element" }));
    expect(model.messages[1]?.toolCalls?.[0]).toMatchObject({ status: "error", result: "no such element" });
  });

  it("retry_shows_until_text_comes_and_may_void_what_was_shown", () => {
    const retry: ChatEvent = { type: "retry", attempt: 2, maxRetries: 5, error: "overloaded", delayMs: 4000, dropPartial: true };
    const waiting = play(...watching, events(begin, add("half"), retry));
    expect(waiting.active?.retry).toEqual({ error: "overloaded", code: null, attempt: 2, max: 5, until: now + 4000 });
    expect(wordsOf(waiting).at(-1)).toBe("assistant: ");
    const on = reduce(waiting, { type: "events", now, deliveries: [delivery(9, add("whole"))] });
    expect(on.active?.retry).toBeNull();
    expect(wordsOf(on).at(-1)).toBe("assistant: whole");
  });

  it("a_warning_stands_after_the_message_that_it_followed", () => {
    const model = play(...watching, events(begin, add("a"), { type: "system_warning", message: "cut to fit" }));
    expect(model.notes).toMatchObject([{ after: "a1", text: "cut to fit" }]);
  });

  it("a_warning_that_came_before_the_view_is_shown_once", () => {
    const warned = { run: run(), messages: [user("u1", "hi"), agent("a1", "a")], live: true, warnings: [{ after: "a1", text: "cut to fit" }] };
    const late = play(...watching, events({ type: "sync", view: warned }));
    expect(late.notes).toMatchObject([{ after: "a1", text: "cut to fit" }]);
    const seen = play(...watching, events(begin, add("a"), { type: "system_warning", message: "cut to fit" }, { type: "sync", view: warned }, { type: "sync", view: warned }));
    expect(seen.notes).toHaveLength(1);
  });

  const endings: [string, ChatEvent, string][] = [
    ["done", { type: "done", usage: { inputTokens: 3, outputTokens: 4 }, durationMs: 900 }, "done"],
    ["error", { type: "error", message: "no", errorCode: "api_error", durationMs: 900 }, "failed"],
    ["stopped", { type: "error", message: "stopped", errorCode: "cancelled", durationMs: 900 }, "cancelled"],
  ];

  it.each(endings)("the_terminal_event_ends_the_run_%s", (_name, event, state) => {
    const model = play(...watching, { type: "stopAsked" }, events(begin, add("a"), event));
    expect(model.active).toMatchObject({ subscription: null, live: false, stopAsked: false, run: { state } });
    expect(model.endings["r1"]).toMatchObject({ durationMs: 900, message: event.message ?? "" });
    expect(busyRun(model)).toBeNull();
  });

  it("a_thousand_deltas_in_one_frame_keep_other_messages_as_they_are", () => {
    const before = play(...watching, events(begin));
    const deliveries = Array.from({ length: 1000 }, (_, i) => delivery(i + 2, add("x")));
    const after = reduce(before, { type: "events", now, deliveries });
    expect(after.messages[0]).toBe(before.messages[0]);
    expect(after.messages[1]?.content).toEqual(text("x".repeat(1000)));
    expect(after.active?.seq).toBe(1001);
  });
});

describe("attaching", () => {
  it("without_a_view_goes_on_from_the_number_seen_last", () => {
    const lost = play(...watching, events(begin, add("one")), { type: "link", link: { state: "connecting" } });
    expect(lost.active).toMatchObject({ subscription: null, seq: 2 });
    const back = [{ type: "attached", run: "r1", reply: { subscription: 5, epoch, seq: 40 } }, { type: "events", now, deliveries: [delivery(3, add(" two"), 5)] }] as const;
    expect(wordsOf(back.reduce(reduce, lost)).at(-1)).toBe("assistant: one two");
  });

  it("to_a_run_that_has_ended_leaves_no_subscription", () => {
    const usage = { inputTokens: 5, outputTokens: 6 };
    const view = { run: run({ state: "done", usage, durationMs: 70 }), messages: [user("u1", "hi"), agent("a1", "bye")], live: false };
    const model = play({ type: "watch", run: run() }, { type: "attached", run: "r1", reply: { subscription: 1, epoch, seq: 9, view, ended: true } });
    expect(model.active?.subscription).toBeNull();
    expect(busyRun(model)).toBeNull();
    expect(model.endings["r1"]).toEqual({ message: "", code: null, usage, durationMs: 70 });
  });

  it("of_another_run_than_the_watched_one_changes_nothing", () => {
    const model = play(...watching);
    expect(reduce(model, { type: "attached", run: "r7", reply: { subscription: 2, epoch, seq: 0 } })).toBe(model);
  });
});

describe("history", () => {
  const page = (ids: string[], next?: string) => ({ conversation: conversation(), messages: ids.map((id) => user(id, id, { run: id })), live: [], ...(next === undefined ? {} : { next }) });

  it("older_pages_go_in_front_and_bring_no_message_twice", () => {
    const model = play({ type: "page", older: false, page: page(["m3", "m4"], "c3") }, { type: "loadingOlder" }, { type: "page", older: true, page: page(["m1", "m2", "m3"]) });
    expect(model.messages.map((m) => m.id)).toEqual(["m1", "m2", "m3", "m4"]);
    expect(model).toMatchObject({ older: "", loading: "none" });
  });

  it("the_newest_page_renews_what_it_holds_and_keeps_older_pages", () => {
    const model = play({ type: "page", older: false, page: page(["m2", "m3"], "c2") }, { type: "page", older: true, page: page(["m1"], "c1") });
    const newer = reduce(model, { type: "page", older: false, page: { ...page(["m3", "m4"], "c3"), messages: [user("m3", "changed"), user("m4", "m4")] } });
    expect(newer.messages.map((m) => m.content[0]?.text)).toEqual(["m1", "m2", "changed", "m4"]);
    expect(newer.older).toBe("c1");
  });

  it("a_page_that_does_not_meet_what_is_known_stands_alone", () => {
    const model = play({ type: "page", older: false, page: page(["m1"]) }, { type: "page", older: false, page: page(["m8", "m9"], "c8") });
    expect(model.messages.map((m) => m.id)).toEqual(["m8", "m9"]);
    expect(model.older).toBe("c8");
  });

  it("a_page_does_not_touch_the_run_that_is_being_watched", () => {
    const model = play(...watching, events(begin, add("streamed")));
    const stored = { conversation: conversation(), messages: [user("u0", "before", { run: "r0" }), user("u1", "hi"), agent("a1", "streamed and more")], live: [run()] };
    const after = reduce(model, { type: "page", older: false, page: stored });
    expect(wordsOf(after)).toEqual(["user: before", "user: hi", "assistant: streamed"]);
    expect(wordsOf(reduce(after, { type: "events", now, deliveries: [delivery(3, add(" and more"))] })).at(-1)).toBe("assistant: streamed and more");
  });

  it("a_run_that_the_page_no_longer_lists_has_ended_meanwhile", () => {
    const lost = play(...watching, { type: "link", link: { state: "connecting" } });
    expect(busyRun(lost)).not.toBeNull();
    expect(reduce(lost, { type: "page", older: false, page: { conversation: conversation(), messages: [user("u1", "hi"), agent("a1", "all")], live: [] } }).active).toBeNull();
  });
});

it("a_message_without_a_content_list_does_not_take_the_panel_down", () => {
  const bare: unknown = JSON.parse(JSON.stringify({ ...agent("a1", ""), content: null }));
  const lacking = (value: unknown): value is ReturnType<typeof agent> => typeof value === "object";
  if (!lacking(bare)) throw new Error("not made");
  const model = play(...watching, events({ type: "new_message", begins: bare }, add("fine")));
  expect(wordsOf(model)).toEqual(["user: hi", "assistant: fine"]);
});

describe("sending", () => {
  const pending = { nonce: "n1", text: "do it", files: [], state: "sending", problem: null } as const;
  const reply = { conversation: conversation(), run: run(), message: "u1" };

  it("accepted_words_move_into_the_conversation_once", () => {
    const withView = play({ type: "sending", pending }, { type: "accepted", nonce: "n1", now, reply: { ...reply, attached: { subscription: 1, epoch, seq: 0, view: { run: run(), messages: [user("u1", "do it")], live: false } } } });
    const without = play({ type: "sending", pending }, { type: "accepted", nonce: "n1", now, reply });
    for (const model of [withView, without]) {
      expect(wordsOf(model)).toEqual(["user: do it"]);
      expect(model.pending).toBeNull();
    }
  });

  it("refused_words_stay_with_the_reason", () => {
    const problem = { kind: "busy", detail: "run r0 is under way", next: "" } as const;
    expect(play({ type: "sending", pending }, { type: "refused", nonce: "n1", problem }).pending).toEqual({ ...pending, state: "unsent", problem });
  });

  it("an_answer_to_words_given_up_changes_nothing", () => {
    const problem = { kind: "other", detail: "", next: "" } as const;
    const model = play({ type: "sending", pending }, { type: "discardPending" });
    expect(reduce(model, { type: "refused", nonce: "n1", problem })).toBe(model);
  });
});

it("leaving_a_conversation_keeps_the_link_and_forgets_the_rest", () => {
  const model = play({ type: "link", link: { state: "connecting" } }, ...watching, events(begin, add("a")), { type: "leave", loading: "opening", chat: "c2" });
  expect(model).toEqual({ ...emptyModel, loading: "opening", place: { visit: 1, chat: "c2" } });
});

describe("where a person writes", () => {
  const problem = (kind: "not_found" | "other") => ({ type: "problem", problem: { kind, detail: "", next: "" }, unread: true }) as const;
  const opening: Action = { type: "leave", loading: "opening", chat: "c1" };
  const page: Action = { type: "page", page: { conversation: conversation(), messages: [], live: [] }, older: false };

  it.each([
    ["is_the_chat_that_will_be_opened", [{ type: "remembered", chat: "c1" }], { visit: 1, chat: "c1" }],
    ["is_the_chat_that_is_being_opened_and_then_open", [opening, page], { visit: 1, chat: "c1" }],
    ["is_a_new_one_where_a_chat_could_not_be_opened", [opening, problem("other")], { visit: 2, chat: "" }],
    ["goes_on_in_a_new_one_where_a_chat_is_gone", [opening, problem("not_found")], { visit: 1, chat: "" }],
    ["stays_where_older_messages_could_not_be_read", [opening, page, problem("not_found")], { visit: 1, chat: "c1" }],
  ] as const)("%s", (_name, actions, place) => {
    expect(play(...actions).place).toEqual(place);
  });

  it("goes_on_in_a_chat_that_begins", () => {
    const pending = { nonce: "n1", text: "do it", files: [], state: "sending", problem: null } as const;
    const reply = { conversation: conversation("c9"), run: run({ conversation: "c9" }), message: "m1" };
    const model = play({ type: "sending", pending }, { type: "accepted", nonce: "n1", reply, now: 0 });
    expect(model.place).toEqual({ visit: 0, chat: "c9" });
  });
});
