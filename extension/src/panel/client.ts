// What the panel needs of the daemon: typed calls, notices, and the state of
// the link. The panel is an ordinary client; connection.ts is the real one and
// testing/ has another.

import type { Notices, Routes } from "@protocol/client.gen";
import type { HelloReply } from "@protocol/protocol.gen";
import type { Problem } from "../ui/problem";
import type { CallOptions } from "../wire";

/** The link to the daemon. */
export type Link =
  | { state: "connecting" }
  | { state: "open"; hello: HelloReply }
  /** Tries again by itself at `retryAt` (milliseconds since 1970). */
  | { state: "waiting"; problem: Problem; retryAt: number }
  /** Waits for the person. */
  | { state: "stopped"; problem: Problem };

export interface Client {
  readonly link: Link;
  /** Rejects with a Fault (see problem.ts), at once when the link is not open or closes. */
  call<K extends keyof Routes>(route: K, params: Routes[K]["params"], options?: CallOptions): Promise<Routes[K]["result"]>;
  notify<K extends keyof Notices>(notice: K, params: Notices[K]["params"]): void;
  /** `bytes` is the size of the message as it travelled: what credit counts. */
  on<K extends keyof Notices>(notice: K, handler: (params: Notices[K]["params"], bytes: number) => void): void;
  onLink(handler: (link: Link) => void): void;
  /** Connects now instead of at the next planned time. */
  retry(): void;
}
