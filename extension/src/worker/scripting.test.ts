import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { FaultError, isObject } from "../wire";
import type { Progress } from "./outcomes";
import { linkFrames, Pages } from "./scripting";
import { fakeChrome } from "./testing/chrome";

let chrome: ReturnType<typeof fakeChrome>;
beforeEach(() => {
  chrome = fakeChrome();
});
afterEach(() => {
  vi.useRealTimers();
});

const reasonOf = (thrown: unknown) => (thrown instanceof FaultError ? thrown.reason : thrown);
const look = { tab: 7, document: "D1:t1", function: "snapshot", args: {}, act: false };
const act = { ...look, act: true };

// Whether the call counts as begun when it ends.
function progress(): Progress & { begun: boolean } {
  return {
    begun: false,
    begin() {
      this.begun = true;
    },
    back() {
      this.begun = false;
    },
    over: () => false,
  };
}
const answers = (result: unknown) => [{ documentId: "D1", frameId: 0, result }];

describe("a page call", () => {
  test("goes_to_its_document_at_once", async () => {
    chrome.scripting.executeScript.mockResolvedValueOnce(answers({ value: { x: 1 } }));
    await expect(new Pages().call(look, progress())).resolves.toEqual({ x: 1 });
    expect(chrome.scripting.executeScript.mock.calls).toMatchObject([
      [{ target: { tabId: 7, documentIds: ["D1"] }, injectImmediately: true, args: ["t1", "snapshot", {}] }],
    ]);
  });

  test("puts_the_page_script_there_first_where_it_is_missing", async () => {
    chrome.scripting.executeScript
      .mockResolvedValueOnce(answers({ missing: true }))
      .mockResolvedValueOnce(answers(null))
      .mockResolvedValueOnce(answers({ value: 1 }));
    const p = progress();
    await expect(new Pages().call(act, p)).resolves.toBe(1);
    expect(chrome.scripting.executeScript.mock.calls[1]).toMatchObject([{ files: ["page.js"], target: { documentIds: ["D1"] } }]);
    expect(p.begun).toBe(true);
  });

  test("fails_when_the_script_does_not_start", async () => {
    chrome.scripting.executeScript.mockResolvedValue(answers({ missing: true }));
    expect(await new Pages().call(look, progress()).catch(reasonOf)).toBe("internal");
  });

  test.each([
    { name: "no_such_document", answer: new Error("No document with id D1 in tab with id 7"), reason: "no_document", begun: false },
    { name: "another_document_in_its_place", answer: answers({ gone: true }), reason: "no_document", begun: false },
    { name: "no_such_tab", answer: new Error("No tab with id: 7"), reason: "no_tab", begun: false },
    { name: "the_browsers_own_page", answer: new Error("Cannot access a chrome:// URL"), reason: "not_a_page", begun: false },
    { name: "store", answer: new Error("The extensions gallery cannot be scripted."), reason: "not_a_page", begun: false },
    { name: "error_page", answer: new Error("Frame with ID 0 is showing error page"), reason: "not_a_page", begun: false },
    // Chrome's words, and no result, for a document that went while the call ran.
    { name: "document_that_goes_meanwhile", answer: new Error("Frame with ID 0 was removed."), reason: "outcome_unknown", begun: true },
    { name: "world_that_ends_meanwhile", answer: answers(null), reason: "outcome_unknown", begun: true },
    { name: "function_throws", answer: answers({ error: "e5 is gone" }), reason: "invalid_params", begun: true },
  ])("fails_$name", async ({ answer, reason, begun }) => {
    if (answer instanceof Error) chrome.scripting.executeScript.mockRejectedValueOnce(answer);
    else chrome.scripting.executeScript.mockResolvedValueOnce(answer);
    const p = progress();
    expect(await new Pages().call(act, p).catch(reasonOf)).toBe(reason);
    expect(p.begun).toBe(begun);
  });

  test("a_document_name_that_is_none_is_a_document_that_is_gone", async () => {
    expect(await new Pages().call({ ...look, document: "D1" }, progress()).catch(reasonOf)).toBe("no_document");
    expect(chrome.scripting.executeScript).not.toHaveBeenCalled();
  });
});

