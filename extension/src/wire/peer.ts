// One end of a link: JSON-RPC 2.0 over a chrome.runtime.Port. Both ends may call.
//
// It guarantees: calls that come are taken in arrival order; a cancel finds its call; when the link closes, every
// pending call fails at once, with the reason; nothing is sent or answered after that.

import { Product } from "@protocol/protocol.gen";
import type { Chunk, ID } from "@protocol/protocol.gen";
import { Joiner, JoinError } from "./chunk";
import type { Head } from "./chunk";
import { capOf } from "./contract";
import type { HandlerTable, Incoming, ListenerTable, Notices, Routes } from "./contract";
import { FaultError } from "./fault";
import { isObject } from "./json";
import { Outbox } from "./outbox";

/** What a peer needs of a chrome.runtime.Port. */
export interface PortLike {
  postMessage(message: object): void;
  disconnect(): void;
  readonly onMessage: { addListener(listener: (message: unknown) => void): void };
  readonly onDisconnect: { addListener(listener: () => void): void };
}

/** What a peer serves and hears; both may be empty. */
export interface PeerOptions {
  readonly serve?: HandlerTable;
  readonly hear?: ListenerTable;
  /** Called once when the link has closed. It runs inside the port's own event, where chrome.runtime.lastError is set. */
  readonly onClose?: () => string | undefined;
}

/** How one call is made. */
export interface CallOptions {
  /** Cancels the call: the other side is told, and the call fails with cancelled. */
  readonly signal?: AbortSignal;
  /** How long to wait, in milliseconds; after that the other side is told and the call fails with deadline. */
  readonly deadlineMs?: number;
  /** Told how much of a long call has left, from 0 to 1. A short one leaves at once and tells nothing. */
  readonly progress?: (share: number) => void;
}

interface Pending {
  readonly route: string;
  resolve(result: object): void;
  reject(fault: FaultError): void;
  /** Stops the timer and listening to the signal. */
  release(): void;
}

/** One end of a link. */
export class Peer {
  /** Settles when the link has closed, with the reason. */
  readonly closed: Promise<FaultError>;

  readonly #port: PortLike;
  readonly #serve: HandlerTable;
  readonly #hear: ListenerTable;
  readonly #outbox: Outbox;
  readonly #joiner = new Joiner((head, route) => this.#admit(head, route));
  readonly #pending = new Map<ID, Pending>();
  readonly #running = new Map<ID, AbortController>();
  readonly #settleClosed: (why: FaultError) => void;
  #lastID = 0;
  #why: FaultError | undefined;

