// What a new chat shows: what one can do, three prompts to begin with, and who
// is answering where that is the offline model.

import type { VNode } from "preact";
import { useContext } from "preact/hooks";
import { strings } from "../strings";
import { ActionsContext } from "./actions";
import { Chevron, Info, Mark } from "./icons";

export function Empty({ offline }: { offline: boolean }): VNode {
  const { compose } = useContext(ActionsContext);
  const words = strings.empty;
  return (
    <section class="empty">
      <Mark size={36} />
      <h2>{words.title}</h2>
      <p class="lead">{words.lead}</p>
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
      {offline ? <Offline /> : null}
    </section>
  );
}

function Offline(): VNode {
  const words = strings.offline;
  return (
    <details class="card offline" id="offline">
      <summary>
        <Info />
        <span class="card-title">{words.title}</span>
        <Chevron />
      </summary>
      <div class="offline-body">
        <p class="card-detail">{words.lead}</p>
        <p class="card-detail">{words.how}</p>
        <pre>{words.variables}</pre>
      </div>
    </details>
  );
}
