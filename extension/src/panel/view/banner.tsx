// Lines above the conversation that say what is wrong and what to do: first the
// link, then the outcome of the person's last action.

import type { VNode } from "preact";
import { useContext } from "preact/hooks";
import { DamageBanners } from "../../ui/damage";
import { Close, Warning } from "../../ui/icons";
import { LinkProblem, ProblemWords } from "../../ui/link";
import { strings } from "../../ui/strings";
import type { Model, Problem } from "../state/model";
import { ActionsContext } from "./actions";

export function Banners({ model }: { model: Model }): VNode {
  const { retryLink, dismissDamage } = useContext(ActionsContext);
  return (
    <div class="banners">
      <LinkProblem link={model.link} retry={retryLink} banner />
      <DamageBanners status={model.status} dismiss={dismissDamage} />
      {model.problem === null ? null : <ProblemBanner problem={model.problem} />}
    </div>
  );
}

function ProblemBanner({ problem }: { problem: Problem }): VNode {
  const { dismissProblem } = useContext(ActionsContext);
  return (
    <section class="banner" id="problem" data-kind={problem.kind} role="alert">
      <Warning />
      <div>
        <ProblemWords problem={problem} />
      </div>
      <button type="button" class="icon-button" aria-label={strings.link.dismiss} title={strings.link.dismiss} onClick={dismissProblem}>
        <Close />
      </button>
    </section>
  );
}
