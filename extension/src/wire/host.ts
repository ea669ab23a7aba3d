// How the extension reaches the daemon: the native-messaging host, and the nudge with which a surface that got through
// wakes the worker.

import type { Kind } from "@protocol/protocol.gen";
import { Client } from "./client";
import type { ClientOptions, LinkState } from "./client";
import { isObject } from "./json";

/** The name that the native-messaging host is registered under. */
export const hostName = "com.margay.host";

/** What a surface chooses of its client; the rest is the same for all. */
export type HostOptions = Pick<ClientOptions, "serve" | "hear" | "onState" | "failures">;

/** A client of the daemon over a native port of its own. Call start() on it. */
export function hostClient(kind: Kind, options: HostOptions): Client {
  const manifest = chrome.runtime.getManifest();
  return new Client({
    ...options,
    kind,
    version: manifest.version,
    build: manifest.version_name ?? manifest.version,
    connect: () => chrome.runtime.connectNative(hostName),
    lastError: () => chrome.runtime.lastError?.message,
  });
}

/**
 * A client for a surface that a person looks at (panel, options page, popup). When its link opens it nudges the worker,
 * which may have stopped trying while no host was installed.
 */
export function surfaceClient(kind: Kind, options: HostOptions): Client {
  return hostClient(kind, {
    ...options,
    onState: (state: LinkState) => {
      if (state.name === "open") nudgeWorker();
      options.onState(state);
    },
  });
}

const nudge = "margay.connect";

function nudgeWorker(): void {
  // No answer is wanted; a worker that is just starting connects by itself.
  chrome.runtime.sendMessage({ type: nudge }).catch(() => undefined);
}

/** Whether a runtime message is the nudge. Who sent it is checked by the worker. */
export function isNudge(message: unknown): boolean {
  return isObject(message) && message["type"] === nudge;
}
