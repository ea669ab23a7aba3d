// The line under the composer: what is going on, in one word that is read out
// when it changes, and which model answers.

import type { VNode } from "preact";
import { busyRun, type Model } from "../state/model";
import { strings } from "../strings";

type StatusState = keyof Pick<
  typeof strings.status,
  "connecting" | "ready" | "running" | "stopping" | "waiting" | "stopped" | "interrupted" | "parked" | "retrying"
>;

function statusOf(model: Model): StatusState {
  if (model.link.state !== "open") return model.link.state;
  const { active } = model;
  const busy = busyRun(model);
  if (busy !== null && (busy.state === "stopping" || active?.stopAsked === true)) return "stopping";
  if (busy !== null) return active?.retry == null ? "running" : "retrying";
  const state = active?.run.state;
  return state === "interrupted" || state === "parked" ? state : "ready";
}

export function StatusLine({ model }: { model: Model }): VNode {
  const state = statusOf(model);
  const run = model.active?.run;
  const busy = busyRun(model) !== null;
  return (
    <div class="status-line">
      <span
        id="status"
        role="status"
        aria-live="polite"
        data-state={state}
        data-run={run?.id ?? ""}
        data-run-state={run?.state ?? ""}
      >
        <span class="status-dot" aria-hidden="true" />
        {strings.status[state]}
      </span>
      <ModelName name={answering(model)} />
      <span class="hint">{busy ? strings.composer.hintBusy : strings.composer.hint}</span>
    </div>
  );
}

// Of the run, where there is one: it may have been started with another model than the default.
function answering(model: Model): string {
  const name = model.active?.run.model ?? "";
  return name === "" ? (model.status?.model ?? "") : name;
}

function ModelName({ name }: { name: string }): VNode | null {
  if (name === "") return null;
  if (name !== "offline") return <span class="model">{strings.status.model(name)}</span>;
  const { lead, how, variables } = strings.offline;
  return (
    <span class="model" title={`${lead}\n\n${how}\n${variables}`}>
      {strings.status.offlineModel}
    </span>
  );
}
