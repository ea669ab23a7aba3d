// Values for tests: complete, with what matters given by the test.

import type { Block, ChatEvent, Conversation, Message, Numbered, Run, ToolCall } from "@protocol/chat.gen";
import type { Delivery } from "@protocol/client.gen";

export const epoch = "e1";
const long_ago = "2026-11-30T08:00:00Z";

export function conversation(id = "c1", title = "Order a shirt"): Conversation {
  return { id, title, createdAt: long_ago, updatedAt: long_ago, generation: "g1", revision: 1 };
}

export function run(more: Partial<Run> = {}): Run {
  return {
    id: "r1",
    conversation: "c1",
    state: "running",
    model: "offline",
    round: 1,
    createdAt: long_ago,
    usage: { inputTokens: 0, outputTokens: 0 },
    durationMs: 0,
    ...more,
  };
}

export function text(words: string): Block[] {
  return [{ type: "text", text: words }];
}

export function user(id: string, words: string, more: Partial<Message> = {}): Message {
  return { id, conversation: "c1", run: "r1", role: "user", content: text(words), createdAt: long_ago, ...more };
}

export function agent(id: string, words: string, more: Partial<Message> = {}): Message {
  const content = words === "" ? [] : text(words);
  return { id, conversation: "c1", run: "r1", role: "assistant", content, createdAt: long_ago, ...more };
}

export function call(id: string, more: Partial<ToolCall> = {}): ToolCall {
  return { id, name: "click", arguments: '{"ref":"e7"}', status: "pending", ...more };
}

export function numbered(seq: number, event: ChatEvent, more: Partial<Numbered> = {}): Numbered {
  return { run: "r1", epoch, seq, event, ...more };
}

export function delivery(seq: number, event: ChatEvent, subscription = 1): Delivery {
  return { subscription, event: numbered(seq, event) };
}
