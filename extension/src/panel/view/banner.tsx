// Lines above the conversation that say what is wrong and what to do: first the
// link, then the outcome of the person's last action.

import type { VNode } from "preact";
import { useContext } from "preact/hooks";
import { DamageBanners } from "../../ui/damage";
import { Close, Warning } from "../../ui/icons";
import { LinkProblem, ProblemWords } from "../../ui/link";
import { strings } from "../../ui/strings";
import { type Model, type Problem, saysGone } from "../state/model";
import { ActionsContext } from "./actions";

export function Banners({ model }: { model: Model }): VNode {
  const { retryLink, dismissDamage } = useContext(ActionsContext);
  return (
    <div class="banners">
      <LinkProblem link={model.link} retry={retryLink} banner />
      <DamageBanners status={model.status} dismiss={dismissDamage} />
      {model.problem === null ? null : <ProblemBanner problem={model.problem} gone={goneOf(model)} />}
    </div>
  );
}

// The title of the open chat where what was not found is the chat itself; null where it is something else.
function goneOf(model: Model): string | null {
  if (!saysGone(model, model.problem)) return null;
  const title = model.conversation?.title ?? "";
  return title === "" ? strings.header.newChat : title;
}

function ProblemBanner({ problem, gone }: { problem: Problem; gone: string | null }): VNode {
  const { dismissProblem, newChat } = useContext(ActionsContext);
  return (
    <section class="banner" id="problem" data-kind={problem.kind} role="alert">
      <Warning />
      <div>
        {gone === null ? (
          <ProblemWords problem={problem} />
        ) : (
          <>
            <p class="card-title">{strings.chats.gone(gone)}</p>
            <p class="card-detail">{strings.chats.goneNext}</p>
            <button type="button" class="button" id="gone-new" onClick={newChat}>
              {strings.header.newChatTitle}
            </button>
          </>
        )}
      </div>
      <button type="button" class="icon-button" aria-label={strings.link.dismiss} title={strings.link.dismiss} onClick={dismissProblem}>
        <Close />
      </button>
    </section>
  );
}
