import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { isObject } from "../wire";
import type { FakePort } from "../wire/testing/port";
import { fakeChrome } from "./testing/chrome";
import { lookEveryMs } from "./upgrade";

const hello = { product: "margay", version: "1", build: "1", protocol: 1, epoch: "e", lingerMs: 0, dataDir: "", pid: 1 };
const live = { runs: [{ state: "running" }] };
const none = { runs: [] };

type Fake = ReturnType<typeof fakeChrome>;

/** Starts a worker of build “old” and answers its hello and its registration. */
async function open(extensionBuild: string | undefined, local: Record<string, unknown> = {}): Promise<{ chrome: Fake; port: FakePort }> {
  const chrome = fakeChrome({ local });
  vi.resetModules();
  await import("./worker");
  return { chrome, port: await greet(chrome, 0, extensionBuild) };
}

async function greet(chrome: Fake, number: number, extensionBuild: string | undefined): Promise<FakePort> {
  await vi.waitFor(() => expect(chrome.ports[number]).toBeDefined());
  const port = chrome.ports[number];
  if (port === undefined) throw new Error("no port");
  await answer(port, "hello", { ...hello, ...(extensionBuild === undefined ? {} : { extensionBuild }) });
  await answer(port, "driver.register", { instance: "b1" });
  return port;
}

const asked = (port: FakePort, method: string) => port.sent.filter(isObject).filter((m) => m["method"] === method);

/** Answers the last call of a method, once there have been so many. */
async function answer(port: FakePort, method: string, result: object, times = 1): Promise<void> {
  await vi.waitFor(() => expect(asked(port, method)).toHaveLength(times));
  port.receive({ jsonrpc: "2.0", id: asked(port, method).at(-1)?.["id"], result });
}

const settle = () => vi.advanceTimersByTimeAsync(0);
const nextLook = () => vi.advanceTimersByTimeAsync(lookEveryMs);