  constructor(port: PortLike, options: PeerOptions = {}) {
    this.#port = port;
    this.#serve = options.serve ?? {};
    this.#hear = options.hear ?? {};
    this.#outbox = new Outbox((frame) => this.#post(frame));
    const { promise, resolve } = deferred<FaultError>();
    this.closed = promise;
    this.#settleClosed = resolve;
    port.onMessage.addListener((message) => this.#take(message));
    port.onDisconnect.addListener(() => {
      const reason = options.onClose?.();
      this.#end(new FaultError("closed", reason ?? "The link was closed by the other side."));
    });
  }

  /** Calls a route of the other side. Fails with a FaultError. */
  call<K extends keyof Routes>(
    route: K,
    params: Routes[K]["params"],
    options: CallOptions = {},
  ): Promise<Routes[K]["result"]> {
    return new Promise<Routes[K]["result"]>((resolve, reject) => {
      if (this.#why !== undefined) return void reject(this.#why);
      if (options.signal?.aborted === true) return void reject(new FaultError("cancelled", `${route}: cancelled`));
      const id = ++this.#lastID;
      const give = (fault: FaultError) => this.#giveUp(id, fault);
      const abort = () => give(new FaultError("cancelled", `${route}: cancelled`));
      const timer =
        options.deadlineMs === undefined
          ? undefined
          : setTimeout(() => give(new FaultError("deadline", `${route}: no answer in ${options.deadlineMs} ms`)), options.deadlineMs);
      options.signal?.addEventListener("abort", abort);
      const release = () => {
        clearTimeout(timer);
        options.signal?.removeEventListener("abort", abort);
      };
      this.#pending.set(id, { route, resolve, reject, release });
      this.#send({ jsonrpc: "2.0", id, method: route, params }, route, callLane(id), options.progress);
    });
  }

  /** Says something that has no answer. What is said in one lane arrives in order. */
  notify<K extends keyof Notices>(notice: K, params: Notices[K]["params"], lane?: string): void {
    this.#send({ jsonrpc: "2.0", method: notice, params }, notice, lane);
  }

  /** Closes the link. Every pending call fails. */
  close(reason = "The link was closed on this side."): void {
    if (this.#why !== undefined) return;
    this.#end(new FaultError("closed", reason));
    this.#port.disconnect();
  }

  #take(message: unknown): void {
    if (this.#why !== undefined) return;
    if (!isObject(message)) return this.#refuse(invalid("The message is no JSON object."));
    const { jsonrpc, id, method, params } = message;
    if (jsonrpc !== "2.0") return this.#refuse(invalid("The message is not of JSON-RPC 2.0."));
    if (typeof method === "string") {
      if (params !== undefined && (typeof params !== "object" || params === null)) {
        this.#refuse(invalid("The parameters are neither an object nor a list."));
      } else if (id === undefined) this.#notice(method, params);
      else if (isID(id)) void this.#request(id, method, params);
      else this.#refuse(invalid("The id is neither a text nor a whole number."));
    } else if (isID(id) && ("result" in message || "error" in message)) this.#answer(id, message);
    // A fault without an id answers a frame that the other side could not read; no call can be told from it.
    else if (!("error" in message)) this.#refuse(invalid("The message is neither a call nor an answer."));
  }

  #notice(method: string, params: unknown): void {
    if (method === "$/chunk") return this.#piece(params);
    if (method === "$/cancel") {
      if (isObject(params) && isID(params["id"])) this.#running.get(params["id"])?.abort();
      return;
    }
    const listen = Object.hasOwn(this.#hear, method) ? this.#hear[method] : undefined;
    if (listen === undefined || !isObject(params)) return;
    try {
      listen(params);
    } catch (thrown) {
      console.error(`taking ${method}:`, thrown);
    }
  }

  #piece(params: unknown): void {
    if (!isChunk(params)) return this.#refuse(new FaultError("invalid_params", "A piece of a message lacks a member."));
    let message: unknown;
    try {
      const joined = this.#joiner.add(params);
      if (joined === undefined) return;
      message = JSON.parse(joined.json);
      const head = headOf(message);
      if (this.#routeOf(head) !== joined.route) {
        throw new JoinError(head, invalid(`The pieces were said to carry ${joined.route}, but the message is another.`));
      }
    } catch (thrown) {
      if (thrown instanceof JoinError) return this.#dropped(thrown);
      return this.#refuse(new FaultError("parse_error", "A joined message is no JSON."));
    }
    this.#take(message);
  }

  // How long a message may be that begins to come in pieces. Memory is kept only for what would be taken.
  #admit(head: Head, route: string): number {
    const name = this.#routeOf(head);
    if (name === undefined || name !== route) {
      throw invalid("The first piece does not begin with the id and method of what it is said to carry.");
    }
    if (head.method !== undefined && !Object.hasOwn(head.id === undefined ? this.#hear : this.#serve, name)) {
      throw noMethod(name);
    }
    return capOf(name);
  }

  #routeOf(head: Head): string | undefined {
    if (head.method !== undefined) return head.method;
    return head.id === undefined ? undefined : this.#pending.get(head.id)?.route;
  }

  // A call gets the fault, our own call fails with it, a notice is never answered.
  #dropped({ head: { id, method }, fault }: JoinError): void {
    if (id !== undefined && method !== undefined) this.#fail(id, method, fault);
    else if (id !== undefined) this.#settle(id)?.reject(fault);
    else if (method === undefined) this.#refuse(fault);
  }

