// What the extension's pages ask of the browser itself: other pages of the extension, and the side panel.

/** Opens the options page, or goes to it where it is open. */
export function openOptions(): void {
  chrome.runtime.openOptionsPage().catch((error: unknown) => console.warn("options page:", error));
}

/** The number of the window that this page belongs to. */
export async function currentWindow(): Promise<number | undefined> {
  return (await chrome.windows.getCurrent()).id;
}

/**
 * Opens the side panel of this window; needs a person's press. Where the browser refuses, the panel is opened in a tab, and
 * the answer is false.
 */
export async function openPanel(): Promise<boolean> {
  try {
    const id = await currentWindow();
    if (id === undefined) throw new Error("this window has no number");
    await chrome.sidePanel.open({ windowId: id });
    return true;
  } catch (error) {
    console.warn("side panel:", error);
    await chrome.tabs.create({ url: chrome.runtime.getURL("panel.html") });
    return false;
  }
}

/** The browser's page of keyboard shortcuts, which only a tab can show. */
export function openShortcuts(): void {
  chrome.tabs.create({ url: "chrome://extensions/shortcuts" }).catch((error: unknown) => console.warn("shortcuts:", error));
}

/** The version of this extension. */
export function extensionVersion(): string {
  return chrome.runtime.getManifest().version;
}

