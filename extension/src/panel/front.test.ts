import { describe, expect, it } from "vitest";
import { soon } from "./testing/draw";
import { Front, isReadable } from "./front";

describe("the page in front", () => {
  it.each(["https://example.com/", "http://127.0.0.1:8000/a", "file:///home/mira/a.html", "about:blank", "", "https://chrome.google.com/intl/en/chrome/"])("can_be_read: %s", (address) => {
    expect(isReadable(address)).toBe(true);
  });

  it.each([
    "chrome://extensions/", "chrome://newtab/", "edge://settings", "brave://extensions", "chrome-extension://abc/options.html", "devtools://devtools/a.html",
    "view-source:https://example.com/", "chrome-error://chromewebdata/", "https://chromewebstore.google.com/", "https://chrome.google.com/webstore/category/extensions",
    "https://microsoftedge.microsoft.com/addons/Home",
  ])("cannot_be_read: %s", (address) => {
    expect(isReadable(address)).toBe(false);
  });

  it("is_looked_at_again_when_another_one_comes_and_the_last_look_counts", async () => {
    const tab = { address: "chrome://extensions/" };
    const held: (() => void)[] = [];
    const again: (() => void)[] = [];
    const front = new Front({
      address: () => {
        const { address } = tab;
        return new Promise((answer) => void held.push(() => answer(address)));
      },
      changed: (call) => void again.push(call),
    });
    const first = front.look();
    tab.address = "https://example.com/";
    again[0]?.();
    expect(held).toHaveLength(2);
    held[1]?.();
    held[0]?.();
    await first;
    await soon(() => expect(front.readable.value).toBe(true));
    tab.address = "chrome://extensions/";
    again[0]?.();
    held[2]?.();
    await soon(() => expect(front.readable.value).toBe(false));
  });
});
