// What the person is looking at: the tab that the agent is to work on.

import type { PageContext } from "@protocol/client.gen";

/** What is needed of chrome.tabs. */
export interface TabsLike {
  getCurrent(): Promise<chrome.tabs.Tab | undefined>;
  query(query: chrome.tabs.QueryInfo): Promise<chrome.tabs.Tab[]>;
}

/**
 * The active tab of the window used last. A side panel is no tab; where the
 * panel itself stands in a tab, the tab used last beside it is meant.
 */
export async function currentPage(tabs: TabsLike): Promise<PageContext | undefined> {
  const id = (await frontTab(tabs))?.id;
  return id === undefined ? undefined : { browserTab: id };
}

/** The address of that tab; empty where there is none or it is not known. One that is on its way counts. */
export async function currentAddress(tabs: TabsLike): Promise<string> {
  const tab = await frontTab(tabs);
  return tab?.pendingUrl ?? tab?.url ?? "";
}

async function frontTab(tabs: TabsLike): Promise<chrome.tabs.Tab | undefined> {
  const own = (await tabs.getCurrent())?.id;
  const others = (list: chrome.tabs.Tab[]) => list.filter((tab) => tab.id !== undefined && tab.id !== own);
  const near = others(await tabs.query({ lastFocusedWindow: true }));
  const candidates = near.length > 0 ? near : others(await tabs.query({}));
  return candidates.find((tab) => tab.active) ?? latest(candidates);
}

function latest(tabs: chrome.tabs.Tab[]): chrome.tabs.Tab | undefined {
  return tabs.toSorted((a, b) => (b.lastAccessed ?? 0) - (a.lastAccessed ?? 0))[0];
}
