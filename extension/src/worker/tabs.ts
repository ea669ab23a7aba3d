// chrome.tabs and chrome.windows: tabs as the protocol describes them, and the acts on whole tabs.

import type { Tab } from "@protocol/driver.gen";
import { FaultError } from "../wire";

/** Describes a tab; undefined for what has no number (a developer-tools window). */
export function describe(tab: chrome.tabs.Tab): Tab | undefined {
  if (tab.id === undefined || tab.id < 0) return undefined;
  const opener = tab.openerTabId;
  return {
    id: tab.id,
    window: tab.windowId,
    index: tab.index,
    // Before the first commit there is only the address on its way.
    url: tab.url === undefined || tab.url === "" ? (tab.pendingUrl ?? "") : tab.url,
    title: tab.title ?? "",
    active: tab.active,
    loading: tab.status === "loading",
    audible: tab.audible ?? false,
    discarded: tab.discarded,
    ...(opener === undefined ? {} : { opener }),
  };
}

/** Lists the tabs of all normal windows. */
export async function listTabs(): Promise<Tab[]> {
  const tabs = await chrome.tabs.query({});
  return tabs.map(describe).filter((tab) => tab !== undefined);
}

/** Reads one tab. */
export async function getTab(id: number): Promise<Tab> {
  return described(await chrome.tabs.get(id));
}

/** Opens a tab, in the background unless active; a window is made where there is none. */
export async function openTab(url: string, active: boolean, window: number | undefined): Promise<Tab> {
  const where = window === undefined || window === 0 ? {} : { windowId: window };
  try {
    return described(await chrome.tabs.create({ url, active, ...where }));
  } catch (thrown) {
    const noWindow = thrown instanceof Error && /No current window|no .*window/i.test(thrown.message);
    if (!noWindow || "windowId" in where) throw thrown;
    const made = await chrome.windows.create({ url, focused: active });
    const [tab] = made?.tabs ?? [];
    if (tab === undefined) throw new FaultError("outcome_unknown", "The browser made a window and did not show its tab.", "List the tabs.");
    return described(tab);
  }
}

/** Closes a tab. */
export async function closeTab(id: number): Promise<void> {
  await chrome.tabs.remove(id);
}

/** Brings a tab, and its window, to the front. */
export async function activateTab(id: number): Promise<Tab> {
  const tab = await chrome.tabs.update(id, { active: true });
  if (tab === undefined) throw new FaultError("no_tab", "The tab is gone.", "List the tabs.");
  await chrome.windows.update(tab.windowId, { focused: true });
  return described(tab);
}

/** Sends a tab to an address; answers when it has set out. */
export async function sendTab(id: number, url: string): Promise<void> {
  await chrome.tabs.update(id, { url });
}

/** Loads a tab again; answers when it has set out. */
export async function reloadTab(id: number): Promise<void> {
  await chrome.tabs.reload(id);
}

function described(tab: chrome.tabs.Tab): Tab {
  const found = describe(tab);
  if (found === undefined) throw new FaultError("no_tab", "The browser gives this tab no number.", "List the tabs.");
  return found;
}
