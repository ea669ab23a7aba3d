// How the test of a model went.

import type { VNode } from "preact";
import { Command } from "../../ui/command";
import { duration } from "../../ui/format";
import { Tick, Warning } from "../../ui/icons";
import { commandIn } from "../../ui/problem";
import { strings } from "../../ui/strings";
import type { Tested } from "../models";

export function Outcome({ tested }: { tested: Tested }): VNode {
  const words = strings.options.models;
  if (tested === "running") {
    return (
      <p class="outcome" role="status">
        {words.testing}
      </p>
    );
  }
  const { ok, text = "", error = "", next = "", durationMs } = tested;
  if (ok) {
    return (
      <p class="outcome outcome-good" role="status" data-ok="true">
        <Tick />
        <span>{words.works(text.trim(), duration(durationMs))}</span>
      </p>
    );
  }
  return (
    <div class="outcome outcome-bad" role="alert" data-ok="false">
      <Warning />
      <div>
        <p class="card-title">{words.fails(duration(durationMs))}</p>
        {[error, next].map((part, i) => (part === "" ? null : <p key={i}>{part}</p>))}
        <Command command={commandIn(next)} />
      </div>
    </div>
  );
}
