// The panel's own link to the daemon: opens a native port, says hello, and
// opens another one when it ends. It waits longer after each failure, says what
// is wrong meanwhile, and stops where only the person can help, or when it has
// failed too often; then `retry` begins anew.

import type { Delivery, Notices, Routes } from "@protocol/client.gen";
import { type Hello, Product } from "@protocol/protocol.gen";
import { FaultError } from "../wire/fault";
import { utf8Length } from "../wire/json";
import { Peer, type PortLike } from "../wire/peer";
import type { Client } from "./client";
import { needsPerson, problemOf, problemOfPort } from "./problem";
import type { Link, Problem } from "./state/model";

const firstDelayMs = 250;
const longestDelayMs = 15_000;
/** Failures in a row before it stops: about 45 s of trying. */
const patience = 8;
/** The bridge may have to start the daemon first. */
const helloDeadlineMs = 20_000;
/** A link that lasted this long was a good one: failures are counted from the start again. */
const goodAfterMs = 3_000;

export interface ConnectionOptions {
  /** Opens the native port. */
  open: () => PortLike;
  /** Why a port ended, in the browser's words; read inside the port's own event. */
  lastError: () => string | undefined;
  hello: Hello;
}

type NoticeHandlers = { [K in keyof Notices]?: (params: Notices[K]["params"], bytes: number) => void };

export class Connection implements Client {
  readonly #o: ConnectionOptions;
  readonly #handlers: NoticeHandlers = {};
  readonly #watchers: ((link: Link) => void)[] = [];
  #link: Link = { state: "connecting" };
  #peer: Peer | null = null;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ConnectionOptions) {
    this.#o = options;
  }

  get link(): Link {
    return this.#link;
  }

  /** Opens the first port. Handlers are set before. */
  start(): void {
    this.#connect();
  }

  call<K extends keyof Routes>(route: K, params: Routes[K]["params"]): Promise<Routes[K]["result"]> {
    if (this.#peer === null || this.#link.state !== "open") {
      return Promise.reject(new FaultError("closed", "There is no connection to Margay."));
    }
    return this.#peer.call<K>(route, params);
  }

  notify<K extends keyof Notices>(notice: K, params: Notices[K]["params"]): void {
    if (this.#link.state === "open") this.#peer?.notify<K>(notice, params);
  }

  on<K extends keyof Notices>(notice: K, handler: NonNullable<NoticeHandlers[K]>): void {
    this.#handlers[notice] = handler;
  }

  onLink(handler: (link: Link) => void): void {
    this.#watchers.push(handler);
  }

  retry(): void {
    if (this.#link.state === "open" || this.#link.state === "connecting") return;
    this.#failures = 0;
    if (this.#peer !== null) return;
    this.#set({ state: "connecting" });
    this.#connect();
  }

  #connect(): void {
    clearTimeout(this.#timer);
    // What ended the port, kept from inside its own event.
    let ended: string | undefined;
    const peer = new Peer(this.#o.open(), {
      hear: { "run.event": (params: Delivery) => this.#handlers["run.event"]?.(params, utf8Length(JSON.stringify(params))) },
      onClose: () => (ended = this.#o.lastError()),
    });
    this.#peer = peer;
    const began = Date.now();
    peer.call("hello", this.#o.hello, { deadlineMs: helloDeadlineMs }).then(
      (hello) => {
        if (this.#peer !== peer) return;
        if (hello.product !== Product) return this.#refuse(peer, foreign(hello.product));
        this.#set({ state: "open", hello });
      },
      (fault: unknown) => {
        const closed = fault instanceof FaultError && fault.reason === "closed";
        if (!closed) this.#refuse(peer, problemOf(fault));
      },
    );
    void peer.closed.then(() => this.#lost(peer, ended, Date.now() - began));
  }

  // The other side answered, but not with a yes.
  #refuse(peer: Peer, problem: Problem): void {
    if (this.#peer !== peer) return;
    this.#peer = null;
    peer.close();
    this.#fail(problem);
  }

  #lost(peer: Peer, ended: string | undefined, lastedMs: number): void {
    if (this.#peer !== peer) return;
    this.#peer = null;
    const wasOpen = this.#link.state === "open";
    if (wasOpen && lastedMs >= goodAfterMs) this.#failures = 0;
    this.#fail(wasOpen ? { kind: "link_lost", detail: ended ?? "", next: "" } : problemOfPort(ended ?? ""));
  }

  #fail(problem: Problem): void {
    this.#failures++;
    if (needsPerson(problem) || this.#failures > patience) return this.#set({ state: "stopped", problem });
    const delay = Math.min(firstDelayMs * 2 ** (this.#failures - 1), longestDelayMs);
    this.#set({ state: "waiting", problem, retryAt: Date.now() + delay });
    this.#timer = setTimeout(() => this.#connect(), delay);
  }

  #set(link: Link): void {
    this.#link = link;
    for (const watcher of this.#watchers) watcher(link);
  }
}

function foreign(product: string): Problem {
  return { kind: "version_mismatch", detail: `The program that answers calls itself “${product}”.`, next: "" };
}
