// The conversation: messages in order, with what belongs between and after them.

import type { Message } from "@protocol/chat.gen";
import type { VNode } from "preact";
import { Fragment } from "preact";
import { useContext, useEffect } from "preact/hooks";
import { busyRun, isFinal, type Model, type Note, type Pending } from "../state/model";
import { ToldWords } from "../../ui/link";
import { tellProblem } from "../../ui/telling";
import { strings } from "../../ui/strings";
import { ActionsContext } from "./actions";
import { Empty, type FirstSteps } from "./empty";
import { Interrupted, NoteLine, RetryLine, RunEnd, Working } from "./endings";
import { useFollow } from "./follow";
import { ArrowDown } from "../../ui/icons";
import { MessageView, textOf, UserText } from "./message";
import { Files } from "./picture";

const none: Readonly<Record<string, number>> = {};

export function Transcript({ model, first }: { model: Model; first: FirstSteps }): VNode {
  const { older, compose } = useContext(ActionsContext);
  const blank = model.messages.length === 0 && model.pending === null && model.loading !== "opening";
  const { scroller, following, onScroll, onClick, toEnd } = useFollow(!blank, older);
  // Who sends wants to see what comes of it.
  const sent = model.pending?.nonce;
  useEffect(() => {
    if (sent !== undefined) toEnd();
  }, [sent]);
  return (
    <main class="transcript">
      <div class="scroller" ref={scroller} onScroll={onScroll} onClick={onClick} tabIndex={-1}>
        <div class="column" role="log" aria-live="off" aria-label={strings.chat.log}>
          {blank ? <Empty first={first} /> : <Messages model={model} />}
        </div>
      </div>
      {following || blank ? null : (
        <button
          type="button"
          class="latest"
          onClick={() => {
            toEnd();
            compose(null);
          }}
        >
          <ArrowDown />
          {strings.chat.latest}
        </button>
      )}
    </main>
  );
}

function Messages({ model }: { model: Model }): VNode {
  const { messages, active, pending } = model;
  const busy = busyRun(model);
  // A run that is interrupted or paused has not ended either.
  const open = active === null || isFinal(active.run) ? undefined : active.run.id;
  return (
    <>
      <Earlier model={model} />
      {notesAfter(model.notes, "")}
      {messages.map((message, i) => (
        <Fragment key={message.id}>
          <MessageView
            message={message}
            live={active?.live === true && isWriting(messages, i, active.run.id)}
            running={busy !== null && message.run === busy.id}
            underWay={message.run === active?.run.id ? (active?.underWay ?? none) : none}
          />
          {notesAfter(model.notes, message.id)}
          {endsRun(messages, i) && message.run !== open ? (
            <RunEnd
              last={message}
              ending={model.endings[message.run ?? ""] ?? null}
              asked={i === messages.length - 1 && pending === null ? askedIn(messages, message.run) : ""}
            />
          ) : null}
        </Fragment>
      ))}
      {active?.retry == null ? null : <RetryLine retry={active.retry} />}
      {busy === null || active?.retry != null ? null : <Working since={busy.createdAt} />}
      {active?.run.state === "interrupted" || active?.run.state === "parked" ? (
        <Interrupted parked={active.run.state === "parked"} />
      ) : null}
      {pending === null ? null : <PendingMessage pending={pending} />}
    </>
  );
}

function isWriting(messages: readonly Message[], i: number, run: string): boolean {
  const message = messages[i];
  return i === messages.length - 1 && message?.role === "assistant" && message.run === run;
}

function endsRun(messages: readonly Message[], i: number): boolean {
  const run = messages[i]?.run;
  return run !== undefined && messages[i + 1]?.run !== run;
}

function askedIn(messages: readonly Message[], run: string | undefined): string {
  const asked = messages.findLast((m) => m.role === "user" && m.run === run);
  return asked === undefined ? "" : textOf(asked);
}

function notesAfter(notes: readonly Note[], id: string): VNode[] {
  return notes.filter((n) => n.after === id).map((n) => <NoteLine key={n.key} text={n.text} />);
}

function Earlier({ model }: { model: Model }): VNode | null {
  const { older } = useContext(ActionsContext);
  if (model.loading === "opening") return <p class="aside">{strings.chat.opening}</p>;
  if (model.older === "") return null;
  return (
    <button type="button" class="quiet earlier" disabled={model.loading === "older"} onClick={older}>
      {model.loading === "older" ? strings.chat.loadingEarlier : strings.chat.earlier}
    </button>
  );
}

function PendingMessage({ pending }: { pending: Pending }): VNode {
  const { sendAgain, edit } = useContext(ActionsContext);
  const { problem } = pending;
  return (
    <article class="message user pending" data-pending={pending.state} aria-label={strings.chat.you}>
      <Files blocks={pending.files} />
      {pending.text.trim() === "" ? null : <UserText text={pending.text} />}
      {pending.state === "sending" ? (
        <p class="aside">{strings.chat.sending}</p>
      ) : (
        <div class="unsent" role="alert">
          <p>
            {strings.chat.unsent} {problem === null ? "" : strings.problems[problem.kind].title}
          </p>
          {problem === null ? null : <ToldWords told={tellProblem(problem)} />}
          <div class="row">
            <button type="button" class="button" onClick={sendAgain}>
              {strings.chat.sendAgain}
            </button>
            <button type="button" class="quiet" onClick={edit}>
              {strings.chat.edit}
            </button>
          </div>
        </div>
      )}
    </article>
  );
}
