// What went wrong with the person's last action, and what to do.

import type { VNode } from "preact";
import { Close } from "../../ui/icons";
import { ProblemWords } from "../../ui/link";
import type { Problem } from "../../ui/problem";
import { strings } from "../../ui/strings";

export function ProblemCard({ problem, dismiss }: { problem: Problem; dismiss: () => void }): VNode {
  return (
    <div class="card failure" role="alert" data-kind={problem.kind}>
      <div>
        <ProblemWords problem={problem} />
      </div>
      <button type="button" class="icon-button" aria-label={strings.link.dismiss} title={strings.link.dismiss} onClick={dismiss}>
        <Close />
      </button>
    </div>
  );
}
