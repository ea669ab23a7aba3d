// Sending a tab somewhere, and waiting until the navigation is committed or has failed.
//
// The debugger is asked first, because only it tells why an address could not be opened and what the history holds.
// Where it may not be used (the browser's own pages, so every new tab), chrome.tabs does it.

import type { Navigate } from "@protocol/driver.gen";
import { FaultError, isObject } from "../wire";
import type { Commits, Expected } from "./commits";
import type { Debuggers } from "./debuggers";
import type { Performed, Progress } from "./outcomes";
import type { Pages } from "./scripting";
import { getTab, openTab, reloadTab, sendTab } from "./tabs";

// How long a committed document may take until it can be read.
const readyMs = 10_000;

/** What a navigation stands on. */
interface NavigatorParts {
  readonly debuggers: Debuggers;
  readonly pages: Pages;
  readonly commits: Commits;
}

/** Navigations. */
export class Navigator {
  readonly #debuggers: Debuggers;
  readonly #pages: Pages;
  readonly #commits: Commits;

  constructor({ debuggers, pages, commits }: NavigatorParts) {
    this.#debuggers = debuggers;
    this.#pages = pages;
    this.#commits = commits;
  }

  /** Opens a tab and waits for its first document. */
  async open(url: string, active: boolean, window: number | undefined, progress: Progress): Promise<Performed> {
    progress.begin();
    const { id } = await openTab(url, active, window);
    const commit = this.#commits.expect(id);
    try {
      // The address may have been there at once.
      if ((await getTab(id)).loading) await commit.settled(progress.over);
    } finally {
      commit.done();
    }
    return this.#arrived(id, url);
  }

  /** Sends a tab to an address, or a step back or forward, or loads it again. */
  async go({ tab, url = "", move }: Navigate, progress: Progress): Promise<Performed> {
    const driven = await this.#canDrive(tab);
    const commit = this.#commits.expect(tab);
    try {
      if (move === "reload") {
        progress.begin();
        await reloadTab(tab);
      } else if (move !== undefined) {
        await this.#step(tab, move, driven, progress);
      } else if (driven) {
        progress.begin();
        const fault = await this.#goByDebugger(tab, url, commit, progress);
        if (fault !== undefined) return { tab: await getTab(tab), fault: fault.toFault() };
      } else {
        progress.begin();
        await sendTab(tab, url);
      }
      await commit.settled(progress.over);
    } finally {
      commit.done();
    }
    return this.#arrived(tab, url);
  }

  async #canDrive(tab: number): Promise<boolean> {
    try {
      await this.#debuggers.ensure(tab);
      return true;
    } catch (thrown) {
      const fault = FaultError.wrap(thrown);
      if (fault.reason === "not_a_page" || fault.reason === "debugger_refused") return false;
      throw fault;
    }
  }

  async #step(tab: number, move: "back" | "forward", driven: boolean, progress: Progress): Promise<void> {
    if (!driven) throw new FaultError("not_started", "The history of this page cannot be walked.", "Navigate to an address.");
    const [reply] = await this.#debuggers.batch(tab, [{ method: "Page.getNavigationHistory" }]);
    const entry = historyEntry(reply?.result, move);
    if (entry === undefined) {
      throw new FaultError("not_started", `The tab's history has nothing to go ${move} to.`, "Navigate to an address.");
    }
    progress.begin();
    await this.#debuggers.batch(tab, [{ method: "Page.navigateToHistoryEntry", params: { entryId: entry } }]);
  }

  // Answers why there is no new document, or undefined.
  async #goByDebugger(
    tab: number,
    url: string,
    commit: Expected,
    progress: Progress,
  ): Promise<FaultError | undefined> {
    // Chrome passes over an address that is already on its way (a page that does not come, asked for again) and calls
    // that aborted: what is on its way ends first.
    const commands = [{ method: "Page.stopLoading" }, { method: "Page.navigate", params: { url } }];
    const [, reply] = await this.#debuggers.batch(tab, commands);
    // An address where the debugger may not follow ends the attachment, and the tab goes there.
    if (reply?.error?.startsWith("Detached") === true) return undefined;
    if (reply?.error !== undefined) {
      progress.back();
      throw new FaultError("invalid_params", `The browser refused ${url}: ${reply.error}.`, "Check the address.");
    }
    const result = isObject(reply?.result) ? reply.result : {};
    if (result["isDownload"] === true) {
      return new FaultError("not_a_page", `${url} is a download, not a page; the tab shows what it showed before.`);
    }
    const error = result["errorText"];
    if (error === "net::ERR_ABORTED") {
      return new FaultError("not_found", `${url} gave no page; the tab shows what it showed before.`);
    }
    if (typeof error !== "string" || error === "") return undefined;
    // The browser's error page is on its way; the next navigation must not take its commit for its own.
    await commit.settled(progress.over);
    return new FaultError("not_found", `The browser could not open ${url}: ${error}.`, "Check the address.");
  }

  // Waits until the new document can be read. The browser's own pages are a place like any other to arrive at.
  async #arrived(tab: number, url: string): Promise<Performed> {
    let fault: FaultError | undefined;
    try {
      await this.#pages.ready(tab, readyMs);
    } catch (thrown) {
      fault = failedToLoad(thrown, url);
    }
    const now = await getTab(tab);
    return fault === undefined ? { tab: now } : { tab: now, fault: fault.toFault() };
  }
}

function failedToLoad(thrown: unknown, url: string): FaultError | undefined {
  const text = thrown instanceof Error ? thrown.message : "";
  if (!text.includes("error page")) return undefined;
  return new FaultError("not_found", `The browser could not open ${url === "" ? "the page" : url}.`, "Check the address.");
}

/** The id of the history entry one step away, if there is one. */
export function historyEntry(history: unknown, move: "back" | "forward"): number | undefined {
  if (!isObject(history) || !Array.isArray(history["entries"])) return undefined;
  const { currentIndex, entries } = history;
  if (typeof currentIndex !== "number" || !Array.isArray(entries)) return undefined;
  const entry: unknown = entries[currentIndex + (move === "back" ? -1 : 1)];
  return isObject(entry) && typeof entry["id"] === "number" ? entry["id"] : undefined;
}
