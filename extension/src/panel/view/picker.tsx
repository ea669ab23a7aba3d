// Which model answers the next message: the browser's own list, which every keyboard and screen reader knows.

import type { VNode } from "preact";
import { Chevron } from "../../ui/icons";
import { useObservable } from "../../ui/observable";
import { strings } from "../../ui/strings";
import { type ModelChoice, modelOf, pickedOf } from "../models";

interface PickerProps {
  models: ModelChoice;
  conversation: string | null;
  /** The default's spec, as the daemon's status tells it: for programs that do not tell their models. */
  known: string;
}

export function ModelPicker({ models, conversation, known }: PickerProps): VNode | null {
  const state = useObservable(models.state);
  const list = state.models;
  if (list === null) return known === "" ? null : <span class="model-known">{nameOf(known, known)}</span>;
  const picked = pickedOf(state, conversation);
  const standard = modelOf(state, "");
  const shown = modelOf(state, picked);
  return (
    <label class="picker" title={strings.composer.model}>
      {/* The list is as wide as its longest name; what is seen is only the one chosen. */}
      <span class="picker-name" aria-hidden="true">
        {nameOf(shown?.spec ?? list.default, shown?.label ?? list.default)}
      </span>
      <Chevron />
      <select
        id="model"
        aria-label={strings.composer.model}
        value={picked}
        onChange={({ currentTarget }) => models.pick(conversation, currentTarget.value)}
      >
        <option value="">{strings.composer.defaultModel(nameOf(list.default, standard?.label ?? list.default))}</option>
        {list.models
          .filter((m) => m.spec !== list.default)
          .map((m) => (
            <option key={m.spec} value={m.spec}>
              {nameOf(m.spec, m.label)}
            </option>
          ))}
      </select>
    </label>
  );
}

/** What people call a model. */
export function nameOf(spec: string, label: string): string {
  return spec === "offline" ? strings.common.offlineModel : label;
}
