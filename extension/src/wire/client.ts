// A link that comes back: connects, greets, and connects again when it drops, with growing pauses. After many failures
// in a row it stops, so that a program that ends at once is not started for ever, and says exactly why.

import { Product, VersionMax, VersionMin } from "@protocol/protocol.gen";
import type { HelloReply, Kind } from "@protocol/protocol.gen";
import type { HandlerTable, ListenerTable } from "./contract";
import { FaultError } from "./fault";
import { Peer } from "./peer";
import type { PortLike } from "./peer";
import { troubleOfClose, troubleOfHello, troubleOfProduct } from "./trouble";
import type { Trouble } from "./trouble";

/** Where a client stands. */
export type LinkState =
  | { readonly name: "idle" }
  | { readonly name: "connecting"; readonly failures: number }
  | { readonly name: "open"; readonly peer: Peer; readonly hello: HelloReply }
  | { readonly name: "waiting"; readonly failures: number; readonly trouble: Trouble; readonly delayMs: number }
  | { readonly name: "stopped"; readonly failures: number; readonly trouble: Trouble };

/** How a client connects. */
export interface ClientOptions {
  readonly kind: Kind;
  readonly version: string;
  readonly build: string;
  /** Opens a port. It may throw. */
  readonly connect: () => PortLike;
  /** Why a port closed; read inside its onDisconnect. */
  readonly lastError: () => string | undefined;
  readonly serve?: HandlerTable;
  readonly hear?: ListenerTable;
  /** Called with every new state, in order. In state open the peer is ready; calls may be made at once. */
  readonly onState: (state: LinkState) => void;
  /** Failures in a row that came before, when this client carries on for an earlier one. */
  readonly failures?: number;
  /** A number from 0 to 1; a test replaces it. */
  readonly random?: () => number;
}

/** How long hello may take: the bridge may have to start the daemon first. */
export const helloDeadlineMs = 15_000;
/** How many failures in a row end the tries. With the pauses between them that is about a minute. */
export const maxFailures = 10;
/** How long a link must have been open to count as a success. */
export const stableMs = 20_000;

const firstPauseMs = 200;
const longestPauseMs = 30_000;

/** The pause after so many failures in a row: doubled each time, and spread so that surfaces do not come all at once. */
export function pauseAfter(failures: number, random: number): number {
  const full = Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 1));
  return Math.round(full * (0.5 + random / 2));
}

/** A link that comes back. */
export class Client {
  readonly #options: ClientOptions;
  #state: LinkState = { name: "idle" };
  #failures: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #peer: Peer | undefined;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#failures = options.failures ?? 0;
  }

  get state(): LinkState {
    return this.#state;
  }

  /** Connects, unless that is under way or done. It also ends a pause. */
  start(): void {
    if (this.#state.name === "open" || this.#state.name === "connecting") return;
    clearTimeout(this.#timer);
    void this.#connect();
  }

  /** Forgets the failures so far and connects: for a person who asks for another try. */
  retry(): void {
    this.#failures = 0;
    this.start();
  }

  /** Closes the link and stays closed. */
  close(): void {
    clearTimeout(this.#timer);
    const peer = this.#peer;
    this.#peer = undefined;
    this.#enter({ name: "idle" });
    peer?.close();
  }

  async #connect(): Promise<void> {
    this.#enter({ name: "connecting", failures: this.#failures });
    const { kind, version, build, lastError } = this.#options;
    let peer: Peer;
    try {
      const port = this.#options.connect();
      const { serve = {}, hear = {} } = this.#options;
      peer = new Peer(port, { serve, hear, onClose: lastError });
    } catch (thrown) {
      return this.#failed(troubleOfClose(thrown instanceof Error ? thrown.message : String(thrown)));
    }
    this.#peer = peer;
    let hello: HelloReply;
    try {
      const greeting = { product: Product, version, build, protocol: { min: VersionMin, max: VersionMax }, kind };
      hello = await peer.call("hello", greeting, { deadlineMs: helloDeadlineMs });
    } catch (thrown) {
      return this.#drop(peer, troubleOfHello(FaultError.wrap(thrown)));
    }
    if (this.#peer !== peer) return;
    if (hello.product !== Product) return this.#drop(peer, troubleOfProduct(hello.product));
    const opened = Date.now();
    this.#enter({ name: "open", peer, hello });
    const why = await peer.closed;
    if (Date.now() - opened >= stableMs) this.#failures = 0;
    this.#drop(peer, troubleOfClose(why.message));
  }

  #drop(peer: Peer, trouble: Trouble): void {
    peer.close();
    // Another link, or close(), has taken its place.
    if (this.#peer !== peer) return;
    this.#peer = undefined;
    this.#failed(trouble);
  }

  #failed(trouble: Trouble): void {
    const failures = ++this.#failures;
    if (trouble.final || failures >= maxFailures) return this.#enter({ name: "stopped", failures, trouble });
    const delayMs = pauseAfter(failures, (this.#options.random ?? Math.random)());
    this.#timer = setTimeout(() => void this.#connect(), delayMs);
    this.#enter({ name: "waiting", failures, trouble, delayMs });
  }

  #enter(state: LinkState): void {
    this.#state = state;
    this.#options.onState(state);
  }
}
