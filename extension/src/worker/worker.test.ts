import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { isObject } from "../wire";
import { maxFailures, pauseAfter } from "../wire/client";
import type { FakePort } from "../wire/testing/port";
import { fakeChrome } from "./testing/chrome";

const hello = { product: "margay", version: "1", build: "1", protocol: 1, epoch: "e", lingerMs: 0, dataDir: "", pid: 1 };
const origin = "chrome-extension://jikhncecejclofdlljmojmfpmphieona";

function at(port: FakePort | undefined, method: string): Readonly<Record<string, unknown>> | undefined {
  return port?.sent.filter(isObject).find((m) => m["method"] === method);
}

async function answer(port: FakePort | undefined, method: string, result: object): Promise<void> {
  await vi.waitFor(() => expect(at(port, method)).toBeDefined());
  port?.receive({ jsonrpc: "2.0", id: at(port, method)?.["id"], result });
}

/** Starts a worker on a fresh stand-in, as Chrome starts it: by evaluating the module. */
async function startWorker(kept?: Parameters<typeof fakeChrome>[0], attached: readonly number[] = []) {
  const chrome = fakeChrome(kept);
  chrome.debugger.getTargets.mockResolvedValue(attached.map((tabId) => ({ attached: true, tabId })));
  vi.resetModules();
  await import("./worker");
  return chrome;
}

async function registered(chrome: ReturnType<typeof fakeChrome>): Promise<FakePort | undefined> {
  await vi.waitFor(() => expect(chrome.ports).toHaveLength(1));
  await answer(chrome.ports[0], "hello", hello);
  await answer(chrome.ports[0], "driver.register", { instance: "b1" });
  return chrome.ports[0];
}

const pause = () => vi.advanceTimersByTimeAsync(60_000);

