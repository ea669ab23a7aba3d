// One model: what it is, where its key lies, how its test went, and what can be done with it.

import type { Key as ModelKey, Model } from "@protocol/client.gen";
import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { nameOf } from "../../panel/view/picker";
import { Key, Warning } from "../../ui/icons";
import { Quote } from "../../ui/quote";
import { strings } from "../../ui/strings";
import { tellWords } from "../../ui/telling";
import type { ModelSettings, Tested } from "../models";
import { Outcome } from "./outcome";

interface CardProps {
  model: Model;
  /** It is the default. */
  standard: boolean;
  tested: Tested | null;
  settings: ModelSettings;
  edit: () => void;
}

export function ModelCard({ model, standard, tested, settings, edit }: CardProps): VNode {
  const words = strings.options.models;
  const [asking, setAsking] = useState(false);
  const label = nameOf(model.spec, model.label);
  const saved = model.source === "settings";
  return (
    <article aria-label={label}>
      <div class="model-head">
        <h3>{label}</h3>
        {standard ? <span class="badge badge-default">{words.default}</span> : null}
        {model.sees ? <span class="badge">{words.sees}</span> : null}
        {saved ? null : <span class="badge">{model.source === "builtin" ? words.builtin : words.environment}</span>}
      </div>
      <Facts model={model} label={label} />
      {tested === null ? null : <Outcome tested={tested} offline={model.spec === "offline"} />}
      {asking ? (
        <Ask label={label} yes={() => void settings.remove(model)} no={() => setAsking(false)} />
      ) : (
        <div class="row model-ways" role="group" aria-label={words.actions(label)}>
          <Way act="test" of={label} words={words.test} off={tested === "running"} press={() => void settings.test(model.spec)} />
          {standard ? null : <Way act="default" of={label} words={words.makeDefault} press={() => void settings.makeDefault(model.spec)} />}
          {saved ? <Way act="edit" of={label} words={words.edit} press={edit} /> : null}
          {saved ? <Way act="delete" of={label} words={words.delete} looks="danger" press={() => setAsking(true)} /> : null}
        </div>
      )}
    </article>
  );
}

interface WayProps {
  act: string;
  words: string;
  /** The model that it is done with: many cards have the same buttons. */
  of: string;
  off?: boolean;
  looks?: string;
  press: () => void;
}

function Way({ act, words, of, off = false, looks = "", press }: WayProps): VNode {
  return (
    <button type="button" class={`button ${looks}`} data-act={act} aria-label={`${words}: ${of}`} disabled={off} onClick={press}>
      {words}
    </button>
  );
}

function Facts({ model, label }: { model: Model; label: string }): VNode {
  if (model.spec === "offline") return <p class="card-detail">{strings.options.models.offlineLead}</p>;
  return (
    <>
      <ul class="model-facts">
        {model.spec === label ? null : <li class="mono">{model.spec}</li>}
        {model.baseURL === undefined ? null : <li class="mono">{model.baseURL}</li>}
        <li class="model-key">
          <Key />
          {keyWords(model.key)}
        </li>
      </ul>
      {model.key.problem === undefined ? null : (
        <KeyProblem words={model.key.problem} />
      )}
    </>
  );
}

function KeyProblem({ words }: { words: string }): VNode {
  const { own, quoted } = tellWords(words);
  return (
    <div class="key-problem">
      <Warning />
      <div>
        <p>{quoted === "" ? own : strings.options.models.keyProblem}</p>
        <Quote words={quoted} />
      </div>
    </div>
  );
}

function keyWords({ set, place, variable = "" }: ModelKey): string {
  const words = strings.options.models;
  if (!set || place === undefined) return words.noKey;
  return variable === "" ? words.keyIn[place] : words.keyFrom(variable);
}

function Ask({ label, yes, no }: { label: string; yes: () => void; no: () => void }): VNode {
  const words = strings.options.models;
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  return (
    <div class="ask" role="group" aria-label={words.deleteAsk(label)}>
      <p>{words.deleteAsk(label)}</p>
      <div class="row">
        <Way act="really" of={label} words={words.delete} looks="danger" press={yes} />
        <button type="button" class="button" data-act="keep" ref={keep} onClick={no}>
          {words.keep}
        </button>
      </div>
    </div>
  );
}
