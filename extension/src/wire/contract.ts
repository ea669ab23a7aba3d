// The typed view of the generated contract: which calls exist, and what a set of handlers for them looks like.
// A route that is renamed, added or dropped in protocol/ fails the type check here, not at run time.

import type * as client from "@protocol/client.gen";
import type * as driver from "@protocol/driver.gen";
import type * as protocol from "@protocol/protocol.gen";
import { routes as clientRoutes } from "@protocol/client.gen";
import { routes as driverRoutes } from "@protocol/driver.gen";
import { MaxMessage, routes as openRoutes } from "@protocol/protocol.gen";

/** Every call of the protocol. */
export type Routes = protocol.Routes & client.Routes & driver.Routes;

/** Every notice of the protocol. */
export type Notices = protocol.Notices & client.Notices & driver.Notices;

/** The calls of one group. */
export type InGroup<R, G extends protocol.Group> = {
  [K in keyof R as R[K] extends { group: G } ? K : never]: R[K];
};

/** A call that came, beside its parameters. */
export interface Incoming {
  /** Aborted when the caller cancels. It is not aborted when the link closes: an act under way must end as it ends. */
  readonly signal: AbortSignal;
  /** Puts the answer in a lane, so that it follows what was said in that lane before. Call it before answering. */
  lane(name: string): void;
}

/** One handler for each route: a missing or misnamed one fails the type check. */
export type Handlers<R> = {
  readonly [K in keyof R]: R[K] extends { params: infer P; result: infer T }
    ? (params: P, call: Incoming) => T | Promise<T>
    : never;
};

/** One listener for each notice. Listeners run in arrival order and must not wait. */
export type Listeners<N> = {
  readonly [K in keyof N]: N[K] extends { params: infer P } ? (params: P) => void : never;
};

// The shape of parameters is taken on the other side's word, because both sides are built from the same declarations
// and agree on a version in hello; what is checked is that they are an object. The method form makes TypeScript accept
// a handler of any route here.
interface Loose {
  handle(params: object, call: Incoming): unknown;
  listen(params: object): void;
}

/** Handlers as the peer looks them up. */
export type HandlerTable = Readonly<Record<string, Loose["handle"]>>;

/** Listeners as the peer looks them up. */
export type ListenerTable = Readonly<Record<string, Loose["listen"]>>;

const caps: Readonly<Record<string, { readonly maxBytes: number }>> = { ...openRoutes, ...clientRoutes, ...driverRoutes };

/** The longest joined message, in bytes, that a route may carry in either direction. */
export function capOf(route: string): number {
  const own = Object.hasOwn(caps, route) ? caps[route]?.maxBytes : undefined;
  return own === undefined || own === 0 ? MaxMessage : own;
}
