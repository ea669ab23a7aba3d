// The panel's link, as the panel wants to see it: the wire's client connects and
// connects again; here its states and troubles become what is shown.

import type { Delivery, Notices, Routes } from "@protocol/client.gen";
import { type CallOptions, FaultError, type HostOptions, type LinkState, type Trouble, type Client as WireClient } from "../wire";
import { utf8Length } from "../wire/json";
import type { Client } from "./client";
import { problemOfTrouble } from "../ui/problem";
import type { Link, Problem } from "./state/model";

type NoticeHandlers = { [K in keyof Notices]?: (params: Notices[K]["params"], bytes: number) => void };

export class Connection implements Client {
  readonly #client: WireClient;
  readonly #handlers: NoticeHandlers = {};
  readonly #watchers: ((link: Link) => void)[] = [];
  #link: Link = { state: "connecting" };

  /** `make` makes the wire's client, which is started by start(). */
  constructor(make: (options: HostOptions) => WireClient) {
    this.#client = make({
      onState: (state) => this.#entered(state),
      hear: {
        // Credit counts bytes as they travelled; that of the event alone comes close enough, and frames are exact.
        "run.event": (params: Delivery) => this.#handlers["run.event"]?.(params, utf8Length(JSON.stringify(params))),
      },
    });
  }

  get link(): Link {
    return this.#link;
  }

  /** Opens the first port. Handlers are set before. */
  start(): void {
    this.#client.start();
  }

  call<K extends keyof Routes>(route: K, params: Routes[K]["params"], options: CallOptions = {}): Promise<Routes[K]["result"]> {
    const { state } = this.#client;
    if (state.name === "open") return state.peer.call<K>(route, params, options);
    return Promise.reject(new FaultError("closed", "There is no connection to Margay."));
  }

  notify<K extends keyof Notices>(notice: K, params: Notices[K]["params"]): void {
    const { state } = this.#client;
    if (state.name === "open") state.peer.notify<K>(notice, params);
  }

  on<K extends keyof Notices>(notice: K, handler: NonNullable<NoticeHandlers[K]>): void {
    this.#handlers[notice] = handler;
  }

  onLink(handler: (link: Link) => void): void {
    this.#watchers.push(handler);
  }

  retry(): void {
    this.#client.retry();
  }

  #entered(state: LinkState): void {
    const link = this.#read(state);
    if (link === null) return;
    this.#link = link;
    for (const watcher of this.#watchers) watcher(link);
  }

  #read(state: LinkState): Link | null {
    switch (state.name) {
      case "idle":
        return null;
      case "connecting":
        // A further try leaves the trouble on the screen until it is over.
        return this.#link.state === "waiting" ? { ...this.#link, retryAt: 0 } : { state: "connecting" };
      case "open":
        return { state: "open", hello: state.hello };
      case "waiting":
        return { state: "waiting", problem: this.#problem(state), retryAt: Date.now() + state.delayMs };
      case "stopped":
        return { state: "stopped", problem: this.#problem(state) };
    }
  }

  // A link that was open and ended is a lost link, whatever the port says.
  #problem({ trouble }: { trouble: Trouble }): Problem {
    const problem = problemOfTrouble(trouble);
    return this.#link.state === "open" ? { ...problem, kind: "link_lost" } : problem;
  }
}
