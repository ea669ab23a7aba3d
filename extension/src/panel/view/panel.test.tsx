// @vitest-environment jsdom
import { readFileSync } from "node:fs";
import { ErrorCodeValues } from "@protocol/chat.gen";
import { beforeEach, describe, expect, it } from "vitest";
import { keepDataDir } from "../../ui/program";
import { strings } from "../../ui/strings";
import type { Action } from "../state/reducer";
import { FakeDaemon } from "../testing/daemon";
import { doing, one, press, soon } from "../testing/draw";
import { agent, call, conversation, delivery, epoch, run, user } from "../testing/make";
import { composer, drawPanel, openLink, stubBrowser, type } from "../testing/panel";
import { longestMessage } from "./composer";

const now = Date.now();

const watching: Action[] = [
  { type: "page", older: false, page: { conversation: conversation(), messages: [user("u1", "go")], live: [run()] } },
  { type: "watch", run: run({ createdAt: new Date(now - 5000).toISOString() }) },
  { type: "attached", run: "r1", reply: { subscription: 1, epoch, seq: 0, view: { run: run(), messages: [user("u1", "go")], live: false } } },
];

const panel = (...actions: Action[]) => drawPanel({ actions: [openLink, ...actions] });

beforeEach(stubBrowser);

describe("the composer", () => {
  it("sends_with_enter_and_is_empty_at_once", async () => {
    const { root, send } = await panel();
    const box = await type(root, "do it");
    await doing(() => {
      expect(press(box, "Enter").defaultPrevented).toBe(true);
      press(box, "Enter");
    });
    expect(send.mock.calls).toEqual([["do it", [], undefined]]);
    expect(box.value).toBe("");
  });

  it.each([
    ["isComposing", { isComposing: true }],
    ["keyCode_229", { keyCode: 229 }],
  ])("leaves_enter_to_an_open_composition_%s", async (_name, key) => {
    const { root, send } = await panel();
    const box = await type(root, "にほん");
    await doing(() => expect(press(box, "Enter", key).defaultPrevented).toBe(false));
    expect(send).not.toHaveBeenCalled();
    expect(box.value).toBe("にほん");
  });

  it.each([["shift", { shiftKey: true }], ["alt", { altKey: true }]])("makes_a_new_line_with_%s_and_enter", async (_name, key) => {
    const { root, send } = await panel();
    const box = await type(root, "one");
    await doing(() => expect(press(box, "Enter", key).defaultPrevented).toBe(false));
    expect(send).not.toHaveBeenCalled();
  });

  it("states_its_limit_and_does_not_send_beyond_it", async () => {
    const { root, send } = await panel();
    const box = await type(root, "x".repeat(longestMessage + 1));
    expect(one(root, "#composer-trouble").textContent).toContain("200,000");
    expect(one(root, "#send")).toHaveProperty("disabled", true);
    await doing(() => void press(box, "Enter"));
    expect(send).not.toHaveBeenCalled();
    await type(root, "x".repeat(longestMessage));
    expect(one(root, "#composer-trouble").textContent).toBe("");
  });

  it("does_not_send_without_a_link_but_keeps_the_words", async () => {
    const { root, send, dispatch } = await panel();
    const box = await type(root, "words");
    await dispatch({ type: "link", link: { state: "waiting", retryAt: 0, problem: { kind: "link_lost", detail: "", next: "" } } });
    await doing(() => void press(box, "Enter"));
    expect(send).not.toHaveBeenCalled();
    expect(box.value).toBe("words");
  });

  it("offers_nothing_that_cannot_be_done_on_a_page_of_the_browser", async () => {
    const { root, front } = await drawPanel();
    expect(one(root, ".prompts").textContent).toContain(strings.empty.prompts[0]?.text);
    await doing(() => front.readable.set(false));
    expect(one(root, ".empty .lead").textContent).toBe(strings.empty.closed.lead);
    expect([...root.querySelectorAll(".prompt-text")].map((p) => p.textContent)).toEqual(strings.empty.closed.prompts.map((p) => p.text));
    await doing(() => front.readable.set(true));
    expect(root.querySelectorAll(".prompt")).toHaveLength(3);
  });

  it("takes_an_example_prompt_without_sending_it", async () => {
    const { root, send } = await panel();
    await doing(() => root.querySelector<HTMLElement>(".prompt")?.click());
    expect(composer(root).value).toBe(strings.empty.prompts[0]?.text);
    expect(send).not.toHaveBeenCalled();
  });

  it("takes_back_the_words_that_could_not_be_sent", async () => {
    const pending = { nonce: "n", text: "the unsent words", files: [], state: "unsent", problem: { kind: "busy", detail: "", next: "" } } as const;
    const { root, sendAgain } = await panel({ type: "sending", pending });
    expect(one(root, "[data-pending=unsent]").textContent).toContain(strings.problems.busy.title);
    await doing(() => one(root, ".unsent .button").click());
    expect(sendAgain).toHaveBeenCalledOnce();
    await doing(() => one(root, ".unsent .quiet").click());
    expect(composer(root).value).toBe("the unsent words");
  });

  it("has_the_focus_in_a_new_chat_and_keeps_its_words", async () => {
    const { root, newChat } = await panel(...watching);
    const box = await type(root, "a draft");
    await doing(() => {
      one(root, "#new-chat").focus();
      one(root, "#new-chat").click();
    });
    expect(newChat).toHaveBeenCalledOnce();
    expect(document.activeElement).toBe(box);
    expect(box.value).toBe("a draft");
  });

  it("has_the_focus_again_when_the_button_that_had_it_is_gone", async () => {
    const { root, dispatch } = await panel(...watching);
    one(root, "#stop").focus();
    await dispatch({ type: "events", now, deliveries: [delivery(1, { type: "error", message: "", errorCode: "cancelled", durationMs: 5 })] });
    expect(document.activeElement).toBe(composer(root));
  });
});

