// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Link } from "../panel/client";
import { FakeDaemon } from "../panel/testing/daemon";
import { clear, doing, draw, one, soon } from "../panel/testing/draw";
import { conversation, run } from "../panel/testing/make";
import { callerOf, hello, stubBrowser } from "../panel/testing/panel";
import { Checks } from "../ui/checks";
import { Observable } from "../ui/observable";
import { strings } from "../ui/strings";
import { Runs } from "./runs";
import { Popup } from "./view";

beforeEach(stubBrowser);
let runs: Runs | undefined;
afterEach(() => runs?.end());

async function popup(daemon: FakeDaemon, state: Link = { state: "open", hello }) {
  const client = callerOf(daemon);
  runs = new Runs(client);
  const ways = { openPanel: vi.fn(), openChat: vi.fn(), openOptions: vi.fn(), retry: vi.fn() };
  const parts = { link: new Observable(state), runs, checks: new Checks(client) };
  const root = await draw(<Popup {...parts} {...ways} />);
  if (state.state === "open") await doing(() => parts.runs.begin());
  return { root, ...ways, ...parts };
}

function busy(): FakeDaemon {
  const daemon = new FakeDaemon();
  daemon.store(conversation("c1", "Order a shirt"), []);
  daemon.begin(run({ id: "r1", conversation: "c1", createdAt: new Date(Date.now() - 5400).toISOString() }), []);
  daemon.begin(run({ id: "r2", conversation: "gone", state: "interrupted" }), []);
  return daemon;
}

