// How the extension reaches the daemon: the native-messaging host, and the port by which a surface that got through holds
// the worker awake.

import type { Kind } from "@protocol/protocol.gen";
import { Client } from "./client";
import type { ClientOptions, LinkState } from "./client";

/**
 * The name that the native-messaging host is registered under. For a port to it Chrome starts “margay chrome-extension://ID/”,
 * which is the bridge of host/bridge.
 */
export const hostName = "com.margay.host";

/** What a surface chooses of its client; the rest is the same for all. */
export type HostOptions = Pick<ClientOptions, "serve" | "hear" | "onState" | "failures"> & {
  /** Which build of the extension this is, where that is known. */
  readonly build?: string;
};

/** A client of the daemon over a native port of its own. Call start() on it. */
export function hostClient(kind: Kind, options: HostOptions): Client {
  const manifest = chrome.runtime.getManifest();
  return new Client({
    ...options,
    kind,
    version: manifest.version,
    build: options.build || (manifest.version_name ?? manifest.version),
    connect: () => chrome.runtime.connectNative(hostName),
    lastError: () => chrome.runtime.lastError?.message,
  });
}

/**
 * A client for a surface that a person looks at (panel, options page, popup). While its link is open it keeps the worker
 * awake: a worker that Chrome ended, or that had stopped trying while no host was installed, comes back at once.
 */
export function surfaceClient(kind: Kind, options: HostOptions): Client {
  const waker = new Waker();
  return hostClient(kind, {
    ...options,
    onState: (state: LinkState) => {
      if (state.name === "open") waker.begin();
      else waker.end();
      options.onState(state);
    },
  });
}

/** The name of the port by which a surface holds on to the worker. Nothing is said on it. */
export const wakeName = "margay.wake";

// A worker whose port lived shorter than this ends at once, and must not be started in a tight loop.
const livedMs = 5_000;
const soonMs = 50;
const laterMs = 1_000;

/** Holds a port to the worker. Chrome starts a worker that is not there in order to open it, and closes it with the worker. */
class Waker {
  #port: chrome.runtime.Port | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  begin(): void {
    if (this.#port !== undefined) return;
    clearTimeout(this.#timer);
    const since = Date.now();
    const port = chrome.runtime.connect({ name: wakeName });
    this.#port = port;
    port.onDisconnect.addListener(() => {
      // Reading it keeps Chrome from complaining that nobody did.
      void chrome.runtime.lastError;
      if (this.#port !== port) return;
      this.#port = undefined;
      this.#timer = setTimeout(() => this.begin(), Date.now() - since < livedMs ? laterMs : soonMs);
    });
  }

  end(): void {
    clearTimeout(this.#timer);
    const port = this.#port;
    this.#port = undefined;
    port?.disconnect();
  }
}
