// Which conversation is open: kept in the extension's localStorage over the end of the panel, so that a run that goes on
// meanwhile is there again when the panel is opened; and asked for by the popup, which opens the panel with it.

import { isObject } from "../wire";
import type { Memory } from "./controller";

const key = "margay.conversation";
// What the panels of all windows are told: a conversation to open, and in which window.
const channelName = "margay.open";

export function localMemory(): Memory {
  return {
    load: () => localStorage.getItem(key),
    save: (conversation) => {
      if (conversation === null) localStorage.removeItem(key);
      else localStorage.setItem(key, conversation);
    },
  };
}

/** Makes the panel of a window show a conversation: the one that is open there, and the one that is opened next. */
export function askToOpen(conversation: string, window: number | undefined): void {
  localMemory().save(conversation);
  const channel = new BroadcastChannel(channelName);
  channel.postMessage({ conversation, window });
  channel.close();
}

/** Calls with the conversation that the panel of this window is asked to show. */
export function onAskedToOpen(windowOf: () => Promise<number | undefined>, open: (conversation: string) => void): void {
  new BroadcastChannel(channelName).addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (!isObject(data) || typeof data["conversation"] !== "string") return;
    const { conversation, window: meant } = data;
    void windowOf().then((own) => {
      if (own === meant) open(conversation);
    });
  });
}
