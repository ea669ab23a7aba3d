// chrome.sidePanel: a click on the toolbar button opens the side panel.

/** Makes the toolbar button open the panel. Chrome remembers it, so doing it at every start is harmless. */
export function openPanelOnClick(): void {
  chrome.sidePanel
    .setPanelBehavior({ openPanelOnActionClick: true })
    .catch((error: unknown) => console.warn("side panel:", error));
}
