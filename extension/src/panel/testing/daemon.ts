// A daemon in memory, for tests and for looking at the panel without a real
// one. It speaks the real wire over ports, keeps conversations and runs, numbers
// events and sends them to those who are attached. It is obedient: what happens
// in a run is what the test emits.

import type { CallStatus, ChatEvent, Conversation, Message, Numbered, Run, ToolCall, View } from "@protocol/chat.gen";
import type { AttachReply, Credit, Send, SendReply, Status } from "@protocol/client.gen";
import type { Reason } from "@protocol/protocol.gen";
import { FaultError, type HandlerTable, Peer, type PortLike } from "../../wire";
import { portPair } from "./ports";
import { Shelf } from "./shelf";

interface LiveRun {
  run: Run;
  messages: Message[];
  seq: number;
  live: boolean;
  log: Numbered[];
}

interface Subscription {
  run: string;
  peer: Peer;
}

export interface Seen {
  route: string;
  params: object;
}

export class FakeDaemon extends Shelf {
  epoch = "e1";
  model = "offline";
  /** Answers hello with this instead of a greeting. */
  refuse: FaultError | null = null;
  readonly seen: Seen[] = [];
  readonly credits: Credit[] = [];
  readonly runs = new Map<string, LiveRun>();
  status: Partial<Status> = {};
  /** What happens when a run begins, after it has been announced. */
  onRun: (run: string, text: string) => void = () => undefined;
  /** A route named here answers with this fault, once. */
  readonly failNext = new Map<string, Reason>();

  readonly #subscriptions = new Map<number, Subscription>();
  readonly #nonces = new Map<string, SendReply>();
  #peers: Peer[] = [];
  #ids = 0;

  /** The panel's end of a new link. */
  connect(): PortLike {
    const [near, far] = portPair();
    const peer: Peer = new Peer(far, {
      serve: this.#serve(() => peer),
      hear: { "run.credit": (credit: Credit) => void this.credits.push(credit) },
    });
    this.#peers.push(peer);
    return near;
  }

  /** Ends all links, as a crash does. */
  drop(): void {
    const peers = this.#peers;
    this.#peers = [];
    this.#subscriptions.clear();
    for (const peer of peers) peer.close();
  }

  /** A crash and a new start: runs under way are interrupted, events are numbered anew. */
  restart(): void {
    this.epoch += "+";
    for (const live of this.runs.values()) {
      live.seq = 0;
      live.log = [];
      if (live.run.state === "running") live.run = { ...live.run, state: "interrupted" };
      live.messages = live.messages.map((m) => ({ ...m, toolCalls: (m.toolCalls ?? []).map(settled) }));
      for (const m of live.messages) this.#keep(m);
    }
    this.drop();
  }

  /** Something happens in a run. */
  emit(run: string, event: ChatEvent): void {
    const live = this.#live(run);
    const numbered: Numbered = { run, epoch: this.epoch, seq: ++live.seq, event };
    live.log.push(numbered);
    follow(live, event);
    if (event.type === "done" || event.type === "error") for (const m of live.messages) this.#keep(m);
    for (const [subscription, { run: watched, peer }] of this.#subscriptions) {
      if (watched === run) peer.notify("run.event", { subscription, event: numbered }, `run:${run}`);
    }
  }

  /** Adds a conversation with messages that are stored already. */
  store(conversation: Conversation, messages: Message[]): void {
    this.conversations.set(conversation.id, { conversation, messages });
  }

  /** Adds a run that goes on without anybody attached. */
  begin(run: Run, messages: Message[]): void {
    this.runs.set(run.id, { run, messages, seq: 0, live: false, log: [] });
  }

  count(route: string): number {
    return this.seen.filter((s) => s.route === route).length;
  }

