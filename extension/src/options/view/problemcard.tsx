// What went wrong with the person's last action, and what to do.

import type { VNode } from "preact";
import { Command } from "../../ui/command";
import { Close } from "../../ui/icons";
import { commandOf, nextOf, type Problem } from "../../ui/problem";
import { strings } from "../../ui/strings";

export function ProblemCard({ problem, dismiss }: { problem: Problem; dismiss: () => void }): VNode {
  return (
    <div class="card failure" role="alert" data-kind={problem.kind}>
      <div>
        <p class="card-title">{strings.problems[problem.kind].title}</p>
        {problem.detail === "" ? null : <p class="card-detail">{problem.detail}</p>}
        <p>{nextOf(problem)}</p>
        <Command command={commandOf(problem)} />
      </div>
      <button type="button" class="icon-button" aria-label={strings.link.dismiss} title={strings.link.dismiss} onClick={dismiss}>
        <Close />
      </button>
    </div>
  );
}
