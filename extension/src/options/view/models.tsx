// The models that can be chosen.

import type { Model, Models } from "@protocol/client.gen";
import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Plus } from "../../ui/icons";
import { useObservable } from "../../ui/observable";
import { strings } from "../../ui/strings";
import type { Draft } from "../draft";
import type { KeptForm } from "../kept";
import type { ModelSettings } from "../models";
import { ModelCard } from "./card";
import { type LeaveFor, ModelForm } from "./form";
import { ProblemCard } from "./problemcard";

/** What is being edited: a model by its spec, a new one, or nothing. */
type Editing = { spec: string } | "new" | null;

interface SectionProps {
  settings: ModelSettings;
  forms: KeptForm;
}

export function ModelsSection({ settings, forms }: SectionProps): VNode {
  const { models, problem, tests } = useObservable(settings.state);
  const [editing, setEditing] = useState<Editing>(null);
  const [said, setSaid] = useState("");
  const section = useRef<HTMLElement>(null);
  const words = strings.options.models;
  // Once: a form that is opened later begins anew.
  const [left, setLeft] = useState<Draft | null>(null);
  const begun = useRef(false);
  const known = models !== null;
  useEffect(() => {
    if (models === null) return;
    void forms.load(models).then((draft) => {
      if (draft === null || begun.current) return;
      setLeft(draft);
      setEditing(draft.model === null ? "new" : { spec: draft.model.spec });
    });
  }, [known]);
  const way = useRef<LeaveFor>(null);
  const begin = (what: Editing) => {
    const go = () => {
      // What was typed in the form before goes with it.
      if (way.current !== null) forms.clear();
      begun.current = true;
      setLeft(null);
      setEditing(what);
    };
    if (way.current === null) go();
    else way.current(go);
  };
  const done = (saved: Model | null) => {
    forms.clear();
    // The form goes with the next drawing; who presses before that leaves nothing.
    way.current = null;
    setLeft(null);
    setEditing(null);
    const { form } = strings.options;
    setSaid(saved === null ? "" : form.saved(saved.label));
    // Who connects the first model wants it to answer; a default that was chosen stands.
    if (saved !== null && editing === "new" && models?.defaultFrom === "builtin") {
      void settings.makeDefault(saved.spec).then((made) => made && setSaid(form.savedDefault(saved.label)));
    }
    // The form is gone with what had the focus; the button may have been off until now.
    setTimeout(() => section.current?.querySelector<HTMLElement>("#add-model")?.focus(), 0);
  };
  return (
    <section class="section" id="models" aria-labelledby="models-title" ref={section}>
      <div class="section-head">
        <h2 id="models-title">{strings.options.sections.models}</h2>
        <button type="button" class="button" id="add-model" disabled={models === null || editing === "new"} onClick={() => begin("new")}>
          <Plus />
          {words.add}
        </button>
      </div>
      <p class="section-lead">{words.lead}</p>
      <p class="said" role="status">
        {said}
      </p>
      {problem === null ? null : <ProblemCard problem={problem} dismiss={() => settings.dismiss()} />}
      {models === null && problem === null ? <p class="aside">{strings.common.loading}</p> : null}
      {models === null || chosenHere(models) ? null : (
        <p class="form-note" id="decided">
          {words.decidedBy(models.defaultFrom)}
        </p>
      )}
      {models !== null && editing === "new" ? <ModelForm settings={settings} models={models} model={null} left={left} forms={forms} way={way} done={done} /> : null}
      <ul class="models">
        {models?.models.map((model) => (
          <li key={model.id ?? model.spec} class="model" data-model={model.spec}>
            {editing !== null && editing !== "new" && editing.spec === model.spec ? (
              <ModelForm settings={settings} models={models} model={model} left={left} forms={forms} way={way} done={done} />
            ) : (
              <ModelCard
                model={model}
                standard={model.spec === models.default}
                tested={tests.get(model.spec) ?? null}
                settings={settings}
                edit={() => begin({ spec: model.spec })}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

// "settings" and "builtin" are no variables of the environment.
function chosenHere({ defaultFrom }: Models): boolean {
  return defaultFrom === "settings" || defaultFrom === "builtin";
}