describe("a document that goes during a call", () => {
  const hang = () => new Promise<never>(() => undefined);

  test.each([
    { name: "look", call: look, reason: "no_document" },
    { name: "act", call: act, reason: "outcome_unknown" },
  ])("ends_a_$name", async ({ call, reason }) => {
    const pages = new Pages();
    chrome.scripting.executeScript.mockImplementationOnce(hang);
    const ended = pages.call(call, progress()).catch(reasonOf);
    chrome.scripting.executeScript.mockRejectedValueOnce(new Error("No document with id D1 in tab with id 7"));
    pages.onLoading(7);
    expect(await ended).toBe(reason);
  });

  test("does_not_end_the_call_of_a_document_that_stays", async () => {
    const pages = new Pages();
    let finish = (_: unknown): void => undefined;
    chrome.scripting.executeScript.mockImplementationOnce(() => new Promise((resolve) => (finish = resolve)));
    const call = pages.call(look, progress());
    chrome.scripting.executeScript.mockResolvedValueOnce(answers("t1"));
    pages.onLoading(7);
    await Promise.resolve();
    finish(answers({ value: 3 }));
    await expect(call).resolves.toBe(3);
  });

  test("asks_nothing_when_no_call_is_under_way", () => {
    new Pages().onLoading(7);
    expect(chrome.scripting.executeScript).not.toHaveBeenCalled();
  });
});

describe("frames", () => {
  test("get_their_parents_and_the_top_one_comes_first", () => {
    const frames = linkFrames([
      { document: "inner", url: "i", path: "1/0", parentPath: "1" },
      { document: "top", url: "t", path: "", parentPath: undefined },
      { document: "outer", url: "o", path: "1", parentPath: "" },
      { document: "in_shadow", url: "s", path: "?", parentPath: "" },
      { document: "below_a_frame_that_was_left_out", url: "x", path: "4/0", parentPath: "4" },
    ]);
    expect(frames).toEqual([
      { document: "top", url: "t" },
      { document: "inner", url: "i", parent: "outer" },
      { document: "outer", url: "o", parent: "top" },
      { document: "in_shadow", url: "s", parent: "top" },
      { document: "below_a_frame_that_was_left_out", url: "x", parent: "top" },
    ]);
  });

  test("are_told_without_the_one_that_hangs", async () => {
    vi.useFakeTimers();
    const hang = () => new Promise<never>(() => undefined);
    chrome.scripting.executeScript.mockImplementationOnce(hang).mockImplementationOnce((asked) => {
      const args: readonly unknown[] = isObject(asked) && Array.isArray(asked["args"]) ? asked["args"] : [];
      const roll = args[0];
      const tell = (documentId: string, more: object, id = chrome.runtime.id) =>
        chrome.runtime.onMessage.fire({ roll, token: "t", url: "u", ...more }, { id, tab: { id: 7 }, documentId });
      tell("D1", { path: "", places: ["0", "1"] });
      tell("D2", { path: "1", parentPath: "" });
      tell("D3", { path: "0", parentPath: "" }, "another extension");
      return hang();
    });
    const frames = new Pages().frames(7);
    await vi.advanceTimersByTimeAsync(5_000);
    await expect(frames).resolves.toEqual([
      { document: "D1:t", url: "u" },
      { document: "D2:t", url: "u", parent: "D1:t" },
      { document: "silent:0", url: "", parent: "D1:t", silent: true },
    ]);
    expect(chrome.runtime.onMessage.listeners).toEqual([]);
  });

  test("that_tell_nothing_are_left_out", async () => {
    chrome.scripting.executeScript.mockResolvedValueOnce([
      { documentId: "D1", frameId: 0, result: { token: "t", url: "u", path: "" } },
      { documentId: "D2", frameId: 1, result: null },
    ]);
    await expect(new Pages().frames(7)).resolves.toEqual([{ document: "D1:t", url: "u" }]);
  });
});