describe("the worker", () => {
  beforeEach(() => void vi.spyOn(console, "warn").mockImplementation(() => undefined));
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  // Chrome hands an event that woke the worker only to listeners that are there when the module has been evaluated.
  test("registers_every_listener_before_anything_settles", async () => {
    const chrome = fakeChrome();
    const never = new Promise<never>(() => undefined);
    vi.spyOn(chrome.storage.local, "get").mockReturnValue(never);
    vi.resetModules();
    await import("./worker");
    const events = { ...chrome.commands, ...chrome.tabs, ...chrome.debugger, ...chrome.alarms, ...chrome.runtime };
    const listened = Object.entries(events).filter(([name]) => name.startsWith("on") && name !== "onMessage"); // that one only while frames are asked
    const missing = listened.filter(
      ([, event]) => typeof event === "object" && "listeners" in event && event.listeners.length === 0,
    );
    expect(missing.map(([name]) => name)).toEqual([]);
    expect(chrome.ports).toEqual([]);
  });

  test("connects_greets_and_registers", async () => {
    const chrome = await startWorker();
    const port = await registered(chrome);
    expect(chrome.runtime.connectNative).toHaveBeenCalledWith("com.margay.host");
    expect(at(port, "hello")).toMatchObject({ params: { kind: "worker" } });
    const { params } = at(port, "driver.register") ?? {};
    expect(params).toMatchObject({ name: "Chromium", tabs: [{ id: 7, url: "https://a.example/" }], adopted: [] });
    expect(params).toMatchObject({ install: chrome.storage.local.items["install"], session: chrome.storage.session.items["session"] });
    expect(chrome.sidePanel.setPanelBehavior).toHaveBeenCalledWith({ openPanelOnActionClick: false });
  });

  test("opens_the_panel_by_its_command_in_the_window_of_the_keys", async () => {
    const chrome = await startWorker();
    chrome.commands.onCommand.fire("another", chrome.tab);
    chrome.commands.onCommand.fire("open-panel", undefined);
    expect(chrome.sidePanel.open).not.toHaveBeenCalled();
    chrome.commands.onCommand.fire("open-panel", chrome.tab);
    expect(chrome.sidePanel.open.mock.calls).toEqual([[{ windowId: 1 }]]);
  });

  test("keeps_its_names_when_it_starts_anew_but_is_another_worker", async () => {
    const first = await startWorker();
    const one = at(await registered(first), "driver.register")?.["params"];
    const second = await startWorker({ local: first.storage.local.items, session: first.storage.session.items });
    const two = at(await registered(second), "driver.register")?.["params"];
    const { install, session, worker } = isObject(one) ? one : {};
    expect(two).toMatchObject({ install, session });
    expect(isObject(two) && two["worker"]).not.toBe(worker);
  });

  test("says_what_happens_once_it_has_registered_in_order", async () => {
    const chrome = await startWorker();
    const port = await registered(chrome);
    chrome.tabs.onUpdated.fire(7, { status: "complete" }, chrome.tab);
    chrome.tabs.onUpdated.fire(7, { favIconUrl: "x" }, chrome.tab);
    chrome.debugger.onEvent.fire({ tabId: 7 }, "Debugger.scriptParsed", { scriptId: "1" }); // nobody asks for these
    chrome.debugger.onEvent.fire({ tabId: 7, sessionId: "s" }, "Page.loadEventFired", { timestamp: 1 });
    chrome.debugger.onDetach.fire({ tabId: 7 }, "target_closed");
    chrome.tabs.onRemoved.fire(7, { windowId: 1 });
    await vi.waitFor(() => expect(port?.sent.length).toBe(6));
    expect(port?.sent.slice(2)).toMatchObject([
      { method: "driver.tabChanged", params: { kind: "updated", tab: { id: 7 } } },
      { method: "driver.cdpEvent", params: { tab: 7, session: "s", method: "Page.loadEventFired", params: { timestamp: 1 } } },
      { method: "driver.detached", params: { tab: 7, reason: "target_closed" } },
      { method: "driver.tabChanged", params: { kind: "removed", tab: { id: 7 } } },
    ]);
  });

  test("performs_what_the_daemon_asks", async () => {
    const chrome = await startWorker();
    const port = await registered(chrome);
    const params = { command: { id: "a", act: true, deadlineMs: 1000 }, tab: 7, commands: [{ method: "Input.x" }] };
    port?.receive({ jsonrpc: "2.0", id: "q", method: "browser.cdp", params });
    await vi.waitFor(() => expect(port?.sent.at(-1)).toMatchObject({ id: "q" }));
    expect(port?.sent.at(-1)).toMatchObject({ result: { id: "a", state: "done", replies: [{ result: {} }] } });
    expect(chrome.debugger.attach).toHaveBeenCalledTimes(1);
    await vi.waitFor(() => expect(chrome.storage.session.items["outcome:0"]).toMatchObject({ id: "a", state: "done" }));
  });

  test("connects_again_when_the_port_closes", async () => {
    const chrome = await startWorker();
    const port = await registered(chrome);
    port?.drop();
    await vi.waitFor(() => expect(chrome.alarms.create).toHaveBeenCalled());
    await vi.waitFor(() => expect(chrome.ports).toHaveLength(2));
    await answer(chrome.ports[1], "hello", hello);
    await vi.waitFor(() => expect(at(chrome.ports[1], "driver.register")).toBeDefined());
  });

  test("is_woken_by_its_alarm_only", async () => {
    vi.useFakeTimers();
    const chrome = await startWorker();
    await vi.waitFor(() => expect(chrome.ports).toHaveLength(1));
    chrome.ports[0]?.drop();
    await vi.advanceTimersByTimeAsync(0);
    chrome.alarms.onAlarm.fire({ name: "other" });
    await vi.advanceTimersByTimeAsync(0);
    expect(chrome.ports).toHaveLength(1);
    chrome.alarms.onAlarm.fire({ name: "connect" });
    await vi.advanceTimersByTimeAsync(0);
    expect(chrome.ports).toHaveLength(2);
  });

  test("stops_after_many_failures_lets_the_tabs_go_and_stays_stopped_in_its_next_life", async () => {
    vi.useFakeTimers();
    vi.spyOn(Math, "random").mockReturnValue(1);
    const chrome = await startWorker({}, [7]);
    for (let n = 1; n <= maxFailures; n++) {
      await vi.waitFor(() => expect(chrome.ports).toHaveLength(n));
      expect(chrome.debugger.detach).not.toHaveBeenCalled();
      chrome.ports.at(-1)?.drop();
      await vi.advanceTimersByTimeAsync(pauseAfter(n, 1));
    }
    await pause();
    expect(chrome.ports).toHaveLength(maxFailures);
    expect(chrome.alarms.clear).toHaveBeenLastCalledWith("connect");
    expect(chrome.debugger.detach).toHaveBeenCalledWith({ tabId: 7 });

    const next = await startWorker({ local: chrome.storage.local.items, session: chrome.storage.session.items });
    await pause();
    expect(next.ports).toEqual([]);
    next.runtime.onConnect.fire({ name: "margay.wake", sender: { id: next.runtime.id, origin } });
    await vi.advanceTimersByTimeAsync(0);
    expect(next.ports).toHaveLength(1);
  });

  test.each([
    { name: "a_content_script", port: { name: "margay.wake", sender: { id: "jikhncecejclofdlljmojmfpmphieona", origin: "https://a.example" } } },
    { name: "another_extension", port: { name: "margay.wake", sender: { id: "other", origin: "chrome-extension://other" } } },
    { name: "another_port", port: { name: "margay.other", sender: { id: "jikhncecejclofdlljmojmfpmphieona", origin } } },
    { name: "no_origin", port: { name: "margay.wake", sender: { id: "jikhncecejclofdlljmojmfpmphieona" } } },
    { name: "nobody", port: { name: "margay.wake" } },
  ])("does_not_listen_to_$name", async ({ port }) => {
    vi.useFakeTimers();
    const chrome = await startWorker({ session: { failures: maxFailures } });
    chrome.runtime.onConnect.fire(port);
    await pause();
    expect(chrome.ports).toEqual([]);
  });
});
