// What the panel needs of the daemon: typed calls, notices, and the state of
// the link. The panel is an ordinary client; connection.ts is the real one and
// testing/ has another.

import type { Notices, Routes } from "@protocol/client.gen";
import type { Link } from "./state/model";

export interface Client {
  readonly link: Link;
  /** Rejects with a Fault (see problem.ts), at once when the link is not open or closes. */
  call<K extends keyof Routes>(route: K, params: Routes[K]["params"]): Promise<Routes[K]["result"]>;
  notify<K extends keyof Notices>(notice: K, params: Notices[K]["params"]): void;
  /** `bytes` is the size of the message as it travelled: what credit counts. */
  on<K extends keyof Notices>(notice: K, handler: (params: Notices[K]["params"], bytes: number) => void): void;
  onLink(handler: (link: Link) => void): void;
  /** Connects now instead of at the next planned time. */
  retry(): void;
}
