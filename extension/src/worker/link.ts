// The worker's link to the daemon: registers this browser as a driver each time the link opens, and says what happens
// in it from then on.

import type { Notices, Registration } from "@protocol/driver.gen";
import { hostClient } from "../wire";
import type { Client, HandlerTable, LinkState, Peer } from "../wire";
import { ownBuild } from "./upgrade";

// The daemon answers at once; a silent one is a dead one.
const registerDeadlineMs = 10_000;

/** What the link stands on. */
interface LinkParts {
  readonly handlers: HandlerTable;
  readonly registration: () => Promise<Registration>;
  /** Failures in a row that an earlier life of the worker counted. */
  readonly failures: number;
  readonly onState: (state: LinkState) => void;
}

/** The worker's link. */
export class Link {
  readonly client: Client;
  readonly #registration: () => Promise<Registration>;
  #peer: Peer | undefined;

  constructor({ handlers, registration, failures, onState }: LinkParts) {
    this.#registration = registration;
    this.client = hostClient("worker", {
      build: ownBuild(),
      serve: handlers,
      failures,
      onState: (state) => {
        this.#peer = undefined;
        onState(state);
        if (state.name === "open") void this.#register(state.peer);
      },
    });
  }

  /** Says something to the daemon; without a registered link it is dropped, because registering tells it anew. */
  say<K extends keyof Notices>(notice: K, params: Notices[K]["params"], lane?: string): void {
    this.#peer?.notify(notice, params, lane);
  }

  async #register(peer: Peer): Promise<void> {
    try {
      const registration = await this.#registration();
      const registered = peer.call("driver.register", registration, { deadlineMs: registerDeadlineMs });
      // What happens from here on follows the registration on the same link.
      this.#peer = peer;
      await registered;
    } catch (thrown) {
      // Without a registration the link is of no use; a new one is made, after a pause.
      peer.close(thrown instanceof Error ? thrown.message : String(thrown));
    }
  }
}