// A row of the state table in README.md each.
describe("an upgrade", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("margayBuild", "old");
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test.each([
    { name: "the_build_that_runs", found: "old", local: {}, own: "old" },
    { name: "none", found: undefined, local: {}, own: "old" },
    { name: "nothing", found: "", local: {}, own: "old" },
    { name: "one_that_was_tried", found: "new", local: { reloadedFor: "new" }, own: "old" },
    { name: "another_to_a_worker_without_a_name", found: "new", local: {}, own: "" },
  ])("asks_for_nothing_when_hello_names_$name", async ({ found, local, own }) => {
    vi.stubGlobal("margayBuild", own);
    const { chrome, port } = await open(found, local);
    await nextLook();
    expect(asked(port, "run.list")).toEqual([]);
    expect(chrome.runtime.reload).not.toHaveBeenCalled();
  });

  test.each([
    { name: "no_run_is_live", runs: [] },
    { name: "a_run_waits_for_a_person", runs: [{ state: "interrupted" }] },
  ])("starts_anew_once_when_$name_and_remembers_it_first", async ({ runs }) => {
    const { chrome, port } = await open("new", { reloadedFor: "older" });
    const remembered: unknown[] = [];
    chrome.runtime.reload.mockImplementation(() => remembered.push(chrome.storage.local.items["reloadedFor"]));
    await answer(port, "run.list", { runs });
    await settle();
    expect(chrome.runtime.reload).toHaveBeenCalledTimes(1);
    await nextLook();
    expect(chrome.runtime.reload).toHaveBeenCalledTimes(1);
    expect(remembered).toEqual(["new"]);
  });

  // Two data directories may come to hold the same build, one after the other.
  test("tries_again_where_another_data_directory_has_the_build_that_was_tried", async () => {
    const { chrome, port } = await open("new", { reloadedFor: "new", reloadedIn: "/other" });
    await answer(port, "run.list", none);
    await settle();
    expect(chrome.runtime.reload).toHaveBeenCalledTimes(1);
    expect(chrome.storage.local.items).toMatchObject({ reloadedFor: "new", reloadedIn: "" });
  });

  // A half upgrade that was taken back, and came again.
  test("forgets_what_it_tried_in_vain_once_the_build_that_runs_is_there_again", async () => {
    const { chrome } = await open("old", { reloadedFor: "new" });
    await vi.waitFor(() => expect(chrome.storage.local.items["reloadedFor"]).toBe(""));
    const again = await open("new", chrome.storage.local.items);
    await answer(again.port, "run.list", none);
    await settle();
    expect(again.chrome.runtime.reload).toHaveBeenCalledTimes(1);
  });

  // A doctor tells by it that the browser runs another build than the one that it should.
  test("is_told_to_the_daemon_which_build_runs", async () => {
    const { port } = await open(undefined);
    expect(asked(port, "hello")[0]?.["params"]).toMatchObject({ version: "0.1.0", build: "old" });
  });

  test("does_not_loop_where_the_folder_was_not_updated", async () => {
    const first = await open("new");
    await answer(first.port, "run.list", none);
    await settle();
    const second = await open("new", first.chrome.storage.local.items);
    await nextLook();
    expect(second.chrome.runtime.reload).not.toHaveBeenCalled();
    expect(asked(second.port, "run.list")).toEqual([]);
  });

  test.each([{ state: "running" }, { state: "stopping" }, { state: "parked" }])("waits_while_a_run_is_$state", async ({ state }) => {
    const { chrome, port } = await open("new");
    await answer(port, "run.list", { runs: [{ state: "interrupted" }, { state }] });
    await nextLook();
    expect(chrome.runtime.reload).not.toHaveBeenCalled();
    await answer(port, "run.list", none, 2);
    await settle();
    expect(chrome.runtime.reload).toHaveBeenCalledTimes(1);
  });

  test("waits_while_a_command_is_under_way", async () => {
    const { chrome, port } = await open("new");
    let end: (value: object) => void = () => undefined;
    chrome.debugger.sendCommand.mockReturnValue(new Promise<object>((resolve) => (end = resolve)));
    await answer(port, "run.list", live);
    const params = { command: { id: "a", act: true, deadlineMs: 1000 }, tab: 7, commands: [{ method: "Input.x" }] };
    port.receive({ jsonrpc: "2.0", id: "q", method: "browser.cdp", params });
    await nextLook(); // its deadline has passed, and still it is not over
    await nextLook();
    expect(asked(port, "run.list")).toHaveLength(1);
    end({});
    await nextLook();
    await answer(port, "run.list", none, 2);
    await settle();
    expect(chrome.runtime.reload).toHaveBeenCalledTimes(1);
  });

  test("puts_it_off_for_a_command_that_comes_at_the_last_moment", async () => {
    const { chrome, port } = await open("new");
    chrome.debugger.sendCommand.mockReturnValueOnce(new Promise<object>(() => undefined));
    const set = vi.spyOn(chrome.storage.local, "set").mockImplementationOnce((items) => {
      const params = { command: { id: "a", act: true, deadlineMs: 1000 }, tab: 7, commands: [{ method: "Input.x" }] };
      port.receive({ jsonrpc: "2.0", id: "q", method: "browser.cdp", params });
      Object.assign(chrome.storage.local.items, items);
      return Promise.resolve();
    });
    await answer(port, "run.list", none);
    await settle();
    expect(set).toHaveBeenCalledTimes(2);
    expect(chrome.runtime.reload).not.toHaveBeenCalled();
    expect(chrome.storage.local.items["reloadedFor"]).toBe("");
  });

  test("forgets_it_when_the_link_closes_and_asks_again_after_the_next_hello", async () => {
    const { chrome, port } = await open("new");
    await answer(port, "run.list", live);
    port.drop();
    await nextLook();
    const again = await greet(chrome, 1, "old");
    await nextLook();
    await nextLook();
    expect(asked(again, "run.list")).toEqual([]);
    expect(chrome.runtime.reload).not.toHaveBeenCalled();
  });

  test("does_not_start_anew_when_it_cannot_ask", async () => {
    const { chrome, port } = await open("new");
    await vi.waitFor(() => expect(asked(port, "run.list")).toHaveLength(1));
    port.receive({ jsonrpc: "2.0", id: asked(port, "run.list")[0]?.["id"], error: { code: -32603, message: "broken" } });
    await nextLook();
    expect(asked(port, "run.list")).toHaveLength(2);
    expect(chrome.runtime.reload).not.toHaveBeenCalled();
  });
});
