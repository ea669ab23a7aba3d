import { expect, test } from "vitest";
import { Commits } from "./commits";
import { Debuggers } from "./debuggers";
import { Navigator } from "./navigate";
import { Pages } from "./scripting";
import { fakeChrome } from "./testing/chrome";

test("an_address_that_is_on_its_way_already_is_ended_first_or_chrome_passes_it_over", async () => {
  const chrome = fakeChrome();
  chrome.debugger.sendCommand.mockImplementation((_target, method) =>
    Promise.resolve(method === "Page.navigate" ? { errorText: "net::ERR_ABORTED" } : {}),
  );
  const navigator = new Navigator({ debuggers: new Debuggers([], () => undefined), pages: new Pages(), commits: new Commits() });
  const progress = { begin: () => undefined, back: () => undefined, over: () => true };
  const { fault } = await navigator.go({ command: { id: "a", act: true, deadlineMs: 1000 }, tab: 7, url: "https://a.example/slow" }, progress);
  const methods = chrome.debugger.sendCommand.mock.calls.map(([, method]) => method);
  expect(methods.slice(methods.indexOf("Page.stopLoading"))).toEqual(["Page.stopLoading", "Page.navigate"]);
  // The answer that counts is that of the navigation.
  expect(fault?.message).toContain("gave no page");
});
