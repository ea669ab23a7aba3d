// The options page on a daemon in memory, and what a person does in it.

import type { Status, StorageUse } from "@protocol/client.gen";
import { expect, vi } from "vitest";
import type { Link } from "../../panel/client";
import { FakeDaemon } from "../../panel/testing/daemon";
import { clear, doing, draw, one, soon } from "../../panel/testing/draw";
import { callerOf, hello, stubBrowser } from "../../panel/testing/panel";
import { someModels } from "../../panel/testing/shelf";
import { Checks } from "../../ui/checks";
import { Observable } from "../../ui/observable";
import { KeptForm } from "../kept";
import { ModelSettings } from "../models";
import { OptionsPage } from "../view/page";

const drawn: HTMLElement[] = [];

/** Before each test: a browser in which nothing is kept, and no page of the test before. */
export function freshBrowser(): void {
  for (const root of drawn.splice(0)) clear(root);
  stubBrowser();
  localStorage.clear();
}

export async function page(daemon = new FakeDaemon(), state: Link = { state: "open", hello }, now = () => 1) {
  const client = callerOf(daemon);
  const settings = new ModelSettings(client);
  const status = new Observable<Status | null>(null);
  const storage = new Observable<StorageUse | null>(null);
  const choose = vi.fn();
  const retry = vi.fn();
  const openShortcuts = vi.fn();
  const language = { choice: "auto", browser: "zh-TW", choose } as const;
  // The page before has ended: nobody holds what it left.
  const forms = new KeptForm(localStorage, now, { hold: () => Promise.resolve(() => Promise.resolve()), id: crypto.randomUUID() });
  const parts = { settings, status, storage, forms, checks: new Checks(client), link: new Observable(state), language, extension: "0.1.0" };
  const root = await draw(<OptionsPage {...parts} openShortcuts={openShortcuts} retry={retry} />);
  drawn.push(root);
  if (state.state === "open") {
    await doing(() => void settings.load());
    await soon(() => expect(root.querySelector("[data-model]")).not.toBeNull());
  }
  return { root, daemon, choose, retry, openShortcuts, ...parts };
}

export function withModels(): FakeDaemon {
  const daemon = new FakeDaemon();
  daemon.models = someModels();
  return daemon;
}

export async function fill(root: HTMLElement, values: Record<string, string>): Promise<void> {
  for (const [id, value] of Object.entries(values)) {
    const field = one(root, `#${id}`);
    await doing(() => {
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value;
      field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }));
    });
  }
}

export const click = (root: HTMLElement, selector: string) => doing(() => one(root, selector).click());
export const sent = (daemon: FakeDaemon, route: string) => daemon.seen.filter((s) => s.route === route).map((s) => s.params);
