// chrome.sidePanel: the side panel opens by keyboard here; by mouse it is opened from the popup.

const command = "open-panel";

/**
 * Leaves the toolbar button to the popup. Chrome remembers what an earlier version said (the button opened the panel), so
 * it is said at every start.
 */
export function leaveClickToPopup(): void {
  chrome.sidePanel
    .setPanelBehavior({ openPanelOnActionClick: false })
    .catch((error: unknown) => console.warn("side panel:", error));
}

/** Opens the panel where the keys of its command were pressed. At once, because Chrome wants a person's press for it. */
export function onCommand(name: string, tab: chrome.tabs.Tab | undefined): void {
  if (name !== command || tab === undefined) return;
  chrome.sidePanel.open({ windowId: tab.windowId }).catch((error: unknown) => console.warn("side panel:", error));
}
