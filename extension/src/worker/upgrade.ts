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

/** What an upgrade stands on. */
interface UpgradeParts {
  readonly own: string;
  /** Whether a command is under way in this worker. */
  readonly busy: () => boolean;
  /** For which build the extension was started anew last; it must outlive the extension's end. */
  readonly last: () => Promise<string>;
  readonly keep: (build: string) => Promise<void>;
  /** Starts the extension anew. */
  readonly reload: () => void;
}

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
    this.#consider(state.peer, state.hello.extensionBuild).catch((error: unknown) => console.warn("upgrade:", error));
  }

  async #consider(peer: Peer, build: string | undefined): Promise<void> {
    const { own, last } = this.#parts;
    if (own === "" || build === undefined || build === "" || build === own) return;
    const waiting = new AbortController();
    this.#waiting = waiting;
    // The folder that was loaded is not the one that the daemon unpacks: starting anew would change nothing.
    if ((await last()) === build) return;
    while (!waiting.signal.aborted) {
      if ((await this.#quiet(peer)) && (await this.#begin(build, waiting.signal))) return;
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
  async #begin(build: string, signal: AbortSignal): Promise<boolean> {
    await this.#parts.keep(build);
    if (!signal.aborted && !this.#parts.busy()) {
      this.#parts.reload();
      return true;
    }
    await this.#parts.keep("");
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
