// chrome.debugger: one owner for every attachment of this extension.
//
// It attaches when the first command for a tab comes, adopts what an earlier worker left attached, and passes events on
// in order. After a person took the debugger away it attaches to that tab again only when asked to by name.

import type { Attached, CDPCommand, CDPReply } from "@protocol/driver.gen";
import { FaultError, isObject } from "../wire";
import { browserFault } from "./browserfault";

const protocolVersion = "1.3";
// Allowed to extensions, changes nothing, answers from the browser process even while the page is busy.
const probe = "Target.getTargetInfo";
const probeDeadlineMs = 2_000;

type Attachment = { readonly ready: Promise<Attached>; on: boolean };

/** The debugger attachments of this extension. */
export class Debuggers {
  readonly #tabs = new Map<number, Attachment>();
  readonly #taken: Set<number>;
  readonly #keepTaken: (tabs: readonly number[]) => void;

  constructor(taken: readonly number[], keepTaken: (tabs: readonly number[]) => void) {
    this.#taken = new Set(taken);
    this.#keepTaken = keepTaken;
  }

  /** Finds the attachments that outlived the last worker, and takes those that obey. */
  async adopt(): Promise<void> {
    const targets = await chrome.debugger.getTargets();
    const tabs = targets.flatMap((t) => (t.attached && t.tabId !== undefined ? [t.tabId] : []));
    const obeying = await Promise.all(tabs.map(async (tab) => ((await obeys(tab)) ? tab : undefined)));
    for (const tab of obeying) if (tab !== undefined) this.#adopted(tab);
  }

  /** The tabs that are attached to. */
  attached(): number[] {
    return [...this.#tabs].filter(([, a]) => a.on).map(([tab]) => tab);
  }

  /** Attaches because somebody asked for it by name; this also makes good that a person took the debugger away. */
  attach(tab: number): Promise<Attached> {
    if (this.#taken.delete(tab)) this.#keepTaken([...this.#taken]);
    return this.#attachment(tab).ready;
  }

  /** Makes sure that a tab is attached to. Answers nothing to wait for where it is. */
  ensure(tab: number): Promise<unknown> | undefined {
    const attachment = this.#tabs.get(tab);
    if (attachment?.on === true) return undefined;
    if (this.#taken.has(tab)) return Promise.reject(takenAway());
    return this.#attachment(tab).ready;
  }

  async detach(tab: number): Promise<void> {
    this.#tabs.delete(tab);
    try {
      await chrome.debugger.detach({ tabId: tab });
    } catch {
      // It was not attached, which is what was asked for.
    }
  }

  /** Sends commands together, in order, without waiting between them; answers when all are answered. */
  async batch(tab: number, commands: readonly CDPCommand[]): Promise<CDPReply[]> {
    const replies = await Promise.all(commands.map((command) => send(tab, command)));
    if (replies.length > 0 && replies.every((r) => r.error !== undefined && isDetached(r.error))) {
      // The attachment had ended without being told; nothing of this reached the page.
      this.#tabs.delete(tab);
      throw new FaultError("not_started", "The browser had ended the debugger of this tab.", "Try again.");
    }
    return replies;
  }

  /** To be called when the browser ended an attachment. */
  onDetach(tab: number, reason: string): void {
    this.#tabs.delete(tab);
    if (reason !== "canceled_by_user") return;
    this.#taken.add(tab);
    this.#keepTaken([...this.#taken]);
  }

  /** To be called when a tab is gone: its number is never used again. */
  forget(tab: number): void {
    this.#tabs.delete(tab);
    if (this.#taken.delete(tab)) this.#keepTaken([...this.#taken]);
  }

  #attachment(tab: number): Attachment {
    const there = this.#tabs.get(tab);
    if (there !== undefined) return there;
    const attachment: Attachment = { on: false, ready: this.#begin(tab) };
    this.#tabs.set(tab, attachment);
    attachment.ready.then(
      () => void (attachment.on = true),
      () => {
        // Nothing is tried again by itself, but the next call may try.
        if (this.#tabs.get(tab) === attachment) this.#tabs.delete(tab);
      },
    );
    return attachment;
  }

  async #begin(tab: number): Promise<Attached> {
    try {
      await chrome.debugger.attach({ tabId: tab }, protocolVersion);
      return { adopted: false };
    } catch (thrown) {
      const fault = browserFault(thrown);
      if (fault.reason === "debugger_refused" && (await obeys(tab))) return { adopted: true };
      throw fault;
    }
  }

  #adopted(tab: number): void {
    this.#tabs.set(tab, { on: true, ready: Promise.resolve({ adopted: true }) });
  }
}

async function obeys(tab: number): Promise<boolean> {
  const timeout = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), probeDeadlineMs));
  const reply = send(tab, { method: probe }).then((r) => r.error === undefined);
  return Promise.race([reply, timeout]);
}

function send(tab: number, { method, params, session }: CDPCommand): Promise<CDPReply> {
  const target = session === undefined || session === "" ? { tabId: tab } : { tabId: tab, sessionId: session };
  return chrome.debugger.sendCommand(target, method, isObject(params) ? params : {}).then(
    (result) => ({ result: result ?? {} }),
    (thrown: unknown) => ({ error: wordsOf(thrown) }),
  );
}

// Chrome gives an error of the debugging protocol as JSON text: {"code":-32000,"message":"…"}.
function wordsOf(thrown: unknown): string {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  if (!text.startsWith("{")) return text;
  try {
    const parsed: unknown = JSON.parse(text);
    return isObject(parsed) && typeof parsed["message"] === "string" ? parsed["message"] : text;
  } catch {
    return text;
  }
}

function isDetached(error: string): boolean {
  return error.startsWith("Debugger is not attached");
}

function takenAway(): FaultError {
  return new FaultError(
    "debugger_refused",
    "The person took the debugger away from this tab.",
    "Ask the person before driving this tab again.",
  );
}
