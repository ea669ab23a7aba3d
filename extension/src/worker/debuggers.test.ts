import { beforeEach, describe, expect, test, vi } from "vitest";
import { FaultError } from "../wire";
import { Debuggers } from "./debuggers";
import { fakeChrome } from "./testing/chrome";

let chrome: ReturnType<typeof fakeChrome>;
let taken: readonly number[];
const make = (before: readonly number[] = []) => new Debuggers(before, (tabs) => void (taken = tabs));

beforeEach(() => {
  chrome = fakeChrome();
  taken = [];
});

const reasonOf = (thrown: unknown) => (thrown instanceof FaultError ? thrown.reason : thrown);
const another = () => Promise.reject(new Error("Another debugger is already attached to the tab with id: 7."));
const notAttached = () => Promise.reject(new Error("Debugger is not attached to the tab with id: 7."));

describe("attaching", () => {
  test("happens_once_for_many_and_is_nothing_to_wait_for_later", async () => {
    const debuggers = make();
    await Promise.all([debuggers.ensure(7), debuggers.ensure(7), debuggers.attach(7)]);
    expect(chrome.debugger.attach).toHaveBeenCalledTimes(1);
    expect(debuggers.ensure(7)).toBeUndefined();
    expect(debuggers.attached()).toEqual([7]);
  });

  test("adopts_what_is_attached_and_obeys", async () => {
    chrome.debugger.attach.mockImplementation(another);
    await expect(make().attach(7)).resolves.toEqual({ adopted: true });
  });

  test("refuses_a_tab_of_another_debugger_and_tries_anew_at_the_next_call", async () => {
    chrome.debugger.attach.mockImplementation(another);
    chrome.debugger.sendCommand.mockImplementation(notAttached);
    const debuggers = make();
    expect(await debuggers.attach(7).catch(reasonOf)).toBe("debugger_refused");
    chrome.debugger.attach.mockResolvedValue(undefined);
    await expect(debuggers.attach(7)).resolves.toEqual({ adopted: false });
  });

  test("refuses_the_browsers_own_pages", async () => {
    chrome.debugger.attach.mockRejectedValue(new Error("Cannot access a chrome:// URL"));
    expect(await make().attach(7).catch(reasonOf)).toBe("not_a_page");
  });

  test("at_start_it_takes_the_attachments_that_obey", async () => {
    chrome.debugger.getTargets.mockResolvedValue([
      { attached: true, tabId: 7 },
      { attached: true, tabId: 8 },
      { attached: false, tabId: 9 },
      { attached: true },
    ]);
    chrome.debugger.sendCommand.mockImplementation((target) =>
      JSON.stringify(target) === '{"tabId":8}' ? notAttached() : Promise.resolve({}),
    );
    const debuggers = make();
    await debuggers.adopt();
    expect(debuggers.attached()).toEqual([7]);
  });
});

describe("the end of an attachment", () => {
  test("by_the_person_is_kept_and_not_made_good_by_a_batch", async () => {
    const debuggers = make();
    await debuggers.attach(7);
    debuggers.onDetach(7, "canceled_by_user");
    expect(taken).toEqual([7]);
    expect(await debuggers.ensure(7)?.catch(reasonOf)).toBe("debugger_refused");
    expect(chrome.debugger.attach).toHaveBeenCalledTimes(1);
    await debuggers.attach(7);
    expect(taken).toEqual([]);
    expect(debuggers.ensure(7)).toBeUndefined();
  });

  test("by_the_person_is_remembered_by_the_next_worker", async () => {
    expect(await make([7]).ensure(7)?.catch(reasonOf)).toBe("debugger_refused");
  });

  test("by_the_target_is_made_good_by_the_next_batch", async () => {
    const debuggers = make();
    await debuggers.attach(7);
    debuggers.onDetach(7, "target_closed");
    await debuggers.ensure(7);
    expect(chrome.debugger.attach).toHaveBeenCalledTimes(2);
  });

  test("detaching_what_is_not_attached_is_no_error", async () => {
    chrome.debugger.detach.mockImplementation(notAttached);
    await expect(make().detach(7)).resolves.toBeUndefined();
  });
});

describe("a batch", () => {
  test("is_sent_whole_before_anything_is_answered", async () => {
    const answers: (() => void)[] = [];
    chrome.debugger.sendCommand.mockImplementation(() => new Promise((resolve) => answers.push(() => resolve({}))));
    const replies = make().batch(7, [{ method: "A.a" }, { method: "B.b", params: { x: 1 }, session: "s" }]);
    expect(chrome.debugger.sendCommand.mock.calls).toEqual([
      [{ tabId: 7 }, "A.a", {}],
      [{ tabId: 7, sessionId: "s" }, "B.b", { x: 1 }],
    ]);
    for (const answer of answers) answer();
    await expect(replies).resolves.toEqual([{ result: {} }, { result: {} }]);
  });

  test("keeps_the_order_of_replies_and_the_words_of_errors", async () => {
    chrome.debugger.sendCommand
      .mockRejectedValueOnce(new Error('{"code":-32601,"message":"\'A.a\' wasn\'t found"}'))
      .mockRejectedValueOnce(new Error("Detached while handling command."))
      .mockResolvedValueOnce({ x: 1 });
    const replies = await make().batch(7, [{ method: "A.a" }, { method: "B.b" }, { method: "C.c" }]);
    expect(replies).toEqual([{ error: "'A.a' wasn't found" }, { error: "Detached while handling command." }, { result: { x: 1 } }]);
  });

  test("that_reached_nobody_did_not_start", async () => {
    const debuggers = make();
    await debuggers.attach(7);
    chrome.debugger.sendCommand.mockImplementation(notAttached);
    expect(await debuggers.batch(7, [{ method: "A.a" }]).catch(reasonOf)).toBe("not_started");
    expect(vi.isMockFunction(chrome.debugger.attach)).toBe(true);
    await debuggers.ensure(7);
    expect(chrome.debugger.attach).toHaveBeenCalledTimes(2);
  });
});