describe("stopping", () => {
  it("is_offered_by_button_and_escape_while_a_run_goes_on", async () => {
    const { root, stop } = await panel(...watching);
    expect(root.querySelector("#send")).toBeNull();
    await doing(() => one(root, "#stop").click());
    await doing(() => void press(composer(root), "Escape"));
    expect(stop).toHaveBeenCalledTimes(2);
  });

  it("is_not_meant_by_escape_in_a_composition_or_in_the_drawer", async () => {
    const { root, stop } = await panel(...watching);
    await doing(() => void press(composer(root), "Escape", { isComposing: true }));
    await doing(() => one(root, "#chats-button").click());
    await doing(() => void press(one(root, "#chats-search"), "Escape"));
    await doing(() => void one(root, "#chats").dispatchEvent(new Event("cancel", { cancelable: true })));
    expect(root.querySelector("#chats")).toBeNull();
    expect(stop).not.toHaveBeenCalled();
  });

  it("shows_that_it_was_asked_for", async () => {
    const { root, dispatch } = await panel(...watching);
    expect(one(root, "#status").dataset["state"]).toBe("running");
    await dispatch({ type: "stopAsked" });
    expect(one(root, "#status").dataset["state"]).toBe("stopping");
    expect(one(root, "#stop")).toHaveProperty("disabled", true);
  });
});