  async #request(id: ID, method: string, params: unknown): Promise<void> {
    if (method === "ping") return this.#send({ jsonrpc: "2.0", id, result: { product: Product } }, method);
    const handle = Object.hasOwn(this.#serve, method) ? this.#serve[method] : undefined;
    if (handle === undefined) return this.#fail(id, method, noMethod(method));
    const given = params ?? {};
    if (!isObject(given)) {
      return this.#fail(id, method, new FaultError("invalid_params", `${method}: parameters must be an object`));
    }
    const abort = new AbortController();
    this.#running.set(id, abort);
    let lane: string | undefined;
    const incoming: Incoming = { signal: abort.signal, lane: (name) => void (lane = name) };
    try {
      // The handler begins before this function first waits, so that calls begin in arrival order.
      const result = await handle(given, incoming);
      this.#send({ jsonrpc: "2.0", id, result }, method, lane);
    } catch (thrown) {
      const cancelled = abort.signal.aborted && !(thrown instanceof FaultError);
      this.#fail(id, method, cancelled ? new FaultError("cancelled", `${method}: cancelled`) : FaultError.wrap(thrown), lane);
    } finally {
      if (this.#running.get(id) === abort) this.#running.delete(id);
    }
  }

  #answer(id: ID, message: Readonly<Record<string, unknown>>): void {
    const pending = this.#settle(id);
    // An answer to a call that was given up on; it crossed our cancel.
    if (pending === undefined) return;
    if (message["error"] !== undefined) return pending.reject(FaultError.from(message["error"]));
    const result = message["result"];
    if (isObject(result)) return pending.resolve(result);
    pending.reject(new FaultError("internal", `${pending.route}: the answer has no result`));
  }

  #giveUp(id: ID, fault: FaultError): void {
    const pending = this.#settle(id);
    if (pending === undefined) return;
    pending.reject(fault);
    this.#send({ jsonrpc: "2.0", method: "$/cancel", params: { id } }, "$/cancel", callLane(id));
  }

  #settle(id: ID): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    pending?.release();
    return pending;
  }

  #fail(id: ID, route: string, fault: FaultError, lane?: string): void {
    this.#send({ jsonrpc: "2.0", id, error: fault.toFault() }, route, lane);
  }

  #refuse(fault: FaultError): void {
    this.#send({ jsonrpc: "2.0", id: null, error: fault.toFault() }, "");
  }

  #send(message: object, route: string, lane?: string, progress?: (share: number) => void): void {
    if (this.#why === undefined) this.#outbox.send({ message, route, lane, progress });
  }

  #post(frame: object): void {
    try {
      this.#port.postMessage(frame);
    } catch (thrown) {
      // The port is gone; its own event may still be on the way.
      this.#end(new FaultError("closed", thrown instanceof Error ? thrown.message : String(thrown)));
    }
  }

  #end(why: FaultError): void {
    if (this.#why !== undefined) return;
    this.#why = why;
    this.#outbox.close();
    for (const id of [...this.#pending.keys()]) this.#settle(id)?.reject(why);
    this.#settleClosed(why);
  }
}

function invalid(message: string): FaultError {
  return new FaultError("invalid_request", message);
}

function noMethod(method: string): FaultError {
  return new FaultError("method_not_found", `There is no call ${method}.`, "Update the older of the two sides: the extension, or the program.");
}

function headOf(message: unknown): Head {
  if (!isObject(message)) return {};
  const { id, method } = message;
  return { ...(isID(id) ? { id } : {}), ...(typeof method === "string" ? { method } : {}) };
}

// A call and its cancel share a lane, so that a cancel never overtakes a call that is still being cut.
function callLane(id: ID): string {
  return `call:${id}`;
}

function isID(value: unknown): value is ID {
  return typeof value === "string" || (typeof value === "number" && Number.isInteger(value));
}

function isChunk(value: unknown): value is Chunk {
  return (
    isObject(value) &&
    [value["stream"], value["number"], value["total"], value["size"]].every((n) => typeof n === "number") &&
    typeof value["data"] === "string" &&
    (value["route"] === undefined || typeof value["route"] === "string")
  );
}

function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
