// @vitest-environment jsdom
// A page in Chinese says what failed in its own words; those of the program and the provider stand below, marked as theirs.
import { beforeEach, describe, expect, it, vi } from "vitest";

// The language is chosen when the words are loaded, which is before anything else here.
vi.hoisted(() => localStorage.setItem("margay.language", "zh-CN"));

import { KeptForm } from "../options/kept";
import { ModelSettings } from "../options/models";
import { Outcome } from "../options/view/outcome";
import { ModelForm } from "../options/view/form";
import { FakeDaemon } from "../panel/testing/daemon";
import { doing, draw, one, soon } from "../panel/testing/draw";
import { agent, call, conversation, run, user } from "../panel/testing/make";
import { callerOf, drawPanel, openLink, stubBrowser } from "../panel/testing/panel";
import { someModels } from "../panel/testing/shelf";
import type { Action } from "../panel/state/reducer";
import { FaultError } from "../wire";
import { CheckList } from "./checklist";
import { ProblemWords } from "./link";
import { problemOf } from "./problem";
import { strings } from "./strings";
import { tellWords } from "./telling";

beforeEach(stubBrowser);

/** English prose outside of quotations; names, commands and paths are no prose. */
function strayEnglish(root: HTMLElement): string[] {
  const copy = root.cloneNode(true);
  if (!(copy instanceof HTMLElement)) throw new Error("no element");
  for (const part of copy.querySelectorAll("q, code")) part.remove();
  return copy.textContent.match(/[A-Za-z’']+(?: [A-Za-z’']+){2,}/g) ?? [];
}

const refused = "Incorrect API key provided: sk-1. Check the API key of this provider in the options.";

