// The reducer: the one function that makes the next view model. It is pure, so
// that every rule about what the panel shows can be tested without a browser.

import type { Block, Conversation, Message, Run } from "@protocol/chat.gen";
import type { AttachReply, Delivery, MessagePage, SendReply, Status } from "@protocol/client.gen";
import { applyDeliveries, applyView } from "./events";
import { overlay, prepend, upsert } from "./merge";
import { type ActiveRun, emptyModel, isFinal, type Link, type Model, type Pending, type Problem, saysGone } from "./model";

export type Action =
  | { type: "link"; link: Link }
  | { type: "status"; status: Status }
  /** Leaves the present conversation for another one, or for none; with `along` what is written comes along. */
  | { type: "leave"; loading: Model["loading"]; chat?: string; along?: boolean }
  /** This conversation is going to be opened as soon as there is a link. */
  | { type: "remembered"; chat: string }
  | { type: "loadingOlder" }
  | { type: "page"; page: MessagePage; older: boolean }
  | { type: "sending"; pending: Pending }
  | { type: "accepted"; nonce: string; reply: SendReply; now: number }
  | { type: "refused"; nonce: string; problem: Problem }
  | { type: "discardPending" }
  | { type: "watch"; run: Run }
  | { type: "attached"; run: string; reply: AttachReply }
  | { type: "events"; deliveries: readonly Delivery[]; now: number }
  | { type: "stopAsked" }
  | { type: "stopFailed"; problem: Problem }
  | { type: "renamed"; conversation: Conversation }
  /** `unread` says that something could not be read. */
  | { type: "problem"; problem: Problem | null; unread?: boolean }
  /** What is open was read well. */
  | { type: "read" };

export function reduce(model: Model, action: Action): Model {
  switch (action.type) {
    case "link":
      return changeLink(model, action.link);
    case "status":
      return { ...model, status: action.status };
    case "leave":
      return { ...emptyModel, link: model.link, status: model.status, loading: action.loading, place: left(model, action) };
    case "remembered":
      return { ...model, place: goTo(model, action.chat) };
    case "loadingOlder":
      return { ...model, loading: "older" };
    case "page":
      return action.older ? addOlder(model, action.page) : addNewest(model, action.page);
    case "sending":
      return { ...model, pending: action.pending, problem: null };
    case "accepted":
      return accept(model, action.nonce, action.reply, action.now);
    case "refused":
      return refuse(model, action.nonce, action.problem);
    case "discardPending":
      return { ...model, pending: null };
    case "watch":
      return { ...model, active: watch(model.active, action.run) };
    case "attached":
      return attach(model, action.run, action.reply);
    case "events":
      return applyDeliveries(model, action.deliveries, action.now);
    case "stopAsked":
      return model.active === null ? model : { ...model, active: { ...model.active, stopAsked: true } };
    case "stopFailed":
      return {
        ...model,
        problem: action.problem,
        unread: false,
        active: model.active === null ? null : { ...model.active, stopAsked: false },
      };
    case "renamed":
      return model.conversation?.id === action.conversation.id ? { ...model, conversation: action.conversation } : model;
    case "problem":
      return {
        ...model,
        problem: action.problem,
        unread: action.unread === true,
        gone: model.gone || saysGone(model, action.problem),
        loading: "none",
        place: notOpened(model, action),
      };
    case "read":
      return found(withoutUnread(model));
  }
}

function goTo({ place }: Model, chat: string): Model["place"] {
  return { visit: place.visit + 1, chat };
}

function left(model: Model, { chat = "", along = false }: { chat?: string; along?: boolean }): Model["place"] {
  if (along) return { ...model.place, chat };
  return model.gone ? { ...goTo(model, chat), orphaned: true } : goTo(model, chat);
}

// A chat that could not be opened is none to write in: the next message begins a new one. Of one that is gone the words come along.
function notOpened(model: Model, { problem, unread }: { problem: Problem | null; unread?: boolean }): Model["place"] {
  if (unread !== true || model.conversation !== null) return model.place;
  return problem?.kind === "not_found" ? { ...model.place, chat: "" } : goTo(model, "");
}