describe("a run", () => {
  it("shows_calls_with_state_arguments_result_and_duration", async () => {
    const { root, dispatch } = await panel(...watching);
    const calls = [
      call("k1", { name: "fill", arguments: '{"ref":"e1","value":"Mira"}', status: "completed", result: "Filled.", durationMs: 41 }),
      call("k2", { arguments: "{broken", status: "pending" }),
    ];
    const view = { run: run(), messages: [user("u1", "go"), agent("a1", "On it.", { toolCalls: calls })], live: false };
    await dispatch({ type: "events", now, deliveries: [delivery(1, { type: "sync", view })] });
    const fill = one(root, "[data-call=k1]");
    expect(fill.dataset["status"]).toBe("completed");
    expect(fill.textContent).toContain('"value": "Mira"');
    expect(fill.textContent).toContain("Filled.");
    expect(fill.querySelector("summary")?.textContent).toBe("fillMiraDone41 ms");
    expect(one(root, "[data-call=k2]").dataset["status"]).toBe("pending");
    expect(one(root, "[data-call=k2]").textContent).toContain("{broken");
    await dispatch({ type: "events", now: Date.now() - 1000, deliveries: [delivery(2, { type: "tool_call_running", id: "k2" })] });
    expect(one(root, "[data-call=k2]").dataset["status"]).toBe("started");
    expect(one(root, "[data-call=k2] .call-time").textContent).toMatch(/^1\.\d s$/);
  });

  it("reads_the_whole_of_a_long_result_when_asked", async () => {
    const long = call("k1", { status: "completed", result: "the wh", resultBlob: "b1", resultSize: 12345 });
    const page = { conversation: conversation(), messages: [agent("a1", "", { toolCalls: [long] })], live: [] };
    const { root, readText } = await panel({ type: "page", older: false, page });
    const button = one(root, "[data-call] .call-body .quiet");
    expect(button.textContent).toBe("Show all (12 KB)");
    await doing(() => button.click());
    await soon(() => expect(one(root, ".call-result").textContent).toBe("the whole result"));
    expect(readText).toHaveBeenCalledWith("b1");
    expect(root.querySelector(".call-body .quiet")).toBeNull();
    expect(document.activeElement).toBe(one(root, ".call-result"));
  });

  it("shows_arguments_that_were_mended_as_they_ran_and_why_a_call_took_too_long", async () => {
    const calls = [
      call("k1", { arguments: '{"tab":"7"}', ran: '{"tab":7}', status: "timed_out", result: "No answer within 1m0s. Nothing was changed." }),
      call("k2", { status: "completed", result: "Clicked." }),
    ];
    const page = { conversation: conversation(), messages: [agent("a1", "", { toolCalls: calls })], live: [] };
    const { root } = await panel({ type: "page", older: false, page });
    const shown = [...one(root, "[data-call=k1]").querySelectorAll("pre")].map((e) => e.textContent);
    expect(shown.slice(0, 2)).toEqual(['{\n  "tab": "7"\n}', '{\n  "tab": 7\n}']);
    expect(one(root, "[data-call=k1] .call-state").textContent).toBe(strings.call.states.timed_out);
    expect(one(root, "[data-call=k1] .call-failure").textContent).toBe("No answer within 1m0s. Nothing was changed.");
    expect(one(root, "[data-call=k2]").querySelectorAll("pre")).toHaveLength(2);
  });

  it("calls_left_open_by_a_run_that_is_over_do_not_turn_for_ever", async () => {
    const calls = [call("k1", { status: "started" }), call("k2", { status: "pending" })];
    const page = { conversation: conversation(), messages: [agent("a1", "", { toolCalls: calls })], live: [] };
    const { root } = await panel({ type: "page", older: false, page });
    expect([...root.querySelectorAll<HTMLElement>("[data-call]")].map((c) => c.dataset["status"])).toEqual(["unknown", "not_run"]);
  });

  it("ends_with_usage_and_duration", async () => {
    const { root, dispatch } = await panel(...watching);
    const begin = delivery(1, { type: "new_message", begins: agent("a1", "") });
    const done = delivery(3, { type: "done", usage: { inputTokens: 4210, outputTokens: 386 }, durationMs: 6412 });
    await dispatch({ type: "events", now, deliveries: [begin, delivery(2, { type: "content_delta", delta: "Done." }), done] });
    expect(one(root, ".footer").textContent).toBe("4.2k in · 386 out · 6.4 s");
    expect(one(root, "#status").dataset).toMatchObject({ state: "ready", run: "r1", runState: "done" });
    expect(root.querySelector(".working")).toBeNull();
  });

  it("that_failed_says_why_even_where_the_vendor_said_nothing", async () => {
    const { root, dispatch } = await panel(...watching);
    await dispatch({ type: "events", now, deliveries: [delivery(1, { type: "error", message: "", errorCode: "api_error", durationMs: 5 })] });
    const words = strings.run.errors["api_error"];
    expect(one(root, ".failure .card-title").textContent).toBe(words?.title);
    expect(one(root, ".failure .card-detail").textContent).toBe(words?.next);
  });

  it("that_failed_can_be_asked_for_again_and_a_draft_is_kept", async () => {
    const { root, dispatch, send } = await panel(...watching);
    await type(root, "a draft");
    await dispatch({ type: "events", now, deliveries: [delivery(1, { type: "error", message: "no key", errorCode: "auth", durationMs: 5 })] });
    expect(one(root, ".failure .card-detail").textContent).toBe("no key");
    await doing(() => one(root, ".failure .again").click());
    expect(composer(root).value).toBe("go\n\na draft");
    expect(send).not.toHaveBeenCalled();
  });

  it.each([["auth", 1], ["api_error", 1], ["network", 1], ["rate_limit", 0], ["stuck", 0]] as const)("that_failed_by_%s_leads_to_the_options_where_they_can_mend_it", async (errorCode, ways) => {
    const { root, dispatch, openOptions } = await panel(...watching);
    await dispatch({ type: "events", now, deliveries: [delivery(1, { type: "error", message: "no", errorCode, durationMs: 5 })] });
    const found = [...root.querySelectorAll<HTMLElement>(".failure .to-options")];
    await doing(() => found.forEach((way) => way.click()));
    expect(openOptions).toHaveBeenCalledTimes(ways);
  });

  it("that_used_no_tokens_names_none", async () => {
    const { root, dispatch } = await panel(...watching);
    const usage = { inputTokens: 0, outputTokens: 0 };
    await dispatch({ type: "events", now, deliveries: [delivery(1, { type: "error", message: "Stopped.", errorCode: "cancelled", usage, durationMs: 900 })] });
    expect(one(root, ".footer").textContent).toBe("900 ms");
    expect(one(root, ".stopped").textContent).toContain(strings.run.stoppedByYou);
  });

  it("that_is_tried_again_says_so_and_counts_down", async () => {
    const { root, dispatch } = await panel(...watching);
    const retry = delivery(1, { type: "retry", attempt: 1, maxRetries: 5, error: "529 overloaded", delayMs: 8000 });
    await dispatch({ type: "events", now: Date.now(), deliveries: [retry] });
    expect(one(root, ".retry").textContent).toMatch(/529 overloaded.*Attempt 1 of 5.*Trying again in [78] s/);
    expect(one(root, "#status").dataset["state"]).toBe("retrying");
  });

  it("that_was_interrupted_offers_to_resume", async () => {
    const { root, resume } = await panel(watching[0] ?? openLink, { type: "watch", run: run({ state: "interrupted" }) });
    expect(root.querySelector(".footer")).toBeNull();
    await doing(() => one(root, "#resume").click());
    expect(resume).toHaveBeenCalledOnce();
  });
});