describe("the popup", () => {
  it.each(["host_missing", "host_forbidden", "host_broken", "host_foreign", "not_allowed"] as const)("offers_to_install_and_names_what_says_more_of_%s", async (kind) => {
    const { root } = await popup(new FakeDaemon(), { state: "stopped", problem: { kind, detail: "", next: "" } });
    expect(one(root, "#link-problem code").textContent).toBe("margay install");
    expect(one(root, "#link-problem").textContent).toContain("margay doctor");
  });

  it("says_that_it_is_connected_with_version_and_model", async () => {
    const { root } = await popup(new FakeDaemon());
    expect(one(root, "#state").textContent).toBe(strings.popup.connected);
    expect(one(root, "#version").textContent).toBe(strings.popup.program("0.1.0"));
    await soon(() => expect(one(root, "#model").textContent).toBe(strings.common.offlineModel));
    await soon(() => expect(one(root, ".runs").textContent).toContain(strings.popup.noRuns));
  });

  it("lists_the_runs_with_title_and_time", async () => {
    const { root } = await popup(busy());
    await soon(() => expect(root.querySelectorAll("[data-run]")).toHaveLength(2));
    expect(one(root, "[data-run=r1] .run-title").textContent).toBe("Order a shirt");
    expect(one(root, "[data-run=r1] .run-time").textContent).toBe("5 s");
    expect(one(root, "[data-run=r2] .run-time").textContent).toBe(strings.chats.interrupted);
  });

  it("leads_from_a_run_to_its_chat", async () => {
    const { root, openChat } = await popup(busy());
    await soon(() => expect(root.querySelector("[data-run=r1]")).not.toBeNull());
    await doing(() => one(root, "[data-run=r1] .run-title").click());
    expect(openChat).toHaveBeenCalledWith("c1");
  });

  it("stops_a_run_once_and_says_so", async () => {
    const daemon = busy();
    const { root } = await popup(daemon);
    await soon(() => expect(root.querySelector("[data-run=r1] .stop-run")).not.toBeNull());
    const button = one(root, "[data-run=r1] .stop-run");
    expect(button.getAttribute("aria-label")).toBe(strings.popup.stopRun("Order a shirt"));
    button.focus();
    await doing(() => button.click());
    expect(button.textContent).toBe(strings.popup.stopping);
    // It keeps the focus, so it is not off for the browser; a second press does nothing.
    expect(button.getAttribute("aria-disabled")).toBe("true");
    await doing(() => button.click());
    await soon(() => expect(daemon.seen.filter((s) => s.route === "run.stop").map((s) => s.params)).toEqual([{ run: "r1" }]));
    // The row goes with its run; the focus is not lost with it.
    await soon(() => expect(root.querySelector("[data-run=r1]")).toBeNull());
    expect(document.activeElement).toBe(one(root, "#open-panel"));
  });

  it("offers_to_stop_again_what_could_not_be_stopped", async () => {
    const daemon = busy();
    daemon.failNext.set("run.stop", "internal");
    const { root } = await popup(daemon);
    await soon(() => expect(root.querySelector("[data-run=r1] .stop-run")).not.toBeNull());
    await doing(() => one(root, "[data-run=r1] .stop-run").click());
    await soon(() => expect(one(root, ".failure").textContent).toContain("run.stop was refused"));
    expect(one(root, "[data-run=r1] .stop-run").textContent).toBe(strings.popup.stop);
    expect(daemon.seen.filter((s) => s.route === "run.stop")).toHaveLength(1);
  });

  it("tells_no_loss_of_the_link_as_a_failure_to_stop", async () => {
    const daemon = busy();
    daemon.failNext.set("run.stop", "closed");
    const { root, runs: live } = await popup(daemon);
    await soon(() => expect(root.querySelector("[data-run=r1] .stop-run")).not.toBeNull());
    await doing(() => void live.stop("r1"));
    await soon(() => expect(daemon.count("run.stop")).toBe(1));
    expect(live.state.value.problem).toBeNull();
    // It can be pressed again when the link is back.
    expect(one(root, "[data-run=r1] .stop-run").textContent).toBe(strings.popup.stop);
  });

  it("tells_of_a_lost_data_file_until_it_is_dismissed", async () => {
    const daemon = new FakeDaemon();
    const file = "margay.db.damaged-20261130-180000.000";
    daemon.status = { dataDir: "/home/m/.local/share/margay", damaged: [{ file, at: "2026-11-30T18:00:00Z" }] };
    const { root } = await popup(daemon);
    await soon(() => expect(root.querySelector("[data-damaged]")).not.toBeNull());
    expect(one(root, "[data-damaged]").textContent).toContain(strings.link.damaged.title);
    daemon.failNext.set("damage.dismiss", "internal");
    await doing(() => one(root, "[data-damaged] > .icon-button").click());
    await soon(() => expect(one(root, ".failure").textContent).toContain("damage.dismiss was refused"));
    await doing(() => one(root, "[data-damaged] > .icon-button").click());
    await soon(() => expect(root.querySelector("[data-damaged]")).toBeNull());
    expect(daemon.status.damaged).toEqual([]);
    expect(root.querySelector(".failure")).toBeNull();
  });

  it("shows_each_command_to_be_copied_and_says_which_ends_a_process", async () => {
    const next = "Run: kill -9 712. Runs under way are interrupted and can be resumed. To let it go on instead, run: kill -CONT 712. To see why, and what mends it, run: margay doctor.";
    const problem = { kind: "no_daemon", detail: "Process 712 holds the lock and was stopped.", next } as const;
    const { root } = await popup(new FakeDaemon(), { state: "stopped", problem });
    expect([...root.querySelectorAll(".command code")].map((c) => c.textContent)).toEqual(["kill -9 712", "kill -CONT 712", "margay doctor"]);
    expect(root.querySelectorAll(".command .copy")).toHaveLength(3);
    const { endsProcess, goesOn, command } = strings.link;
    expect([...root.querySelectorAll(".command-label")].map((l) => l.textContent)).toEqual([endsProcess, goesOn, command]);
  });

  it.each([
    ["the_words_for_what_the_browser_says", { kind: "host_missing", detail: "", next: "" }, strings.problems.host_missing.next, "margay install"],
    ["the_programs_own_words", { kind: "store_locked", detail: "held by process 7", next: "End it, then run “margay serve”." }, "End it, then run “margay serve”.", "margay serve"],
    ["what_needs_no_command", { kind: "store_newer", detail: "", next: "" }, strings.problems.store_newer.next, ""],
  ] as const)("says_why_it_is_not_connected_and_what_to_run_by_%s", async (_name, problem, next, command) => {
    const { root, retry, openPanel } = await popup(new FakeDaemon(), { state: "waiting", problem, retryAt: Date.now() + 3000 });
    expect(one(root, "#state").textContent).toBe(strings.popup.notConnected);
    const card = one(root, "#link-problem");
    expect(card.textContent).toContain(strings.problems[problem.kind].title);
    expect(card.textContent).toContain(problem.detail);
    expect(card.textContent).toContain(next);
    expect(card.querySelector("code")?.textContent ?? "").toBe(command);
    await doing(() => one(root, "#reconnect").click());
    expect(retry).toHaveBeenCalledOnce();
    await doing(() => one(root, "#open-panel").click());
    expect(openPanel).toHaveBeenCalledOnce();
    clear(root);
  });

  it("runs_the_checks_with_what_failed_first", async () => {
    const daemon = new FakeDaemon();
    daemon.diagnosis = { ok: false, checks: [{ id: "a", title: "A", state: "ok" }, { id: "b", title: "B", state: "failed", cause: "broken", command: "margay install" }] };
    const { root } = await popup(daemon);
    await doing(() => one(root, "#run-checks").click());
    await soon(() => expect([...root.querySelectorAll<HTMLElement>("[data-check]")].map((c) => c.dataset["check"])).toEqual(["b", "a"]));
    expect(one(root, "[data-check=b] code").textContent).toBe("margay install");
    expect(daemon.seen.find((s) => s.route === "doctor.run")?.params).toEqual({ language: "en" });
  });

  it("says_kindly_that_an_older_program_has_no_checks", async () => {
    const daemon = new FakeDaemon();
    daemon.missing.add("doctor.run");
    const { root } = await popup(daemon);
    await doing(() => one(root, "#run-checks").click());
    await soon(() => expect(one(root, "[data-kind=not_served]").textContent).toContain(strings.problems.not_served.title));
    expect(one(root, "[data-kind=not_served] code").textContent).toBe("margay doctor");
  });
});
