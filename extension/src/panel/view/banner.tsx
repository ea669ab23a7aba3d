// Lines above the conversation that say what is wrong and what to do: first the
// link, then the outcome of the person's last action.

import type { VNode } from "preact";
import { useContext } from "preact/hooks";
import type { Link, Model, Problem } from "../state/model";
import { Command } from "../../ui/command";
import { commandOf, nextOf } from "../../ui/problem";
import { strings } from "../../ui/strings";
import { ActionsContext } from "./actions";
import { Countdown } from "../../ui/countdown";
import { Close, Warning } from "../../ui/icons";

export function Banners({ model }: { model: Model }): VNode {
  return (
    <div class="banners">
      <LinkBanner link={model.link} />
      {model.problem === null ? null : <ProblemBanner problem={model.problem} />}
    </div>
  );
}

function LinkBanner({ link }: { link: Link }): VNode | null {
  const { retryLink } = useContext(ActionsContext);
  if (link.state === "open" || link.state === "connecting") return null;
  return (
    <section class={`banner banner-${link.state}`} id="link-problem" data-kind={link.problem.kind} role="alert">
      <Warning />
      <div class="banner-words">
        <Words problem={link.problem} />
        <div class="row">
          {link.state === "waiting" ? <Countdown until={link.retryAt} /> : null}
          <button type="button" class="button" id="reconnect" onClick={retryLink}>
            {link.state === "waiting" ? strings.link.tryNow : strings.common.tryAgain}
          </button>
        </div>
      </div>
    </section>
  );
}

function ProblemBanner({ problem }: { problem: Problem }): VNode {
  const { dismissProblem } = useContext(ActionsContext);
  return (
    <section class="banner" id="problem" data-kind={problem.kind} role="alert">
      <Warning />
      <div class="banner-words">
        <Words problem={problem} />
      </div>
      <button type="button" class="icon-button" aria-label={strings.link.dismiss} onClick={dismissProblem}>
        <Close />
      </button>
    </section>
  );
}

function Words({ problem }: { problem: Problem }): VNode {
  const words = strings.problems[problem.kind];
  return (
    <>
      <p class="card-title">{words.title}</p>
      {/* A step that the program names refers to its own words: who holds the data, say. */}
      {problem.detail === "" || problem.next === "" ? null : <p class="card-detail">{problem.detail}</p>}
      <p class="card-detail">{nextOf(problem)}</p>
      <Command command={commandOf(problem)} />
      {problem.detail === "" || problem.next !== "" ? null : (
        <details class="more">
          <summary>{strings.common.details}</summary>
          <p>{problem.detail}</p>
        </details>
      )}
    </>
  );
}
