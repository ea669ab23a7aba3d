// A small stand-in for chrome.*: what the worker touches, with the browser's side in the test's hands.

import { vi } from "vitest";
import { FakePort } from "../../wire/testing/port";

/** A Chrome event that the test can fire. */
export class FakeEvent<Args extends unknown[]> {
  readonly listeners: ((...args: Args) => unknown)[] = [];
  addListener(listener: (...args: Args) => unknown): void {
    this.listeners.push(listener);
  }
  removeListener(listener: (...args: Args) => unknown): void {
    const at = this.listeners.indexOf(listener);
    if (at >= 0) this.listeners.splice(at, 1);
  }
  fire(...args: Args): void {
    for (const listener of this.listeners) listener(...args);
  }
}

/** A storage area in memory. */
export class FakeArea {
  readonly items: Record<string, unknown>;
  constructor(items: Record<string, unknown> = {}) {
    this.items = items;
  }
  get(keys: string | string[] | null): Promise<Record<string, unknown>> {
    const wanted = keys === null ? Object.keys(this.items) : [keys].flat();
    return Promise.resolve(Object.fromEntries(wanted.filter((k) => k in this.items).map((k) => [k, this.items[k]])));
  }
  set(items: Record<string, unknown>): Promise<void> {
    Object.assign(this.items, items);
    return Promise.resolve();
  }
}

type Ask = (...args: unknown[]) => Promise<unknown>;

/** Makes the stand-in and puts it in place of chrome. Each vi.fn can be given other answers. */
export function fakeChrome(kept: { local?: Record<string, unknown>; session?: Record<string, unknown> } = {}) {
  const ports: FakePort[] = [];
  const id = "jikhncecejclofdlljmojmfpmphieona";
  const answers = <T>(value: T) => vi.fn<Ask>(() => Promise.resolve(value));
  const tab = { id: 7, windowId: 1, index: 0, url: "https://a.example/", title: "A", active: true, status: "complete", discarded: false };
  const fake = {
    ports,
    tab,
    runtime: {
      id,
      lastError: undefined,
      reload: vi.fn(),
      getManifest: () => ({ version: "0.1.0" }),
      getURL: (path: string) => `chrome-extension://${id}/${path}`,
      connectNative: vi.fn(() => {
        const port = new FakePort();
        ports.push(port);
        return port;
      }),
      onMessage: new FakeEvent<[message: unknown, sender: object]>(),
      onConnect: new FakeEvent<[port: { name: string; sender?: object }]>(),
      onStartup: new FakeEvent<[]>(),
      onInstalled: new FakeEvent<[]>(),
    },
    storage: { local: new FakeArea(kept.local), session: new FakeArea(kept.session) },
    alarms: { create: answers(undefined), clear: answers(true), onAlarm: new FakeEvent<[alarm: { name: string }]>() },
    sidePanel: { setPanelBehavior: answers(undefined), open: answers(undefined) },
    commands: { onCommand: new FakeEvent<[name: string, tab: object | undefined]>() },
    tabs: {
      query: answers([tab]),
      get: answers(tab),
      create: answers(tab),
      remove: answers(undefined),
      update: answers(tab),
      reload: answers(undefined),
      onCreated: new FakeEvent<[tab: object]>(),
      onUpdated: new FakeEvent<[id: number, change: object, tab: object]>(),
      onActivated: new FakeEvent<[info: { tabId: number }]>(),
      onAttached: new FakeEvent<[id: number]>(),
      onRemoved: new FakeEvent<[id: number, info: { windowId: number }]>(),
      onReplaced: new FakeEvent<[added: number, removed: number]>(),
    },
    windows: { create: answers({ tabs: [tab] }), update: answers(undefined) },
    scripting: { executeScript: answers([]) },
    debugger: {
      attach: answers(undefined),
      detach: answers(undefined),
      sendCommand: answers({}),
      getTargets: answers([]),
      onEvent: new FakeEvent<[source: object, method: string, params?: object]>(),
      onDetach: new FakeEvent<[source: object, reason: string]>(),
    },
  };
  vi.stubGlobal("chrome", fake);
  vi.stubGlobal("navigator", { userAgentData: { brands: [{ brand: "Chromium", version: "156" }] } });
  return fake;
}