describe("in Chinese", () => {
  it("a_failed_run_says_what_to_do_and_quotes_the_provider", async () => {
    const messages = [user("u1", "去"), agent("a1", "", { content: [], errorCode: "auth", error: refused })];
    const { root } = await drawPanel({ actions: [openLink, { type: "page", older: false, page: { conversation: conversation(), messages, live: [] } }] });
    const card = one(root, ".failure");
    expect(one(card, ".card-title").textContent).toBe(strings.run.errors["auth"]?.title);
    expect(one(card, ".card-detail").textContent).toBe(strings.run.errors["auth"]?.next);
    expect(one(card, ".quoted q").textContent).toBe(refused);
    expect(strayEnglish(card)).toEqual([]);
  });

  it("an_attempt_that_is_made_again_says_so_and_quotes_why", async () => {
    const reply = { subscription: 1, epoch: "e1", seq: 0, view: { run: run(), messages: [user("u1", "去")], live: false } };
    const event = { type: "retry", attempt: 1, maxRetries: 3, error: "The server had an error while processing your request.", errorCode: "overloaded", delayMs: 4000 } as const;
    const actions: Action[] = [
      openLink,
      { type: "page", older: false, page: { conversation: conversation(), messages: [user("u1", "去")], live: [run()] } },
      { type: "watch", run: run() },
      { type: "attached", run: run().id, reply },
      { type: "events", deliveries: [{ subscription: 1, event: { run: run().id, epoch: "e1", seq: 1, event } }], now: Date.now() },
    ];
    const { root } = await drawPanel({ actions });
    const line = one(root, ".retry");
    expect(line.textContent).toContain(strings.run.errors["overloaded"]?.title);
    expect(one(line, "q").textContent).toBe("The server had an error while processing your request.");
    expect(strayEnglish(line)).toEqual([]);
  });

  it("a_test_that_failed_says_what_to_do_by_its_code", async () => {
    const tested = { ok: false, error: "Incorrect API key provided.", errorCode: "auth", next: "Check the key in the options.", durationMs: 400 } as const;
    const root = await draw(<Outcome tested={tested} />);
    expect(root.textContent).toContain(strings.options.models.failsNext["auth"]);
    expect(one(root, "q").textContent).toBe("Incorrect API key provided. Check the key in the options.");
    expect(strayEnglish(root)).toEqual([]);
  });

  it("a_list_that_could_not_be_had_says_what_to_do", async () => {
    const daemon = new FakeDaemon();
    daemon.models = someModels();
    daemon.offered = null;
    const forms = new KeptForm(localStorage, Date.now, { hold: () => Promise.resolve(null), id: "p" });
    const root = await draw(<ModelForm settings={new ModelSettings(callerOf(daemon))} models={daemon.models} model={null} left={null} forms={forms} way={{ current: null }} done={() => undefined} />);
    await doing(() => one(root, "#form-list").click());
    await soon(() => expect(root.querySelector("#list-failed")).not.toBeNull());
    const note = one(root, "#list-failed");
    expect(one(note, "q").textContent).toBe("The provider refused the key. Check the key.");
    expect(note.textContent).toContain(strings.run.errors["auth"]?.title);
    expect(note.textContent).toContain(strings.options.form.listFailedFor["auth"]);
    expect(strayEnglish(note)).toEqual([]);
  });

  it.each([
    ["not_found", "there is no such conversation", "", ""],
    ["store_locked", "The process 712 (margay serve) holds the data.", "Run: margay stop", "margay stop"],
    ["store_damaged", "The file margay.db is damaged at page 7.", "It was kept as /home/m/margay.db.damaged.", ""],
    ["no_daemon", "The daemon did not start within 10 s.", "Run: /home/m/bin/margay serve --data /home/m/d", "/home/m/bin/margay serve --data /home/m/d"],
    ["internal", "An unexpected thing went wrong.", "", "margay doctor"],
  ] as const)("%s_is_told_in_chinese", async (reason, message, next, command) => {
    const problem = problemOf(new FaultError(reason, message, next));
    const root = await draw(<ProblemWords problem={problem} />);
    expect(one(root, "q").textContent).toBe(`${message} ${next}`.trim());
    expect(one(root, ".quoted-of").textContent).toBe(strings.common.quoted);
    expect(strayEnglish(root)).toEqual([]);
    expect(root.querySelector("code")?.textContent ?? "").toBe(command);
    // No other command than the one to be copied is named.
    const named = [...root.textContent.matchAll(/“(margay [^”]*)”/g)].map((m) => m[1]);
    expect(named.filter((n) => n !== command)).toEqual([]);
  });

  it("checks_that_could_not_run_are_told_alike", async () => {
    const problem = problemOf(new FaultError("store_locked", "Another process holds the data.", "Run: margay stop"));
    const root = await draw(<CheckList state={{ running: false, diagnosis: null, problem }} />);
    expect(one(root, "q").textContent).toBe("Another process holds the data. Run: margay stop");
    expect(strayEnglish(root)).toEqual([]);
  });

  it("words_that_came_in_chinese_are_no_quotation", async () => {
    const root = await draw(<ProblemWords problem={problemOf(new FaultError("internal", "磁盘已满。", "请清理磁盘。"))} />);
    expect(root.querySelector("q")).toBeNull();
    expect(root.textContent).toContain("磁盘已满。");
    expect(root.textContent).toContain("请清理磁盘。");
  });

  it("a_message_that_was_not_sent_says_why", async () => {
    const { root } = await drawPanel({ actions: [openLink, { type: "sending", pending: { nonce: "n", text: "去", files: [], state: "unsent", problem: problemOf(new FaultError("internal", "The disk is full now.", "Make room on it.")) } }] });
    expect(one(root, ".unsent q").textContent).toBe("The disk is full now. Make room on it.");
    expect(strayEnglish(one(root, ".unsent"))).toEqual([]);
  });

  it("a_call_that_failed_quotes_what_the_model_was_told", async () => {
    const result = "The element is covered by another one.\nScroll, or close what lies over it.";
    const messages = [user("u1", "去"), agent("a1", "", { toolCalls: [call("k1", { name: "click", arguments: "{}", status: "error", result })] })];
    const { root } = await drawPanel({ actions: [openLink, { type: "page", older: false, page: { conversation: conversation(), messages, live: [] } }] });
    const card = one(root, "[data-call=k1]");
    expect(one(card, ".call-failure").textContent).toBe(strings.call.failed);
    expect(one(card, ".call-result q").textContent).toBe(result);
    expect(one(card, ".quoted-of").textContent).toBe(strings.common.quoted);
    expect(strayEnglish(card)).toEqual([]);
  });

  it.each([
    ["No element “登录”: the page has changed. Take a snapshot.", true],
    ["The page shows 登 and has no such button.", true],
    ["The file 报告.pdf cannot be read any more.", true],
    ["没有名为 “Sign in to your account now” 的按钮。", false],
    ["无法写入 /home/m/data/margay.db：磁盘已满。", false],
    ["Error code: 400，参数错误", false],
    ["404", false],
  ])("%j_is_a_quotation_by_what_it_mostly_is", (words, quoted) => {
    expect(tellWords(words)).toEqual(quoted ? { own: "", quoted: words } : { own: words, quoted: "" });
  });

  it("a_long_word_is_looked_at_in_time", () => {
    const began = performance.now();
    expect(tellWords("x".repeat(40_000)).quoted).toHaveLength(40_000);
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  it("a_file_that_is_not_taken_says_why", async () => {
    const { root, files } = await drawPanel({ daemon: new FakeDaemon() });
    await doing(() => void files.add([new File(["PK"], "a.zip", { type: "application/zip" })], "x"));
    await soon(() => expect(one(root, "[data-file]").dataset["state"]).toBe("failed"));
    expect(one(root, "[data-file] q").textContent).toBe("Archives cannot be attached.");
    expect(one(root, "[data-file]").textContent).toContain(strings.files.unsupported);
  });
});