describe("following", () => {
  // jsdom has no layout: a list of 1000 in a window of 400, at its end.
  async function atTheEnd() {
    const { root, dispatch } = await panel(...watching);
    const box = one(root, ".scroller");
    Object.defineProperties(box, { scrollHeight: { value: 1000, writable: true }, clientHeight: { value: 400 } });
    const grow = (seq: number) => dispatch({ type: "events", now, deliveries: [delivery(seq, { type: "content_delta", delta: "x" })] });
    const scrollTo = (top: number) =>
      doing(() => {
        box.scrollTop = top;
        box.dispatchEvent(new Event("scroll"));
      });
    await dispatch({ type: "events", now, deliveries: [delivery(1, { type: "new_message", begins: agent("a1", "") })] });
    await scrollTo(600);
    return { root, box, grow, scrollTo };
  }

  it("ends_with_the_first_turn_of_the_wheel_before_anything_has_scrolled", async () => {
    const { root, box, grow } = await atTheEnd();
    await doing(() => void box.dispatchEvent(new WheelEvent("wheel", { deltaY: -1 })));
    expect(root.querySelector(".latest")).not.toBeNull();
    box.scrollTop = 590;
    await grow(2);
    expect(box.scrollTop).toBe(590);
  });

  it("ends_with_a_short_way_up_and_begins_again_on_the_way_down", async () => {
    const { root, scrollTo } = await atTheEnd();
    await scrollTo(590);
    expect(root.querySelector(".latest")).not.toBeNull();
    await scrollTo(595);
    expect(root.querySelector(".latest")).toBeNull();
  });

  it("goes_on_when_the_list_becomes_shorter", async () => {
    const { root, box, scrollTo } = await atTheEnd();
    Object.assign(box, { scrollHeight: 950 });
    await scrollTo(550);
    expect(root.querySelector(".latest")).toBeNull();
  });

  it("leads_down_and_leaves_the_focus_where_one_writes", async () => {
    const { root, scrollTo } = await atTheEnd();
    await scrollTo(100);
    await doing(() => one(root, ".latest").click());
    expect(root.querySelector(".latest")).toBeNull();
    expect(document.activeElement).toBe(composer(root));
  });
});

const status = { version: "0", build: "0", pid: 1, epoch, dataDir: "/d", logPath: "/l", browsers: [], liveRuns: 0, abandoned: 0 };