// A link that is not open carries no subscription: what the run does meanwhile
// is asked for again when it is back.
function changeLink(model: Model, link: Link): Model {
  if (link.state === "open") return { ...withoutUnread(model), link };
  if (model.active === null) return { ...model, link };
  return { ...model, link, active: { ...model.active, subscription: null } };
}

// A chat that was read is there, or there again.
function found(model: Model): Model {
  return model.gone ? { ...model, gone: false } : model;
}

function withoutUnread(model: Model): Model {
  return model.unread ? { ...model, problem: null, unread: false } : model;
}

function addOlder(model: Model, page: MessagePage): Model {
  return { ...model, messages: prepend(model.messages, page.messages), older: page.next ?? "", loading: "none" };
}

function addNewest(model: Model, page: MessagePage): Model {
  // While a run is watched, its events are newer than any page: the page's copy
  // of its messages is passed over, else deltas would be added twice.
  const watched = model.active !== null && model.active.subscription !== null ? model.active.run.id : null;
  const stored = watched === null ? page.messages : page.messages.filter((m) => m.run !== watched);
  const meets = stored.some((m) => model.messages.some((n) => n.id === m.id));
  const own = model.messages.filter((m) => watched !== null && m.run === watched);
  const live = page.live.find((r) => r.id === model.active?.run.id);
  return {
    ...model,
    conversation: page.conversation,
    place: { ...model.place, chat: page.conversation.id },
    messages: meets ? overlay(model.messages, stored) : [...stored, ...own],
    older: meets ? model.older : (page.next ?? ""),
    loading: "none",
    active: live === undefined ? settle(model.active, page) : watch(model.active, live),
  };
}

// A run that the page does not list as unfinished has ended while nobody looked.
function settle(active: ActiveRun | null, page: MessagePage): ActiveRun | null {
  if (active === null || active.subscription !== null || isFinal(active.run)) return active;
  return page.conversation.id === active.run.conversation ? null : active;
}

function accept(model: Model, nonce: string, reply: SendReply, now: number): Model {
  const sent = model.pending?.nonce === nonce ? model.pending : null;
  const next: Model = {
    ...model,
    conversation: reply.conversation,
    place: { ...model.place, chat: reply.conversation.id },
    pending: sent === null ? model.pending : null,
    problem: null,
    gone: false,
    active: watch(null, reply.run),
  };
  const attached = reply.attached === undefined ? next : attach(next, reply.run.id, reply.attached);
  if (sent === null || attached.messages.some((m) => m.id === reply.message)) return attached;
  return { ...attached, messages: upsert(attached.messages, ownMessage(reply, sent, now)) };
}

// The person's own words, where the view of the run did not carry them.
function ownMessage(reply: SendReply, sent: Pending, now: number): Message {
  return {
    id: reply.message,
    conversation: reply.conversation.id,
    run: reply.run.id,
    role: "user",
    content: contentOf(sent),
    createdAt: new Date(now).toISOString(),
  };
}

/** What a message holds: the words, then what is attached. */
export function contentOf({ text, files }: Pick<Pending, "text" | "files">): Block[] {
  return text.trim() === "" ? [...files] : [{ type: "text", text }, ...files];
}

function refuse(model: Model, nonce: string, problem: Problem): Model {
  if (model.pending?.nonce !== nonce) return model;
  return { ...model, pending: { ...model.pending, state: "unsent", problem } };
}

function watch(active: ActiveRun | null, run: Run): ActiveRun {
  if (active?.run.id === run.id) return { ...active, run };
  return { run, subscription: null, epoch: "", seq: 0, live: false, retry: null, stopAsked: false, underWay: {} };
}

function attach(model: Model, run: string, reply: AttachReply): Model {
  if (model.active?.run.id !== run) return model;
  const active: ActiveRun = {
    ...model.active,
    subscription: reply.ended === true ? null : reply.subscription,
    epoch: reply.epoch,
  };
  // Without a view the events after the number asked for follow; the panel's own number stands.
  if (reply.view === undefined) return { ...model, active };
  return applyView(model, { ...active, seq: reply.seq }, reply.view);
}
