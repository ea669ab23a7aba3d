// Tool cards: what the agent asks the browser to do, and what came of it.

import type { Block, ToolCall } from "@protocol/chat.gen";
import type { VNode } from "preact";
import { useContext, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { duration, size } from "../../ui/format";
import { memo } from "../../ui/memo";
import { isFinalCall } from "../state/model";
import { type CallState, strings } from "../../ui/strings";
import { ActionsContext, type ReadText } from "./actions";
import { useNow } from "../../ui/clock";
import { CallIcon, Chevron } from "../../ui/icons";
import { tellWords } from "../../ui/telling";
import { LoadFailure } from "./loadfailure";
import { Files } from "./picture";

const none: readonly Block[] = [];

interface CallsProps {
  calls: readonly ToolCall[];
  underWay: Readonly<Record<string, number>>;
  /** The run goes on; where it does not, an open call has no result to wait for. */
  running: boolean;
}

export const Calls = memo(({ calls, underWay, running }: CallsProps) => (
  <ul class="calls">
    {calls.map((call) => (
      <li key={call.id}>
        <CallCard call={call} since={underWay[call.id] ?? 0} running={running} />
        <Files blocks={call.attachments ?? none} by={call.name} />
      </li>
    ))}
  </ul>
));

interface CardProps {
  call: ToolCall;
  /** When the call was seen to begin, 0 if it was not. */
  since: number;
  running: boolean;
}

const CallCard = memo(({ call, since, running }: CardProps) => {
  const state = stateOf(call, since, running);
  const failure = state === "error" || state === "timed_out" ? failureOf(call) : "";
  return (
    <details class={`call call-${state}`} data-call={call.id} data-name={call.name} data-status={state}>
      <summary>
        <span class="call-state-icon">
          <CallIcon state={state} />
        </span>
        <span class="call-name">{call.name}</span>
        <span class="call-brief" dir="auto">{useMemo(() => brief(call.arguments), [call.arguments])}</span>
        <span class="call-end">
          {/* The tick says so too: the word is for who cannot see it, and leaves room for what was done. */}
          <span class={state === "completed" ? "call-state unseen" : "call-state"}>{strings.call.states[state]}</span>
          <Elapsed call={call} since={since} ticking={state === "started"} />
        </span>
        <span class="call-chevron">
          <Chevron />
        </span>
        {failure === "" ? null : <span class="call-failure">{failure}</span>}
      </summary>
      <div class="call-body">
        <p class="call-part">{strings.call.arguments}</p>
        <Arguments text={call.arguments} />
        {call.ran === undefined ? null : (
          <>
            <p class="call-part">{strings.call.ran}</p>
            <Arguments text={call.ran} />
          </>
        )}
        <p class="call-part">{strings.call.result}</p>
        <Result call={call} />
      </div>
    </details>
  );
});

/** The state as it is shown: what the daemon says, read with what is known of the run. */
export function stateOf(call: ToolCall, since: number, running: boolean): CallState {
  if (isFinalCall(call)) return call.status;
  const begun = call.status === "started" || since > 0 || call.startedAt !== undefined;
  if (running) return begun ? "started" : "pending";
  return call.status === "started" ? "unknown" : "not_run";
}

function Elapsed({ call, since, ticking }: { call: ToolCall; since: number; ticking: boolean }): VNode | null {
  const now = useNow(ticking, 200);
  if (!ticking) return call.durationMs === undefined ? null : <span class="call-time">{duration(call.durationMs)}</span>;
  const began = since > 0 ? since : Date.parse(call.startedAt ?? "");
  if (Number.isNaN(began)) return null;
  return <span class="call-time">{duration(Math.max(0, now - began))}</span>;
}

function Arguments({ text }: { text: string }): VNode {
  const pretty = useMemo(() => prettyJSON(text), [text]);
  return <pre tabIndex={0}>{pretty === "" || pretty === "{}" ? strings.call.noArguments : pretty}</pre>;
}

function Result({ call }: { call: ToolCall }): VNode {
  const { readText } = useContext(ActionsContext);
  const [all, setAll] = useState<ReadText | null>(null);
  const [loading, setLoading] = useState(false);
  const [failure, setFailure] = useState("");
  const box = useRef<HTMLPreElement>(null);
  const blob = call.resultBlob;
  // The button that had the focus is gone by then.
  useEffect(() => {
    if (all !== null) box.current?.focus({ preventScroll: true });
  }, [all]);
  const load = (id: string) => {
    setLoading(true);
    setFailure("");
    readText(id)
      .then(setAll, (error: unknown) => setFailure(error instanceof Error ? error.message : String(error)))
      .finally(() => setLoading(false));
  };
  const text = all?.text ?? call.result ?? "";
  // What a page or a file says may be in any language; a failure is told by the program.
  const foreign = call.status === "error" && tellWords(text).quoted !== "";
  const whole = size(call.resultSize ?? 0);
  return (
    <>
      {foreign ? <p class="quoted-of">{strings.common.quoted}</p> : null}
      <pre tabIndex={0} dir="auto" class="call-result" ref={box}>
        {text === "" ? strings.call.noResult : foreign ? <q lang="en">{text}</q> : text}
      </pre>
      {call.status === "unknown" ? <p class="call-hint">{strings.call.unknownHint}</p> : null}
      {blob !== undefined && all === null ? (
        <button type="button" class="quiet" disabled={loading} onClick={() => load(blob)}>
          {loading ? strings.common.loading : strings.call.showAll(whole)}
        </button>
      ) : null}
      {all !== null && !all.whole ? <p class="call-hint">{strings.call.moreLeft(whole)}</p> : null}
      {failure === "" ? null : (
        <div role="alert">
          <LoadFailure title={strings.call.failedToLoad} words={failure} />
        </div>
      )}
    </>
  );
}

/** Arguments for reading; as they came where they are no JSON. */
function prettyJSON(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value, null, 2);
  } catch {
    return text;
  }
}

/**
 * Arguments in one line, for the card's head: the values, with their names where they are no texts. A ref means nothing
 * to a person and stands there only where nothing else does.
 */
function brief(text: string): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return "";
  }
  if (typeof value !== "object" || value === null) return "";
  const entries = Object.entries(value);
  const telling = entries.filter(([name]) => name !== "ref");
  const parts = (telling.length > 0 ? telling : entries).map(([name, part]: [string, unknown]) =>
    typeof part === "string" ? part : `${name}: ${JSON.stringify(part)}`,
  );
  return parts.join(" · ").replaceAll(/\s+/g, " ").slice(0, 200);
}

// Its words are written for the model. Where the page does not speak their language, they stand in the opened card, as a quotation.
function failureOf({ result = "" }: ToolCall): string {
  return tellWords(result).quoted === "" ? firstLine(result) : strings.call.failed;
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}
