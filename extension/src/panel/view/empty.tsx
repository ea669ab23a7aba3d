// What a new chat shows: what one can do and three things to try. Before the
// first chat of all, and where something is missing, it also says what is there:
// the program, and the model that answers.

import type { VNode } from "preact";
import { useContext } from "preact/hooks";
import { Info, Key, Mark, Tick, Warning } from "../../ui/icons";
import { strings } from "../../ui/strings";
import type { Link } from "../client";
import { ActionsContext } from "./actions";
import { nameOf } from "./picker";

export interface FirstSteps {
  link: Link;
  /** No chat has been begun yet; null while that is not known. */
  none: boolean | null;
  /** The spec and the name of the model that answers; empty while that is not known. */
  model: { spec: string; label: string };
  /** The page in front is one that an extension may read. */
  readable: boolean;
}

export function Empty({ first }: { first: FirstSteps }): VNode {
  const { compose } = useContext(ActionsContext);
  // What cannot be done on the page in front is not offered there.
  const words = first.readable ? strings.empty : strings.empty.closed;
  return (
    <section class="empty" data-readable={first.readable}>
      <Mark size={36} />
      <h2>{words.title}</h2>
      <p class="lead">{words.lead}</p>
      <Steps first={first} />
      <h3>{words.promptsLabel}</h3>
      <ul class="prompts">
        {words.prompts.map((prompt) => (
          <li key={prompt.label}>
            <button type="button" class="prompt" onClick={() => compose(prompt.text)}>
              <span class="prompt-label">{prompt.label}</span>
              <span class="prompt-text">{prompt.text}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

// The offline model is told of until there is another one: a person should know who answers.
function Steps({ first }: { first: FirstSteps }): VNode | null {
  const { link, none, model } = first;
  const offline = model.spec === "offline";
  if (link.state === "open" && none !== true && !offline) return null;
  return (
    <ul class="steps" id="steps" aria-label={strings.first.title}>
      {link.state === "open" && none !== true ? null : <HostStep link={link} />}
      {link.state !== "open" || model.spec === "" ? null : <ModelStep spec={model.spec} label={model.label} offline={offline} />}
    </ul>
  );
}

function HostStep({ link }: { link: Link }): VNode {
  const { first } = strings;
  if (link.state === "open") return <Step id="step-host" state="good" icon={<Tick />} title={first.found(link.hello.version)} />;
  if (link.state === "connecting") return <Step id="step-host" state="waits" icon={<Info />} title={first.looking} />;
  return <Step id="step-host" state="bad" icon={<Warning />} title={first.missing} next={first.missingNext} />;
}

function ModelStep({ spec, label, offline }: { spec: string; label: string; offline: boolean }): VNode {
  const { openOptions } = useContext(ActionsContext);
  const { first } = strings;
  if (!offline) return <Step id="step-model" state="good" icon={<Tick />} title={first.model(nameOf(spec, label))} />;
  return (
    <Step id="step-model" state="note" icon={<Info />} title={first.offline} next={first.offlineNext}>
      <button type="button" class="button" id="connect-model" onClick={openOptions}>
        <Key />
        {first.connect}
      </button>
    </Step>
  );
}

interface StepProps {
  id: string;
  state: "good" | "bad" | "note" | "waits";
  icon: VNode;
  title: string;
  next?: string;
  children?: VNode;
}

function Step({ id, state, icon, title, next, children }: StepProps): VNode {
  return (
    <li class={`step step-${state}`} id={id}>
      {icon}
      <div>
        <p class="step-title">{title}</p>
        {next === undefined ? null : <p class="card-detail">{next}</p>}
        {children}
      </div>
    </li>
  );
}
