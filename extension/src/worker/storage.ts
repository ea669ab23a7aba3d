// chrome.storage: what must outlive the worker, and nothing else.
//
// local holds the install id, for ever, and the build for which the extension was started anew last with the data directory that had it. session holds, until the browser ends: its own id, the outcomes of the last
// acts, the tabs that a person took the debugger away from, and how many times in a row connecting has failed.

import { ActionStateValues } from "@protocol/driver.gen";
import type { Outcome } from "@protocol/driver.gen";
import { FaultError, isObject } from "../wire";
import type { OutcomeStore } from "./outcomes";
import type { Reload } from "./upgrade";

const outcomePrefix = "outcome:";

// An outcome larger than this (a screenshot, a page's text) is kept without what it returned: session storage holds
// ten megabytes in all.
const maxKept = 64 << 10;

/** What a start of the worker finds in storage. */
export interface Found {
  readonly install: string;
  readonly session: string;
  readonly taken: readonly number[];
  readonly failures: number;
}

/** Reads what there is, and makes the ids that are missing. */
export async function loadStorage(): Promise<Found> {
  const [local, session] = await Promise.all([
    chrome.storage.local.get("install"),
    chrome.storage.session.get(["session", "taken", "failures"]),
  ]);
  const install = typeof local["install"] === "string" ? local["install"] : crypto.randomUUID();
  const id = typeof session["session"] === "string" ? session["session"] : crypto.randomUUID();
  await Promise.all([
    install === local["install"] ? undefined : chrome.storage.local.set({ install }),
    id === session["session"] ? undefined : chrome.storage.session.set({ session: id }),
  ]);
  const taken: unknown = session["taken"];
  const failures: unknown = session["failures"];
  return {
    install,
    session: id,
    taken: Array.isArray(taken) ? taken.filter((tab): tab is number => typeof tab === "number") : [],
    failures: typeof failures === "number" ? failures : 0,
  };
}

/** Keeps the tabs that a person took the debugger away from. */
export function keepTaken(tabs: readonly number[]): void {
  keep({ taken: tabs });
}

/** Keeps how many times in a row connecting has failed. */
export function keepFailures(failures: number): void {
  keep({ failures });
}

/** For which build the extension was started anew last. */
export async function lastReload(): Promise<Reload> {
  const { reloadedFor, reloadedIn } = await chrome.storage.local.get(["reloadedFor", "reloadedIn"]);
  return { build: typeof reloadedFor === "string" ? reloadedFor : "", dataDir: typeof reloadedIn === "string" ? reloadedIn : "" };
}

/** Keeps that build; unlike the writes below this one is waited for. */
export async function keepReload({ build, dataDir }: Reload): Promise<void> {
  await chrome.storage.local.set({ reloadedFor: build, reloadedIn: dataDir });
}

// Nothing waits for these writes: they are for the next life of the worker, and a failed one only makes it know less.
function keep(items: Record<string, unknown>): void {
  chrome.storage.session.set(items).catch((error: unknown) => console.warn("session storage:", error));
}

/** Outcomes in session storage, one key a slot. */
export const outcomeStore: OutcomeStore = {
  async load() {
    const all = await chrome.storage.session.get(null);
    return Object.entries(all)
      .filter(([key]) => key.startsWith(outcomePrefix))
      .map(([, value]) => value)
      .filter(isOutcome);
  },
  keep(slot, outcome) {
    keep({ [outcomePrefix + slot]: JSON.stringify(outcome).length > maxKept ? withoutResult(outcome) : outcome });
  },
};

function withoutResult({ id }: Outcome): Outcome {
  const fault = new FaultError(
    "outcome_unknown",
    "It was done, but what it returned was too large to keep while the extension's worker was started anew.",
    "Look before you repeat it.",
  );
  return { id, state: "unknown", fault: fault.toFault() };
}

function isOutcome(value: unknown): value is Outcome {
  return isObject(value) && typeof value["id"] === "string" && ActionStateValues.some((s) => s === value["state"]);
}
