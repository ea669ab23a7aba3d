// What the panel does: opens conversations, sends, stops, resumes, and puts
// itself together again after a lost link. It turns a person's actions and the
// link's changes into calls, and their outcomes into actions for the store.
//
// Whatever awaits checks afterwards that the person has not gone elsewhere in
// the meantime (#visit), so a late answer never lands in another conversation.

import type { Block, Run } from "@protocol/chat.gen";
import type { PageContext, Send, SendReply } from "@protocol/client.gen";
import { FaultError } from "../wire";
import type { Client } from "./client";
import type { Unsent } from "./drafts";
import type { Schedule } from "./frames";
import { type Problem, problemOf } from "../ui/problem";
import { Pump } from "./pump";
import { contentOf } from "./state/reducer";
import { busyRun, isFinal, isIdle, isShown, type Link, namesChat, type Pending, saysGone } from "./state/model";
import type { Store } from "./store";

const pageSize = 50;
/** How long after a lost link the panel still resumes, by itself, the run that it was watching. */
const resumeWithinMs = 60_000;

/** What survives the panel: the conversation that was open. */
export interface Memory {
  load(): string | null;
  save(conversation: string | null): void;
}

/** A message on its way, seen from the chat it is sent in: open still, left meanwhile, or left and the message given back. */
interface Flight {
  chat: "open" | "left" | "givenBack";
}

interface ControllerOptions {
  client: Client;
  store: Store;
  memory: Memory;
  /** Tells the panels of other windows that a run has begun in a conversation. */
  tell: (conversation: string) => void;
  /** A message that was not sent is given up; what it held is not lost, and is of the chat that it was written in. */
  giveBack: (unsent: Unsent) => void;
  /** A new conversation has begun: the open one, or one that was left meanwhile, with the model that it was sent for. */
  begun: (conversation: string, left?: { model: string }) => void;
  /** The model that the person picked for a conversation, or for a new one; empty for the default. */
  model: (conversation: string | null) => string;
  schedule: Schedule;
  /** What the person is looking at. */
  page: () => Promise<PageContext | undefined>;
  now: () => number;
  nonce: () => string;
}

export class Controller {
  readonly #o: ControllerOptions;
  readonly #pump: Pump;
  #visit = 0;
  #started = false;
  // The conversation that is to be opened and was not read yet.
  #opening: string | null = null;
  // The run that was being watched when the link was lost, and when that was.
  #lost: { run: string; at: number } | null = null;
  // The call under way that sends the message of this chat.
  #flight: Flight | null = null;

