// After an upgrade the folder that this extension was loaded from holds another build than the one that runs here. The
// daemon says in hello which one lies there; a worker of another starts the extension anew: once for each build, and never
// while a run is live or a command is under way. The state table is in extension/README.md.

import { FaultError } from "../wire";
import type { LinkState, Peer } from "../wire";

declare const margayBuild: string;

/** The build that runs here; empty where it was not built for people (tests, watching). */
export function ownBuild(): string {
  return typeof margayBuild === "undefined" ? "" : margayBuild;
}

/** How long between two looks whether a run is still live. */
export const lookEveryMs = 5_000;
const listDeadlineMs = 10_000;

/** For which build the extension was started anew, and which data directory had it: another may have the same build. */
export interface Reload {
  readonly build: string;
  readonly dataDir: string;
}

/** What an upgrade stands on. */
interface UpgradeParts {
  readonly own: string;
  /** Whether a command is under way in this worker. */
  readonly busy: () => boolean;
  /** For which build the extension was started anew last; it must outlive the extension's end. */
  readonly last: () => Promise<Reload>;
  readonly keep: (reload: Reload) => Promise<void>;
  /** Starts the extension anew. */
  readonly reload: () => void;
}

const nothing: Reload = { build: "", dataDir: "" };

/** Starts the extension anew when another build of it lies on disk. */
export class Upgrade {
  readonly #parts: UpgradeParts;
  #waiting: AbortController | undefined;

  constructor(parts: UpgradeParts) {
    this.#parts = parts;
  }

  /** Takes up what the daemon said in hello. Without a link there is nothing to wait for: the next hello says it again. */
  onLink(state: LinkState): void {
    this.#waiting?.abort();
    this.#waiting = undefined;
    if (state.name !== "open") return;
    const { extensionBuild = "", dataDir } = state.hello;
    this.#consider(state.peer, { build: extensionBuild, dataDir }).catch((error: unknown) => console.warn("upgrade:", error));
  }

  async #consider(peer: Peer, found: Reload): Promise<void> {
    const { own, last } = this.#parts;
    if (own === "" || found.build === "") return;
    const waiting = new AbortController();
    this.#waiting = waiting;
    const tried = await last();
    if (found.build === own) {
      // What was tried did not come, and is not there any more: should it be there again, it is to be tried again.
      if (tried.build !== "" && tried.build !== own) await this.#parts.keep(nothing);
      return;
    }
    // The folder that was loaded is not the one that the daemon unpacks: starting anew would change nothing.
    if (tried.build === found.build && tried.dataDir === found.dataDir) return;
    while (!waiting.signal.aborted) {
      if ((await this.#quiet(peer)) && (await this.#begin(found, waiting.signal))) return;
      await pause(lookEveryMs, waiting.signal);
    }
  }

  async #quiet(peer: Peer): Promise<boolean> {
    if (this.#parts.busy()) return false;
    try {
      const { runs } = await peer.call("run.list", {}, { deadlineMs: listDeadlineMs });
      // An interrupted run waits for a person; a parked one goes on by itself.
      return runs.every(({ state }) => state === "interrupted");
    } catch (thrown) {
      console.warn("upgrade: cannot ask for live runs:", FaultError.wrap(thrown).message);
      return false;
    }
  }

  // It is remembered before, so that it can never become a loop; a command that came meanwhile puts it off.
  async #begin(found: Reload, signal: AbortSignal): Promise<boolean> {
    await this.#parts.keep(found);
    if (!signal.aborted && !this.#parts.busy()) {
      this.#parts.reload();
      return true;
    }
    await this.#parts.keep(nothing);
    return false;
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
  });
}
