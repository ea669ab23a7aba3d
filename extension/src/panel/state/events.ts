// What one event of a run makes of the model. The rules of the wire hold here:
// an event counts when it is of the watched subscription's run and epoch and its
// number is greater than the last one seen; deltas append, sync replaces.

import type { Block, ChatEvent, Message, Numbered, Run, RunState, ToolCall, View } from "@protocol/chat.gen";
import type { Delivery } from "@protocol/client.gen";
import { replaceRun, upsert } from "./merge";
import { type ActiveRun, type Ending, isFinal, isFinalCall, type Model, type Note } from "./model";

/** Applies deliveries in order. Those of another subscription, run, epoch or an older number are passed over. */
export function applyDeliveries(model: Model, deliveries: readonly Delivery[], now: number): Model {
  let next = model;
  for (const event of joinDeltas(accepted(model, deliveries))) next = applyEvent(next, event, now);
  return next;
}

function accepted(model: Model, deliveries: readonly Delivery[]): Numbered[] {
  const active = model.active;
  if (active === null || active.subscription === null) return [];
  let seq = active.seq;
  const out: Numbered[] = [];
  for (const { subscription, event } of deliveries) {
    if (subscription !== active.subscription || event.run !== active.run.id) continue;
    if (event.epoch !== active.epoch || event.seq <= seq) continue;
    seq = event.seq;
    out.push(event);
  }
  return out;
}

// Neighbouring deltas of one kind become one, so that a thousand of them cost
// one copy of the message and not a thousand.
function joinDeltas(events: readonly Numbered[]): Numbered[] {
  const out: Numbered[] = [];
  let parts: string[] = [];
  for (const numbered of events) {
    const last = out.at(-1);
    if (last !== undefined && sameDelta(last.event, numbered.event)) {
      parts.push(numbered.event.delta ?? "");
      out[out.length - 1] = { ...numbered, event: last.event };
      continue;
    }
    closeJoined(out, parts);
    parts = [numbered.event.delta ?? ""];
    out.push(numbered);
  }
  closeJoined(out, parts);
  return out;
}

function closeJoined(out: Numbered[], parts: readonly string[]): void {
  const last = out.at(-1);
  if (last === undefined || parts.length < 2) return;
  out[out.length - 1] = { ...last, event: { ...last.event, delta: parts.join("") } };
}

function sameDelta(a: ChatEvent, b: ChatEvent): boolean {
  if (a.type !== b.type) return false;
  if (a.type === "content_delta" || a.type === "thinking_delta") return true;
  return a.type === "tool_call_delta" && a.id === b.id;
}

function applyEvent(model: Model, numbered: Numbered, now: number): Model {
  const active = model.active;
  if (active === null) return model;
  const { event, seq } = numbered;
  const at: ActiveRun = { ...active, seq };
  switch (event.type) {
    case "sync":
      return event.view === undefined ? { ...model, active: at } : applyView(model, at, event.view);
    case "new_message":
      return begin(model, at, event.begins);
    case "content_delta":
      return addText(model, at, "text", event.delta ?? "");
    case "thinking_delta":
      return addText(model, at, "thinking", event.delta ?? "");
    case "tool_call_start":
      return startCall(model, at, event);
    case "tool_call_delta":
      return changeCall(model, at, event.id, (call) => ({ ...call, arguments: call.arguments + (event.delta ?? "") }));
    case "tool_call_running":
      return runCall(model, at, event, now);
    case "tool_call_result":
    case "tool_call_complete":
      return endCall(model, at, event);
    case "retry":
      return retry(model, at, event, now);
    case "system_warning":
      return warn(model, at, numbered);
    case "state":
      return { ...model, active: { ...at, run: { ...at.run, state: event.state ?? at.run.state } } };
    case "done":
    case "error":
      return end(model, at, event);
  }
}

/** Puts a view in place of all that is known of its run. */
export function applyView(model: Model, active: ActiveRun, view: View): Model {
  const messages = replaceRun(model.messages, view.run.id, view.messages);
  const open = new Set(view.messages.flatMap((m) => m.toolCalls ?? []).filter((c) => !isFinalCall(c)).map((c) => c.id));
  const underWay = Object.fromEntries(Object.entries(active.underWay).filter(([id]) => open.has(id)));
  const endings = isFinal(view.run) ? { ...model.endings, [view.run.id]: endingOf(view.run) } : model.endings;
  const notes = notesWith(model.notes, view);
  return { ...model, messages, endings, notes, active: { ...active, run: view.run, live: view.live, retry: null, underWay } };
}

// A warning that came before the view has no event of its own here.
function notesWith(notes: readonly Note[], view: View): readonly Note[] {
  const missed = (view.warnings ?? []).map((w, i) => ({ key: `${view.run.id}/${i}`, after: w.after ?? "", text: w.text }));
  return [...notes, ...missed.filter((m) => !notes.some((n) => n.text === m.text && (n.after === m.after || n.key === m.key)))];
}

// How a run ended that nobody watched to its end.
function endingOf(run: Run): Ending {
  return { message: run.error ?? "", code: run.errorCode ?? null, usage: run.usage, durationMs: run.durationMs };
}