  constructor(options: ControllerOptions) {
    this.#o = options;
    const { client, store, schedule, now } = options;
    this.#pump = new Pump({
      schedule,
      apply: (deliveries) => store.dispatch({ type: "events", deliveries, now: now() }),
      credit: (subscription, frames, bytes) => {
        if (store.model.active?.subscription !== subscription) return;
        client.notify("run.credit", { subscription, frames, bytes });
      },
    });
    client.on("run.event", (delivery, bytes) => this.#pump.receive(delivery, bytes));
    client.onLink((link) => this.#linkChanged(link));
    // What is written before there is a link is of the chat that is then opened.
    const last = options.memory.load();
    if (last !== null) store.dispatch({ type: "remembered", chat: last });
    this.#linkChanged(client.link);
  }

  /** Opens a conversation in place of the present one. */
  async open(conversation: string): Promise<void> {
    this.#leave("opening", conversation);
    this.#opening = conversation;
    this.#o.memory.save(conversation);
    await this.#load(conversation);
  }

  /** Begins a new conversation. Nothing is stored until the first message. What was written in one that is gone comes along. */
  newChat(): void {
    this.#leave("none", "", this.#o.store.model.gone);
    this.#o.memory.save(null);
  }

  async older(): Promise<void> {
    const { conversation, older, loading } = this.#o.store.model;
    if (conversation === null || older === "" || loading !== "none") return;
    const visit = this.#visit;
    this.#o.store.dispatch({ type: "loadingOlder" });
    await this.#guard(visit, { unread: true }, async () => {
      const page = await this.#o.client.call("conversation.messages", {
        conversation: conversation.id,
        before: older,
        limit: pageSize,
      });
      if (visit === this.#visit) this.#o.store.dispatch({ type: "page", page, older: true });
    });
  }

  /**
   * Sends a message. Does nothing while one is on its way or a run is under way. One that came back and may have arrived
   * has its nonce. One that was refused comes back: its place is needed.
   */
  async send(text: string, files: readonly Block[] = [], nonce = this.#o.nonce()): Promise<void> {
    const { pending } = this.#o.store.model;
    if ((text.trim() === "" && files.length === 0) || pending?.state === "sending" || busyRun(this.#o.store.model) !== null) return;
    this.takeBack();
    await this.#deliver({ nonce, text, files, state: "sending", problem: null });
  }

  /** Sends the message again that could not be sent: same nonce, so it is stored once. */
  async sendAgain(): Promise<void> {
    const { pending } = this.#o.store.model;
    if (pending?.state === "unsent") await this.#deliver({ ...pending, state: "sending", problem: null });
  }

  /** Gives up the message that could not be sent. */
  takeBack(): void {
    const { pending, place } = this.#o.store.model;
    if (pending === null) return;
    if (this.#flight !== null) this.#flight.chat = "givenBack";
    this.#o.store.dispatch({ type: "discardPending" });
    this.#o.giveBack(unsentOf(pending, place.chat));
  }

  async stop(): Promise<void> {
    const run = busyRun(this.#o.store.model);
    if (run === null || this.#o.store.model.active?.stopAsked === true) return;
    this.#o.store.dispatch({ type: "stopAsked" });
    await this.#sayStop(run.id);
  }

  // A wish that a lost link swallowed stands, and is said again when the run is there again.
  async #sayStop(run: string): Promise<void> {
    try {
      await this.#o.client.call("run.stop", { run });
    } catch (error) {
      if (isLost(error) || this.#o.store.model.active?.run.id !== run) return;
      this.#o.store.dispatch({ type: "stopFailed", problem: problemOf(error) });
    }
  }

  async resume(): Promise<void> {
    const run = this.#o.store.model.active?.run;
    if (run?.state === "interrupted" || run?.state === "parked") await this.#resume(run.id);
  }

  /** Another panel says that a run has begun in a conversation. */
  async heard(conversation: unknown): Promise<void> {
    if (conversation === this.#o.store.model.conversation?.id) await this.refresh();
  }

  /** Looks whether somebody else has gone on with the open conversation, where no run of it is watched. */
  async refresh(): Promise<void> {
    const { conversation } = this.#o.store.model;
    const idle = () => isIdle(this.#o.store.model);
    if (conversation !== null && idle()) await this.#load(conversation.id, idle);
  }

  dismissProblem(): void {
    this.#o.store.dispatch({ type: "problem", problem: null });
  }

  /** The daemon tells of the file no more, in no window. */
  async dismissDamage(file: string): Promise<void> {
    try {
      const { damaged } = await this.#o.client.call("damage.dismiss", { file });
      const { status } = this.#o.store.model;
      if (status !== null) this.#o.store.dispatch({ type: "status", status: { ...status, damaged } });
    } catch (error) {
      if (!isLost(error)) this.#o.store.dispatch({ type: "problem", problem: problemOf(error) });
    }
  }

  retryLink(): void {
    this.#o.client.retry();
  }

  // What was not sent, or waits for a link, does not go with the chat that is left; what is on its way arrives or comes back.
  #leave(loading: "none" | "opening", chat: string, along = false): void {
    if (this.#o.store.model.link.state !== "open" || this.#flight === null) this.takeBack();
    else this.#flight.chat = "left";
    this.#flight = null;
    this.#visit++;
    this.#opening = null;
    this.#lost = null;
    this.#detach();
    this.#o.store.dispatch({ type: "leave", loading, chat, along });
  }

  #detach(): void {
    const subscription = this.#o.store.model.active?.subscription ?? null;
    this.#pump.watch(null);
    // Nobody waits for the answer: events that still come are passed over.
    if (subscription !== null) this.#letGo(subscription);
  }

  #letGo(subscription: number): void {
    this.#o.client.call("run.detach", { subscription }).catch(() => undefined);
  }

  // Reads the newest page and watches the run that has not ended, if there is one.
  async #load(conversation: string, wanted: () => boolean = () => true): Promise<void> {
    const visit = this.#visit;
    await this.#guard(visit, { unread: true }, async () => {
      const page = await this.#o.client.call("conversation.messages", { conversation, limit: pageSize });
      if (visit !== this.#visit || !wanted()) return;
      this.#opening = null;
      this.#o.store.dispatch({ type: "read" });
      const { model } = this.#o.store;
      if (!isShown(model, page)) this.#o.store.dispatch({ type: "page", page, older: false });
      else if (page.conversation.title !== model.conversation?.title) this.#o.store.dispatch({ type: "renamed", conversation: page.conversation });
      const run = page.live.at(-1);
      if (run !== undefined) await this.#watch(visit, run);
    });
  }

  async #watch(visit: number, run: Run): Promise<void> {
    this.#o.store.dispatch({ type: "watch", run });
    if (run.state !== "interrupted") return this.#attach(visit, run.id);
    // Who asked it to stop does not want it back.
    const stopAsked = this.#o.store.model.active?.stopAsked === true;
    if (this.#mayResume(run.id) && !stopAsked) await this.#resume(run.id);
  }

  // Once for each loss, and only soon after it: the person is still there.
  #mayResume(run: string): boolean {
    const lost = this.#lost;
    this.#lost = null;
    return lost !== null && lost.run === run && this.#o.now() - lost.at < resumeWithinMs;
  }

  async #attach(visit: number, run: string, after?: { epoch: string; seq: number }): Promise<void> {
    const since = after === undefined ? {} : { epoch: after.epoch, after: after.seq };
    const reply = await this.#o.client.call("run.attach", { run, options: {}, ...since });
    if (visit !== this.#visit) return this.#letGo(reply.subscription);
    this.#o.store.dispatch({ type: "attached", run, reply });
    this.#pump.watch(this.#o.store.model.active?.subscription ?? null);
    if (this.#o.store.model.active?.stopAsked === true && busyRun(this.#o.store.model) !== null) await this.#sayStop(run);
  }

  async #resume(run: string): Promise<void> {
    const visit = this.#visit;
    await this.#guard(visit, { unread: false }, async () => {
      const reply = await this.#o.client.call("run.resume", { run, attach: {} });
      if (visit === this.#visit) this.#accept("", reply);
      else this.#passOver(reply);
    });
  }

  async #deliver(pending: Pending): Promise<void> {
    const { store, client } = this.#o;
    const flight: Flight = { chat: "open" };
    const { chat } = store.model.place;
    this.#flight = flight;
    store.dispatch({ type: "sending", pending });
    try {
      const message = await this.#message(pending);
      if (flight.chat === "givenBack") return;
      const reply = await client.call("conversation.send", message);
      if (flight.chat === "open") return this.#accept(pending.nonce, reply);
      if (message.conversation === undefined) this.#o.begun(reply.conversation.id, { model: message.model ?? "" });
      this.#passOver(reply);
    } catch (error) {
      if (flight.chat === "open") this.#refused(pending.nonce, error);
      // One that is gone takes nothing back: a new chat does.
      if (flight.chat === "left") this.#o.giveBack(unsentOf(pending, namesChat(problemOf(error)) ? "" : chat));
    } finally {
      if (this.#flight === flight) this.#flight = null;
    }
  }

  async #message(pending: Pending): Promise<Send> {
    // Of the chat it is written in: before anything is waited for, and the person goes elsewhere.
    const { conversation } = this.#o.store.model;
    const model = this.#o.model(conversation?.id ?? null);
    const context = await this.#o.page();
    return {
      content: contentOf(pending),
      attach: {},
      nonce: pending.nonce,
      ...(model === "" ? {} : { model }),
      ...(conversation === null ? {} : { conversation: conversation.id }),
      ...(context === undefined ? {} : { context }),
    };
  }

  #accept(nonce: string, reply: SendReply): void {
    this.#o.memory.save(reply.conversation.id);
    if (this.#o.store.model.conversation === null) this.#o.begun(reply.conversation.id);
    this.#o.tell(reply.conversation.id);
    this.#o.store.dispatch({ type: "accepted", nonce, reply, now: this.#o.now() });
    this.#pump.watch(this.#o.store.model.active?.subscription ?? null);
  }

  // A run has begun in a chat that was left. It may be open again: other panels are told, and so is this one.
  #passOver({ conversation, attached }: SendReply): void {
    this.#o.tell(conversation.id);
    if (attached !== undefined) this.#letGo(attached.subscription);
    void this.heard(conversation.id);
  }

  #refused(nonce: string, error: unknown): void {
    const { store, client } = this.#o;
    // The link was lost on the way. Whether the message arrived is not known;
    // it stays and goes out again, with the same nonce, when the link is back.
    if (isLost(error) && client.link.state !== "stopped") return;
    const problem = problemOf(error);
    if (saysGone(store.model, problem)) return this.#gone(problem);
    store.dispatch({ type: "refused", nonce, problem });
    const busy = error instanceof FaultError && error.reason === "busy";
    const conversation = store.model.conversation;
    if (busy && conversation !== null) void this.#load(conversation.id);
  }

  // The chat was deleted elsewhere. To send there again would be of no use: what was written is to be written with, there when it
  // was brought back, or in a new one.
  #gone(problem: Problem): void {
    this.takeBack();
    this.#o.store.dispatch({ type: "problem", problem, unread: true });
  }

  #linkChanged(link: Link): void {
    const { store, now } = this.#o;
    const { active, pending } = store.model;
    if (link.state !== "open" && active !== null && active.subscription !== null && !isFinal(active.run)) {
      this.#lost = { run: active.run.id, at: now() };
      this.#pump.watch(null);
    }
    store.dispatch({ type: "link", link });
    if (link.state === "open") void this.#opened(link.hello.epoch);
    if (link.state === "stopped" && pending?.state === "sending") {
      store.dispatch({ type: "refused", nonce: pending.nonce, problem: link.problem });
    }
  }

  async #opened(epoch: string): Promise<void> {
    void this.#readStatus();
    if (!this.#started) {
      this.#started = true;
      const last = this.#o.memory.load();
      if (last !== null && this.#o.store.model.pending === null) return this.#reopen(last);
    }
    const { conversation } = this.#o.store.model;
    if (conversation !== null) await this.#rejoin(conversation.id, epoch);
    else if (this.#opening !== null) await this.#load(this.#opening);
    const { pending } = this.#o.store.model;
    if (pending?.state === "sending" && this.#flight === null) await this.#deliver(pending);
  }

  // The conversation of last time; when it is gone, a new chat is no failure.
  async #reopen(conversation: string): Promise<void> {
    await this.open(conversation);
    if (this.#o.store.model.problem?.kind === "not_found") this.newChat();
  }

  // Goes on where the events ended, if the same daemon still has them; else
  // everything is read again.
  async #rejoin(conversation: string, epoch: string): Promise<void> {
    const visit = this.#visit;
    const { active } = this.#o.store.model;
    if (active !== null && !isFinal(active.run) && active.epoch === epoch) {
      try {
        await this.#attach(visit, active.run.id, { epoch, seq: active.seq });
        return;
      } catch (error) {
        if (!(error instanceof FaultError) || isLost(error)) return;
      }
    }
    if (visit === this.#visit) await this.#load(conversation);
  }

  async #readStatus(): Promise<void> {
    try {
      this.#o.store.dispatch({ type: "status", status: await this.#o.client.call("daemon.status", {}) });
    } catch {
      // The status line then names no model; nothing else depends on it.
    }
  }

  async #guard(visit: number, kind: { unread: boolean }, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      // A lost link says so itself, and everything is read again afterwards.
      if (isLost(error)) return;
      if (visit !== this.#visit) return;
      this.#opening = null;
      this.#o.store.dispatch({ type: "problem", problem: problemOf(error), ...kind });
    }
  }
}

function isLost(error: unknown): boolean {
  return error instanceof FaultError && error.reason === "closed";
}

function unsentOf({ text, files, nonce }: Pending, chat: string): Unsent {
  return { text, files, nonce, chat };
}
