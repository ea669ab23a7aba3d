// A controller on a daemon in memory, with the real wire between them.

import { expect, vi } from "vitest";
import { Client } from "../../wire";
import { Connection } from "../connection";
import { Controller, type Memory } from "../controller";
import type { Unsent } from "../drafts";
import { Store } from "../store";
import { FakeDaemon } from "./daemon";

export interface Rig {
  daemon: FakeDaemon;
  store: Store;
  controller: Controller;
  connection: Connection;
  saved: (string | null)[];
  told: string[];
  begun: string[];
  /** Those that were left meanwhile, with their models. */
  begunUnseen: string[][];
  picked: { spec: string };
  givenBack: string[];
  /** The same with files and nonce. */
  returned: Unsent[];
  /** What the person looks at is known when this is over. */
  page: { looked: Promise<void> };
  clock: { now: number };
}

// The real wire between controller and daemon; frames come at once.
export function rig(daemon = new FakeDaemon(), remembered: string | null = null): Rig {
  const store = new Store();
  const saved: (string | null)[] = [];
  const told: string[] = [];
  const begun: string[] = [];
  const begunUnseen: string[][] = [];
  const picked = { spec: "" };
  const givenBack: string[] = [];
  const returned: Unsent[] = [];
  const page = { looked: Promise.resolve() };
  const clock = { now: Date.parse("2026-11-30T09:00:00Z") };
  const memory: Memory = { load: () => remembered, save: (id) => void saved.push(id) };
  const connection = new Connection(
    (options) =>
      new Client({ ...options, kind: "panel", version: "0", build: "0", connect: () => daemon.connect(), lastError: () => undefined, random: () => 0 }),
  );
  let nonces = 0;
  const controller = new Controller({
    client: connection,
    store,
    memory,
    tell: (conversation) => void told.push(conversation),
    giveBack: (unsent) => {
      givenBack.push(unsent.text);
      returned.push(unsent);
    },
    begun: (conversation, left) => void (left === undefined ? begun.push(conversation) : begunUnseen.push([conversation, left.model])),
    model: () => picked.spec,
    schedule: (work) => void setTimeout(work, 0),
    page: () => page.looked.then(() => ({ browserTab: 7 })),
    now: () => clock.now,
    nonce: () => `n${++nonces}`,
  });
  connection.start();
  return { daemon, store, controller, connection, saved, told, begun, begunUnseen, picked, givenBack, returned, page, clock };
}

export const until = (what: () => boolean) => vi.waitFor(() => expect(what()).toBe(true), { timeout: 5000, interval: 5 });

export async function opened(r: Rig): Promise<Rig> {
  await until(() => r.store.model.link.state === "open");
  return r;
}
