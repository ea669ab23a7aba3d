// How the test of a model went.

import type { VNode } from "preact";
import { duration } from "../../ui/format";
import { Tick, Warning } from "../../ui/icons";
import { ToldWords } from "../../ui/link";
import { strings } from "../../ui/strings";
import { tellFailure } from "../../ui/telling";
import type { Tested } from "../models";

interface OutcomeProps {
  tested: Tested;
  /** It is of the model that is built in, which asks nobody. */
  offline?: boolean;
}

export function Outcome({ tested, offline = false }: OutcomeProps): VNode {
  const words = strings.options.models;
  if (tested === "running") {
    return (
      <p class="outcome" role="status">
        {words.testing}
      </p>
    );
  }
  const { ok, text = "", error = "", errorCode, next = "", durationMs } = tested;
  if (ok) {
    return (
      <p class="outcome outcome-good" role="status" data-ok="true">
        <Tick />
        <span>{offline ? words.worksOffline : words.works(text.trim(), duration(durationMs))}</span>
      </p>
    );
  }
  const failure = tellFailure(errorCode ?? null, error, next);
  const said = failure.quoted !== "";
  // What is said of a run speaks of sending again; here one tests.
  const told = said ? { ...failure, next: words.failsNext[errorCode ?? ""] ?? words.failsOther } : failure;
  return (
    <div class="outcome outcome-bad" role="alert" data-ok="false">
      <Warning />
      <div>
        <p class="card-title">{words.fails(duration(durationMs))}</p>
        {/* In English the program's words name the kind. */}
        {said ? <p>{told.title}</p> : null}
        <ToldWords told={told} />
      </div>
    </div>
  );
}
