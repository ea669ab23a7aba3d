// The popup: connected or not and why, what is running, and the ways on.

import type { VNode } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { nameOf } from "../panel/view/picker";
import type { Link } from "../panel/client";
import { CheckList, NeedLink } from "../ui/checklist";
import type { Checks } from "../ui/checks";
import { DamageBanners } from "../ui/damage";
import { useNow } from "../ui/clock";
import { duration } from "../ui/format";
import { Gear, Mark, Panel, Square } from "../ui/icons";
import { LinkProblem, ProblemWords } from "../ui/link";
import { type Observable, useObservable } from "../ui/observable";
import { strings } from "../ui/strings";
import type { PopupState, RunLine, Runs } from "./runs";

export interface PopupProps {
  link: Observable<Link>;
  runs: Runs;
  checks: Checks;
  openPanel: () => void;
  /** Opens the panel with a conversation. */
  openChat: (conversation: string) => void;
  openOptions: () => void;
  retry: () => void;
}

export function Popup({ link: source, runs, checks, openPanel, openChat, openOptions, retry }: PopupProps): VNode {
  const link = useObservable(source);
  const state = useObservable(runs.state);
  const checked = useObservable(checks.state);
  const open = link.state === "open";
  return (
    <main class="popup">
      <header class="popup-head">
        <Mark size={24} />
        <h1>{strings.appName}</h1>
        <State link={link} />
      </header>
      <LinkProblem link={link} retry={retry} />
      {open ? <Facts link={link} state={state} /> : null}
      {open ? <DamageBanners status={state.status} dismiss={(file) => void runs.dismissDamage(file)} /> : null}
      {open ? <RunList state={state} stop={(run) => void runs.stop(run)} openChat={openChat} /> : null}
      {state.problem === null ? null : (
        <div class="card failure" role="alert" data-kind={state.problem.kind}>
          <div>
            <ProblemWords problem={state.problem} />
          </div>
        </div>
      )}
      <CheckList state={checked} worstFirst />
      {link.state === "waiting" || link.state === "stopped" ? <NeedLink /> : null}
      <div class="popup-ways">
        <button type="button" class="button primary" id="open-panel" onClick={openPanel}>
          <Panel />
          {strings.popup.openPanel}
        </button>
        <button type="button" class="button" id="run-checks" disabled={!open || checked.running} onClick={() => void checks.run(false)}>
          {strings.options.checks.run}
        </button>
        <button type="button" class="icon-button" id="open-options" aria-label={strings.common.options} title={strings.common.options} onClick={openOptions}>
          <Gear />
        </button>
      </div>
    </main>
  );
}

function State({ link }: { link: Link }): VNode {
  const words = strings.popup;
  const state = link.state === "open" ? "open" : link.state === "connecting" ? "connecting" : "away";
  return (
    <p class={`state state-${state}`} id="state" role="status" data-state={link.state}>
      <span class="state-dot" aria-hidden="true" />
      {state === "open" ? words.connected : state === "connecting" ? words.connecting : words.notConnected}
    </p>
  );
}

function Facts({ link, state }: { link: Link; state: PopupState }): VNode {
  const version = link.state === "open" ? link.hello.version : "";
  const model = state.status?.model ?? "";
  return (
    <p class="facts">
      <span id="version">{strings.popup.program(version)}</span>
      {model === "" ? null : <span id="model">{nameOf(model, model)}</span>}
    </p>
  );
}

interface RunWays {
  stop: (run: string) => void;
  openChat: (conversation: string) => void;
}

function RunList({ state, ...ways }: { state: PopupState } & RunWays): VNode {
  const { runs } = state;
  return (
    <section class="runs" aria-label={strings.popup.runs}>
      <h2>{strings.popup.runs}</h2>
      {runs === null ? <p class="aside">{strings.common.loading}</p> : null}
      {runs?.length === 0 ? <p class="aside">{strings.popup.noRuns}</p> : null}
      <ul>
        {runs?.map((line) => (
          <RunItem key={line.run.id} line={line} {...ways} />
        ))}
      </ul>
    </section>
  );
}

function RunItem({ line, stop, openChat }: { line: RunLine } & RunWays): VNode {
  const { run, stopping } = line;
  const live = run.state === "running" || run.state === "stopping";
  const title = line.title === "" ? strings.header.newChat : line.title;
  const button = useRef<HTMLButtonElement>(null);
  // The row goes with its run, and the focus with the button: it passes to the way on.
  useLayoutEffect(
    () => () => {
      if (button.current !== null && button.current === document.activeElement) document.querySelector<HTMLElement>("#open-panel")?.focus();
    },
    [],
  );
  const now = useNow(live, 1000);
  const began = Date.parse(run.createdAt);
  const state = run.state === "interrupted" ? strings.chats.interrupted : run.state === "parked" ? strings.chats.paused : "";
  const since = Number.isNaN(began) ? "" : duration(Math.max(0, Math.floor((now - began) / 1000) * 1000)).replace(".0", "");
  return (
    <li class="run" data-run={run.id} data-state={run.state}>
      <button type="button" class="run-title" dir="auto" title={title} onClick={() => openChat(run.conversation)}>
        {title}
      </button>
      <span class="run-time">{state === "" ? since : state}</span>
      <button type="button" class="button stop-run" ref={button} aria-disabled={stopping} aria-label={strings.popup.stopRun(title)} onClick={() => stopping || stop(run.id)}>
        <Square />
        {stopping ? strings.popup.stopping : strings.popup.stop}
      </button>
    </li>
  );
}
