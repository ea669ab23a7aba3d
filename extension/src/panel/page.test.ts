import { describe, expect, it } from "vitest";
import { currentAddress, currentPage, type TabsLike } from "./page";

interface Tab {
  id: number;
  active?: boolean;
  window?: "last" | "other";
  lastAccessed?: number;
  url?: string;
  pendingUrl?: string;
}

function browser(own: number | undefined, ...tabs: Tab[]): TabsLike {
  const full = (tab: Tab): chrome.tabs.Tab => ({
    id: tab.id, index: 0, windowId: 1, active: tab.active ?? false, lastAccessed: tab.lastAccessed ?? 0, pinned: false, highlighted: false,
    incognito: false, selected: false, discarded: false, autoDiscardable: true, groupId: -1, frozen: false,
    ...(tab.url === undefined ? {} : { url: tab.url }), ...(tab.pendingUrl === undefined ? {} : { pendingUrl: tab.pendingUrl }),
  });
  return {
    getCurrent: () => Promise.resolve(own === undefined ? undefined : full({ id: own })),
    query: (q) => Promise.resolve(tabs.filter((t) => q.lastFocusedWindow !== true || t.window !== "other").map(full)),
  };
}

describe("the current page", () => {
  it("is_the_active_tab_of_the_window_used_last", async () => {
    expect(await currentPage(browser(undefined, { id: 1 }, { id: 2, active: true }, { id: 3, active: true, window: "other" }))).toEqual({ browserTab: 2 });
  });

  it("is_the_tab_used_last_where_the_panel_itself_is_a_tab", async () => {
    expect(await currentPage(browser(9, { id: 1, lastAccessed: 5 }, { id: 2, lastAccessed: 8 }, { id: 9, active: true }))).toEqual({ browserTab: 2 });
  });

  it("is_looked_for_in_other_windows_where_the_panel_stands_alone", async () => {
    expect(await currentPage(browser(9, { id: 9, active: true }, { id: 4, active: true, window: "other" }))).toEqual({ browserTab: 4 });
  });

  it("is_nothing_where_there_is_no_tab", async () => {
    expect(await currentPage(browser(9, { id: 9, active: true }))).toBeUndefined();
  });

  it("has_the_address_that_it_goes_to", async () => {
    expect(await currentAddress(browser(undefined, { id: 1, url: "https://a.example/" }, { id: 2, active: true, url: "chrome://extensions/" }))).toBe("chrome://extensions/");
    const leaving = { id: 2, active: true, url: "chrome://newtab/", pendingUrl: "https://a.example/" };
    expect(await currentAddress(browser(undefined, leaving))).toBe("https://a.example/");
    expect(await currentAddress(browser(undefined))).toBe("");
  });
});