  #serve(peer: () => Peer): HandlerTable {
    const handlers: HandlerTable = {
      hello: () => this.#hello(),
      "daemon.status": () => this.#status(),
      "damage.dismiss": (p: { file: string }) => {
        const damaged = this.status.damaged?.filter((d) => d.file !== p.file) ?? [];
        this.status = { ...this.status, damaged };
        return { damaged };
      },
      "conversation.messages": (p: { conversation: string; before?: string; limit?: number }) => this.#page(p),
      "conversation.send": (p: Send) => this.#send(p, peer()),
      "run.list": () => ({ runs: this.#open() }),
      "run.attach": (p: { run: string; epoch?: string; after?: number }) => this.#attach(p, peer()),
      "run.detach": (p: { subscription: number }) => {
        this.#subscriptions.delete(p.subscription);
        return {};
      },
      "run.stop": (p: { run: string }) => this.#stop(p.run),
      "run.resume": (p: { run: string }) => this.#resume(p.run, peer()),
      ...this.handlers(),
    };
    return Object.fromEntries(
      Object.entries(handlers).map(([route, handle]) => [
        route,
        (params: object, incoming: Parameters<typeof handle>[1]) => {
          this.seen.push({ route, params });
          const reason = this.failNext.get(route);
          this.failNext.delete(route);
          if (this.missing.has(route)) throw new FaultError("method_not_found", `there is no ${route}`);
          if (reason !== undefined) throw new FaultError(reason, `${route} was refused`, "");
          return handle(params, incoming);
        },
      ]),
    );
  }

  #hello() {
    if (this.refuse !== null) throw this.refuse;
    const { epoch } = this;
    return { product: "margay", version: "0.1.0", build: "test", protocol: 1, epoch, lingerMs: 0, dataDir: "/data", pid: 1 };
  }

  #status(): Status {
    const { epoch, model } = this;
    const base = { version: "0.1.0", build: "test", pid: 1, dataDir: "/data", logPath: "/data/log", browsers: [] };
    return { ...base, epoch, model, liveRuns: this.#open().filter((r) => r.state !== "interrupted").length, abandoned: 0, ...this.status };
  }

