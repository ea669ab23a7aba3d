// The wire, as surfaces and the worker use it.

export { hostClient, hostName, surfaceClient, wakeName } from "./host";
export type { HostOptions } from "./host";
export { Client, maxFailures } from "./client";
export type { ClientOptions, LinkState } from "./client";
export { Peer } from "./peer";
export type { CallOptions, PeerOptions, PortLike } from "./peer";
export type { Handlers, HandlerTable, Incoming, InGroup, Listeners, ListenerTable, Notices, Routes } from "./contract";
export { FaultError } from "./fault";
export type { Trouble, TroubleKind } from "./trouble";
export { isObject } from "./json";