describe("trouble", () => {
  it("each_kind_has_words_and_a_next_step_of_its_own", () => {
    const problems = Object.values(strings.problems);
    expect(new Set(problems.map((p) => p.title)).size).toBe(problems.length);
    expect(problems.filter((p) => p.title === "" || p.next === "")).toEqual([]);
  });

  it("of_a_run_has_words_for_each_code_that_it_can_fail_by", () => {
    const silent = ErrorCodeValues.filter((code) => code !== "cancelled" && strings.run.errors[code] === undefined);
    expect(silent).toEqual([]);
  });

  it("of_the_link_shows_the_step_that_the_fault_names", async () => {
    const problem = { kind: "store_locked", detail: "held by process 7", next: "End process 7." } as const;
    const { root, retryLink } = await panel({ type: "link", link: { state: "stopped", problem } });
    const banner = one(root, "#link-problem");
    expect(banner.dataset["kind"]).toBe("store_locked");
    expect(banner.textContent).toContain("End process 7.");
    expect(banner.textContent).toContain("held by process 7");
    expect(banner.querySelector("details")).toBeNull();
    await doing(() => one(root, "#reconnect").click());
    expect(retryLink).toHaveBeenCalledOnce();
    expect(one(root, "#status").dataset["state"]).toBe("stopped");
  });

  it("of_a_lost_data_file_stays_until_it_is_dismissed", async () => {
    const file = "margay.db.damaged-20261130-180000.000";
    keepDataDir("/srv/d");
    const { root, dismissDamage, dispatch } = await panel({ type: "status", status: { ...status, model: "offline", damaged: [{ file, at: "2026-11-30T18:00:00Z" }] } });
    await dispatch({ type: "problem", problem: null });
    const banner = one(root, `[data-damaged="${file}"]`);
    expect(banner.textContent).toContain(file);
    expect(one(banner, "code").textContent).toBe("/srv/d/bin/margay stop --data /srv/d");
    await doing(() => one(banner, ".banner > button").click());
    expect(dismissDamage).toHaveBeenCalledExactlyOnceWith(file);
    await dispatch({ type: "status", status: { ...status, model: "offline", damaged: [] } });
    expect(root.querySelector("[data-damaged]")).toBeNull();
  });

  it("of_an_action_can_be_put_away", async () => {
    const { root, dismissProblem } = await panel({ type: "problem", problem: { kind: "other", detail: "disk full", next: "" } });
    expect(one(root, "#problem").textContent).toContain("disk full");
    await doing(() => one(root, "#problem .icon-button").click());
    expect(dismissProblem).toHaveBeenCalledOnce();
  });
});

describe("a new chat", () => {
  it("says_when_the_offline_model_answers_and_leads_to_the_options", async () => {
    const { root, dispatch, openOptions } = await panel({ type: "status", status: { ...status, model: "offline" } });
    expect(one(root, "#step-model").textContent).toContain(strings.first.offline);
    await doing(() => one(root, "#connect-model").click());
    expect(openOptions).toHaveBeenCalledOnce();
    await dispatch({ type: "status", status: { ...status, model: "openai:gpt-5" } });
    expect(root.querySelector("#steps")).toBeNull();
    expect(one(root, ".model-known").textContent).toBe("openai:gpt-5");
  });

  it("that_is_the_first_says_what_is_there", async () => {
    const { root, chats } = await drawPanel({ daemon: new FakeDaemon(), actions: [openLink, { type: "status", status: { ...status, model: "openai:gpt-5" } }] });
    await doing(() => void chats.look());
    await soon(() => expect(one(root, "#step-host").textContent).toBe(strings.first.found("0.1.0")));
    expect(one(root, "#step-model").textContent).toBe(strings.first.model("openai:gpt-5"));
    expect(root.querySelectorAll(".prompt")).toHaveLength(3);
  });

  it("says_when_the_program_does_not_answer", async () => {
    const problem = { kind: "host_missing", detail: "", next: "" } as const;
    const { root } = await panel({ type: "link", link: { state: "stopped", problem } });
    expect(one(root, "#step-host").textContent).toContain(strings.first.missing);
    expect(root.querySelector("#step-model")).toBeNull();
  });
});

it("the_mark_is_the_drawing_that_the_toolbar_shows", async () => {
  const { root } = await panel();
  const sources = [...root.querySelectorAll<HTMLImageElement>("img.mark")].map((mark) => mark.getAttribute("src"));
  expect(sources).toEqual(["icons/margay.svg", "icons/margay.svg"]);
  expect(readFileSync("static/icons/margay.svg", "utf8")).toContain("<title>Margay</title>");
  expect(readFileSync("icons/draw.mjs", "utf8")).toContain("../static/icons/margay.svg");
});