  #page({ conversation, before = "", limit = 50 }: { conversation: string; before?: string; limit?: number }) {
    const found = this.conversations.get(conversation);
    if (found === undefined) throw new FaultError("not_found", "there is no such conversation");
    const end = before === "" ? found.messages.length : Number(before);
    const start = Math.max(0, end - limit);
    const next = start === 0 ? {} : { next: String(start) };
    const live = this.#open().filter((r) => r.conversation === conversation);
    return { conversation: found.conversation, messages: found.messages.slice(start, end), live, ...next };
  }

  #send(p: Send, peer: Peer): SendReply {
    const known = this.#nonces.get(p.nonce ?? "");
    if (known !== undefined) {
      return { ...known, attached: this.#subscribe(known.run.id, peer) };
    }
    const words = p.content.find((b) => b.type === "text")?.text ?? p.content[0]?.name ?? "";
    if (p.conversation !== undefined && !this.conversations.has(p.conversation)) throw new FaultError("not_found", "There is no such conversation.");
    const id = p.conversation ?? `c${++this.#ids}`;
    const at = new Date().toISOString();
    const fresh = { id, title: words.slice(0, 60), createdAt: at, updatedAt: at, generation: "g", revision: 1 };
    if (!this.conversations.has(id)) this.store(fresh, []);
    const busy = this.#open().find((r) => r.conversation === id && r.state === "running");
    if (busy !== undefined) throw new FaultError("busy", `Run ${busy.id} is under way in this conversation.`, "Wait until it has ended, or stop it.");
    const usage = { inputTokens: 0, outputTokens: 0 };
    const state = "running";
    const run: Run = { id: `r${++this.#ids}`, conversation: id, state, model: p.model ?? this.model, round: 1, createdAt: at, usage, durationMs: 0 };
    const message: Message = { id: `m${++this.#ids}`, conversation: id, run: run.id, role: "user", content: p.content, createdAt: at };
    this.begin(run, [message]);
    this.#keep(message);
    const reply = { conversation: this.conversations.get(id)?.conversation ?? fresh, run, message: message.id };
    this.#nonces.set(p.nonce ?? "", reply);
    const attached = this.#subscribe(run.id, peer);
    queueMicrotask(() => setTimeout(() => this.onRun(run.id, words), 0));
    return { ...reply, attached };
  }

  #attach({ run, epoch, after }: { run: string; epoch?: string; after?: number }, peer: Peer): AttachReply {
    const live = this.#live(run);
    const reply = this.#subscribe(run, peer);
    if (epoch !== this.epoch || after === undefined) return reply;
    const missed = live.log.filter((n) => n.seq > after);
    setTimeout(() => {
      for (const event of missed) peer.notify("run.event", { subscription: reply.subscription, event }, `run:${run}`);
    }, 0);
    return { subscription: reply.subscription, epoch: reply.epoch, seq: after };
  }

  #subscribe(run: string, peer: Peer): AttachReply {
    const live = this.#live(run);
    const subscription = ++this.#ids;
    this.#subscriptions.set(subscription, { run, peer });
    const view: View = { run: live.run, messages: live.messages, live: live.live };
    return { subscription, epoch: this.epoch, seq: live.seq, view };
  }

  #stop(run: string): Run {
    const live = this.#live(run);
    setTimeout(() => {
      this.emit(run, { type: "error", message: "stopped", errorCode: "cancelled", durationMs: 1200 });
    }, 0);
    return live.run;
  }

  #resume(run: string, peer: Peer): SendReply {
    const live = this.#live(run);
    live.run = { ...live.run, state: "running" };
    const conversation = this.conversations.get(live.run.conversation)?.conversation;
    if (conversation === undefined) throw new FaultError("not_found", "there is no such conversation");
    return { conversation, run: live.run, message: live.messages[0]?.id ?? "", attached: this.#subscribe(run, peer) };
  }

  #open(): Run[] {
    const open = ["running", "stopping", "parked", "interrupted"];
    return [...this.runs.values()].map((l) => l.run).filter((r) => open.includes(r.state));
  }

  #live(run: string): LiveRun {
    const live = this.runs.get(run);
    if (live === undefined) throw new FaultError("not_found", "there is no such run");
    return live;
  }

  #keep(message: Message): void {
    const messages = this.conversations.get(message.conversation)?.messages;
    if (messages === undefined) return;
    const at = messages.findIndex((m) => m.id === message.id);
    if (at < 0) messages.push(message);
    else messages[at] = message;
  }
}

function settled(call: ToolCall): ToolCall {
  const status: CallStatus = call.status === "started" ? "unknown" : call.status === "pending" ? "not_run" : call.status;
  return { ...call, status };
}

// The view of a run, kept beside its events in the plainest way.
function follow(live: LiveRun, event: ChatEvent): void {
  const last = live.messages.at(-1);
  if (event.type === "new_message" && event.begins !== undefined) {
    live.messages.push({ ...event.begins });
    live.live = true;
  }
  if (event.type === "content_delta" && last !== undefined) {
    const words = (last.content.at(-1)?.text ?? "") + (event.delta ?? "");
    live.messages[live.messages.length - 1] = { ...last, content: [{ type: "text", text: words }] };
  }
  if (event.toolCall !== undefined && last !== undefined) {
    const { toolCall } = event;
    const others = (last.toolCalls ?? []).filter((c) => c.id !== toolCall.id);
    live.messages[live.messages.length - 1] = { ...last, toolCalls: [...others, toolCall] };
    live.live = event.type === "tool_call_start";
  }
  if (event.type === "done") live.run = { ...live.run, state: "done", durationMs: event.durationMs ?? 0 };
  if (event.type === "error") live.run = { ...live.run, state: event.errorCode === "cancelled" ? "cancelled" : "failed" };
  if (event.type === "done" || event.type === "error") live.live = false;
}
