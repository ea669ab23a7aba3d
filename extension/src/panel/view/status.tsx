// The line under the composer: what is going on, in one word that is read out
// when it changes, and which model the run uses where that is no matter of course.

import type { VNode } from "preact";
import { busyRun, type Model } from "../state/model";
import { strings } from "../../ui/strings";
import { nameOf } from "./picker";

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

/** `waits` says that a message waits to be sent: Escape takes it back. */
export function StatusLine({ model, waits }: { model: Model; waits: boolean }): VNode {
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
      <RunModel name={run?.model ?? ""} standard={model.status?.model ?? ""} />
      <span class="hint">{waits ? strings.composer.hintWaits : busy ? strings.composer.hintBusy : strings.composer.hint}</span>
    </div>
  );
}

// Said only where it is another than the default: what answers next stands in the composer.
function RunModel({ name, standard }: { name: string; standard: string }): VNode | null {
  return name === "" || name === standard ? null : <span class="model">{nameOf(name, name)}</span>;
}
