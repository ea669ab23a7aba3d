// The outcome of the checks, with the cause of each failure and the command that mends it. The program's words are shown
// as they come.

import type { Check, CheckState } from "@protocol/client.gen";
import type { VNode } from "preact";
import { type ChecksState, reportOf } from "./checks";
import { Command } from "./command";
import { CopyButton } from "./copy";
import { Info, Minus, Tick, Warning } from "./icons";
import { ProblemWords } from "./link";
import { runnable } from "./program";
import { strings } from "./strings";

interface ListProps {
  state: ChecksState;
  /** What failed stands first, where there is little room; else all stands in the order of the chain. */
  worstFirst?: boolean;
}

const rank: Readonly<Record<CheckState, number>> = { failed: 0, warning: 1, ok: 2, skipped: 3 };

export function CheckList({ state, worstFirst = false }: ListProps): VNode | null {
  const { diagnosis, problem, running } = state;
  const words = strings.options.checks;
  if (running) {
    return (
      <p class="aside" role="status">
        {words.running}
      </p>
    );
  }
  if (problem !== null) {
    return (
      <div class="card failure" role="alert" data-kind={problem.kind}>
        <div>
          <ProblemWords problem={problem} />
          {/* An older program has no such route; its command does the same in a terminal. */}
          {problem.kind === "not_served" ? <Command command={runnable("margay doctor")} /> : null}
        </div>
      </div>
    );
  }
  if (diagnosis === null) return null;
  const { checks } = diagnosis;
  const failed = checks.filter((c) => c.state === "failed").length;
  return (
    <div class="checks" id="checks" data-ok={diagnosis.ok}>
      <div class="checks-head" role="status">
        <p class="card-title">{failed === 0 ? words.allGood : words.failed(failed)}</p>
        <CopyButton text={reportOf(diagnosis)} label={words.copyReport} />
      </div>
      {/* Where there is little room it is scrolled, which a keyboard can do only where the focus can stand. */}
      <ul tabIndex={worstFirst ? 0 : undefined} aria-label={words.title}>
        {(worstFirst ? checks.toSorted((a, b) => rank[a.state] - rank[b.state]) : checks).map((check) => (
          <CheckItem key={check.id} check={check} />
        ))}
      </ul>
    </div>
  );
}

/** Why the checks cannot be run here; stands by the button that is off. */
export function NeedLink(): VNode {
  return (
    <p class="card-detail need-link" id="checks-off">
      {strings.options.checks.needLink}
    </p>
  );
}

function CheckItem({ check }: { check: Check }): VNode {
  const { state, title, detail, cause, next, command } = check;
  return (
    <li class={`check check-${state}`} data-check={check.id} data-state={state}>
      {state === "ok" ? <Tick /> : state === "failed" ? <Warning /> : state === "warning" ? <Info /> : <Minus />}
      <div>
        <p>
          <span class="check-title">{title}</span> <span class="check-state">{strings.options.checks.states[state]}</span>
        </p>
        {[cause, detail, next].map((part, i) =>
          part === undefined || part === "" ? null : (
            <p key={i} class="card-detail">
              {part}
            </p>
          ),
        )}
        <Command command={command ?? ""} />
      </div>
    </li>
  );
}
