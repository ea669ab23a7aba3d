// One message: a person's words, or what the model said with the calls it made.

import type { Block, Message } from "@protocol/chat.gen";
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { CopyButton } from "../../ui/copy";
import { moment } from "../../ui/format";
import { Markdown } from "../markdown/markdown";
import { Chevron } from "../../ui/icons";
import { memo } from "../../ui/memo";
import { strings } from "../../ui/strings";
import { Calls } from "./calls";
import { Files } from "./picture";

const foldAbove = 1200;
/** What a folded text shows: about as much as fits half a panel. */
const foldedLength = 800;
const foldLines = 16;

interface MessageProps {
  message: Message;
  /** The message is still being written. */
  live: boolean;
  /** The run that the message belongs to goes on. */
  running: boolean;
  underWay: Readonly<Record<string, number>>;
}

export const MessageView = memo((props: MessageProps) =>
  props.message.role === "user" ? <UserMessage message={props.message} /> : <AgentMessage {...props} />,
);

function UserMessage({ message }: { message: Message }): VNode {
  const text = textOf(message);
  return (
    <article
      class="message user"
      data-message={message.id}
      data-role="user"
      aria-label={strings.chat.you}
      title={moment(message.createdAt)}
    >
      <Files blocks={message.content} />
      {text === "" ? null : <UserText text={text} />}
      {text === "" ? null : (
        <div class="message-tools">
          <CopyButton text={text} label={strings.chat.copyMessage} />
        </div>
      )}
    </article>
  );
}

/** A person's words as they were typed; long ones folded. */
export function UserText({ text }: { text: string }): VNode {
  const long = text.length > foldAbove || text.split("\n", foldLines + 1).length > foldLines;
  const [open, setOpen] = useState(false);
  // What is folded away is not in the document either: 200,000 characters take long to lay out.
  const shown = long && !open ? `${text.split("\n", foldLines).join("\n").slice(0, foldedLength)}…` : text;
  return (
    <div class="bubble">
      <div class="words" dir="auto">{shown}</div>
      {long ? (
        <button type="button" class="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? strings.chat.less : strings.chat.more}
        </button>
      ) : null}
    </div>
  );
}

function AgentMessage({ message, live, running, underWay }: MessageProps): VNode {
  const calls = message.toolCalls ?? [];
  const last = message.content.length - 1;
  return (
    <article class="message agent" data-message={message.id} data-role="assistant" aria-label={strings.chat.agent}>
      {message.content.map((block, i) => (
        <BlockView key={i} block={block} live={live && i === last && calls.length === 0} />
      ))}
      <Files blocks={message.content} />
      {calls.length === 0 ? null : <Calls calls={calls} underWay={underWay} running={running} />}
      {message.cut === true && message.error === undefined ? <p class="cut">{strings.chat.cut}</p> : null}
    </article>
  );
}

const BlockView = memo(({ block, live }: { block: Block; live: boolean }) => {
  const text = block.text ?? "";
  if (block.type === "thinking") return text === "" ? null : <Thoughts text={text} live={live} />;
  return block.type === "text" && text !== "" ? <Markdown text={text} live={live} /> : null;
});

// Folded: one line says that there is thinking, and of what; while it goes on, what it has come to.
function Thoughts({ text, live }: { text: string; live: boolean }): VNode {
  return (
    <details class="thoughts">
      <summary>
        <Chevron />
        <span class="thoughts-label">{live ? strings.chat.thinking : strings.chat.thoughts}</span>
        <span class="thoughts-line" dir="auto">{lineOf(text, live)}</span>
      </summary>
      <div class="words" dir="auto">{text}</div>
    </details>
  );
}

const longestLine = 160;

function lineOf(text: string, live: boolean): string {
  const near = live ? text.slice(-1000) : text.slice(0, 1000);
  const lines = near.split("\n").map((l) => l.replaceAll(/[*_#`>]/g, "").trim()).filter((l) => l !== "");
  return ((live ? lines.at(-1) : lines[0]) ?? "").slice(0, longestLine);
}

/** The plain text of a message. */
export function textOf(message: Message): string {
  return message.content.flatMap((b) => (b.type === "text" && b.text !== undefined ? [b.text] : [])).join("\n\n");
}