function begin(model: Model, active: ActiveRun, message: Message | undefined): Model {
  if (message === undefined) return { ...model, active };
  const whole: Message = message.run === undefined ? { ...message, run: active.run.id } : message;
  return {
    ...model,
    messages: upsert(model.messages, whole),
    active: { ...active, live: whole.role === "assistant", retry: null },
  };
}

// The message that is being written: the last one of the run, if it is the model's.
function writing(model: Model, run: string): number {
  return model.messages.findLastIndex((m) => m.run === run && m.role === "assistant");
}

function changeWriting(model: Model, active: ActiveRun, change: (m: Message) => Message): Model {
  const at = writing(model, active.run.id);
  const message = model.messages[at];
  if (message === undefined) return { ...model, active };
  return { ...model, messages: model.messages.with(at, change(message)), active };
}

function addText(model: Model, active: ActiveRun, type: "text" | "thinking", delta: string): Model {
  return changeWriting(model, { ...active, live: true, retry: null }, (message) => {
    const last = message.content.at(-1);
    if (last?.type !== type) return { ...message, content: [...message.content, { type, text: delta }] };
    const grown: Block = { ...last, text: (last.text ?? "") + delta };
    return { ...message, content: message.content.with(-1, grown) };
  });
}

function startCall(model: Model, active: ActiveRun, event: ChatEvent): Model {
  const call = event.toolCall;
  if (call === undefined) return { ...model, active };
  return changeWriting(model, { ...active, live: true, retry: null }, (message) => {
    const calls = message.toolCalls ?? [];
    const known = calls.findIndex((c) => c.id === call.id);
    if (known >= 0) return { ...message, toolCalls: calls.with(known, call) };
    const place = event.index ?? calls.length;
    return { ...message, toolCalls: calls.toSpliced(Math.min(place, calls.length), 0, call) };
  });
}

function runCall(model: Model, active: ActiveRun, event: ChatEvent, now: number): Model {
  const id = event.id ?? event.toolCall?.id;
  if (id === undefined) return { ...model, active };
  const underWay = { ...active.underWay, [id]: now };
  // The whole arguments come with this event; the message is complete by now.
  return changeCall(model, { ...active, live: false, underWay }, id, (call) => ({ ...call, ...event.toolCall }));
}

function endCall(model: Model, active: ActiveRun, event: ChatEvent): Model {
  const id = event.id ?? event.toolCall?.id;
  if (id === undefined) return { ...model, active };
  const underWay = without(active.underWay, id);
  return changeCall(model, { ...active, live: false, underWay }, id, (call) => ({
    ...call,
    ...(event.status === undefined ? {} : { status: event.status }),
    ...(event.result === undefined ? {} : { result: event.result }),
    ...event.toolCall,
  }));
}

function without<V>(entries: Readonly<Record<string, V>>, key: string): Record<string, V> {
  return Object.fromEntries(Object.entries(entries).filter(([k]) => k !== key));
}

function changeCall(model: Model, active: ActiveRun, id: string | undefined, change: (c: ToolCall) => ToolCall): Model {
  const at = model.messages.findLastIndex((m) => m.toolCalls?.some((c) => c.id === id) ?? false);
  const message = model.messages[at];
  if (message?.toolCalls === undefined) return { ...model, active };
  const toolCalls = message.toolCalls.map((c) => (c.id === id ? change(c) : c));
  return { ...model, messages: model.messages.with(at, { ...message, toolCalls }), active };
}

function retry(model: Model, active: ActiveRun, event: ChatEvent, now: number): Model {
  const waiting: ActiveRun = {
    ...active,
    retry: {
      error: event.error ?? "",
      code: event.errorCode ?? null,
      attempt: event.attempt ?? 1,
      max: event.maxRetries ?? 0,
      until: now + (event.delayMs ?? 0),
    },
  };
  if (event.dropPartial !== true) return { ...model, active: waiting };
  return changeWriting(model, waiting, (message) => ({ ...message, content: [], toolCalls: [] }));
}

function warn(model: Model, active: ActiveRun, numbered: Numbered): Model {
  const key = `${numbered.run}/${numbered.epoch}/${numbered.seq}`;
  const note = { key, after: model.messages.at(-1)?.id ?? "", text: numbered.event.message ?? "" };
  return { ...model, notes: [...model.notes, note], active };
}

function end(model: Model, active: ActiveRun, event: ChatEvent): Model {
  const ending: Ending = {
    message: event.message ?? "",
    code: event.errorCode ?? null,
    usage: event.usage ?? null,
    durationMs: event.durationMs ?? 0,
  };
  const run = {
    ...active.run,
    state: endState(event),
    durationMs: ending.durationMs,
    usage: event.usage ?? active.run.usage,
  };
  return {
    ...model,
    endings: { ...model.endings, [run.id]: ending },
    active: { ...active, run, subscription: null, live: false, retry: null, stopAsked: false, underWay: {} },
  };
}

function endState(event: ChatEvent): RunState {
  if (event.type === "done") return "done";
  return event.errorCode === "cancelled" ? "cancelled" : "failed";
}
