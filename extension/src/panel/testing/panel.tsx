// The whole panel, drawn into a document for tests: services that only count, and lists that ask a daemon in memory.

import { vi } from "vitest";
import { Observable } from "../../ui/observable";
import { FaultError, Peer } from "../../wire";
import { Attachments } from "../attachments";
import { Chats } from "../chats";
import type { Draft, Unsent } from "../drafts";
import type { Client } from "../client";
import { ModelChoice } from "../models";
import type { Action } from "../state/reducer";
import { Store } from "../store";
import type { UnstoredNames } from "../unstored";
import { App, type Services } from "../view/app";
import type { FakeDaemon } from "./daemon";
import { doing, draw, one } from "./draw";
import { epoch } from "./make";

export function services() {
  return {
    send: vi.fn(),
    sendAgain: vi.fn(),
    takeBack: vi.fn(),
    stop: vi.fn(),
    resume: vi.fn(),
    newChat: vi.fn(),
    open: vi.fn(),
    older: vi.fn(),
    dismissProblem: vi.fn(),
    dismissDamage: vi.fn(),
    retryLink: vi.fn(),
    openOptions: vi.fn(),
    readText: vi.fn(() => Promise.resolve({ text: "the whole result", whole: true })),
    readImage: vi.fn(() => Promise.resolve(new Blob(["png"], { type: "image/png" }))),
  } satisfies Services;
}

export const hello = { product: "margay", version: "0.1.0", build: "0", protocol: 1, epoch, lingerMs: 0, dataDir: "/d", pid: 1 };
export const openLink: Action = { type: "link", link: { state: "open", hello } };

/** What jsdom lacks of a browser. */
export function stubBrowser(): void {
  vi.stubGlobal("ResizeObserver", class {
    observe() {}
    disconnect() {}
  });
  // Everything is near.
  vi.stubGlobal("IntersectionObserver", class {
    readonly #seen: (entries: { isIntersecting: boolean }[]) => void;
    constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
      this.#seen = seen;
    }
    observe() {
      this.#seen([{ isIntersecting: true }]);
    }
    disconnect() {}
  });
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close(this: HTMLDialogElement) {
      this.open = false;
    },
  });
  Object.assign(URL, { createObjectURL: () => "blob:here", revokeObjectURL: () => undefined });
}


/** Calls the daemon over the real wire, without the greeting. */
export function callerOf(daemon: FakeDaemon): Pick<Client, "call"> {
  const peer = new Peer(daemon.connect(), { serve: {}, hear: {} });
  return { call: (route, params, options) => peer.call(route, params, options) };
}

export const noLink: Pick<Client, "call"> = { call: () => Promise.reject(new FaultError("closed", "no link")) };

export function keptInMemory(): Pick<Storage, "getItem" | "setItem"> & { kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return { kept, getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
}

interface Setting {
  daemon?: FakeDaemon;
  draft?: Draft;
  unstored?: UnstoredNames;
  actions?: readonly Action[];
}

export async function drawPanel({ daemon, draft, unstored, actions = [openLink] }: Setting = {}) {
  const store = new Store();
  const given = services();
  for (const action of actions) store.dispatch(action);
  const client = daemon === undefined ? noLink : callerOf(daemon);
  const renamed = vi.fn();
  const current = () => store.model.conversation?.id ?? null;
  const chats = new Chats({ client, current, renamed, closed: given.newChat, reopened: given.open });
  const models = new ModelChoice(client, keptInMemory());
  const files = new Attachments(client, unstored);
  const returned = new Observable<Unsent>({ text: "", files: [] });
  const front = { readable: new Observable(true) };
  const parts = { store, chats, models, files, returned, front, ...(draft === undefined ? {} : { draft }) };
  given.takeBack.mockImplementation(() => returned.set({ text: "the unsent words", files: [] }));
  const root = await draw(<App {...parts} services={given} />);
  const dispatch = (action: Action) => doing(() => store.dispatch(action));
  return { root, store, dispatch, chats, models, files, returned, front, renamed, ...given };
}

/** Where the person writes. */
export function composer(root: HTMLElement): HTMLTextAreaElement {
  const box = one(root, "#composer");
  if (!(box instanceof HTMLTextAreaElement)) throw new Error("the composer is no textarea");
  return box;
}

/** Types into it, in place of what is there. */
export async function type(root: HTMLElement, text: string): Promise<HTMLTextAreaElement> {
  const box = composer(root);
  await doing(() => {
    box.value = text;
    box.dispatchEvent(new InputEvent("input", { bubbles: true }));
  });
  return box;
}
