// The key's part of the form.

import type { Models } from "@protocol/client.gen";
import type { VNode } from "preact";
import { strings } from "../../ui/strings";
import type { Draft } from "../draft";
import { CheckBox, Field } from "./fields";

interface KeyProps {
  draft: Draft;
  models: Models;
  change: (part: Partial<Draft>) => void;
}

export function KeyFields({ draft, models, change }: KeyProps): VNode {
  const words = strings.options.form;
  const template = models.templates.find((t) => t.provider === draft.vendor);
  const kept = draft.model?.id !== undefined && draft.model.key.set;
  return (
    <>
      <Field id="form-key" label={words.key} hint={template?.needsKey === false ? words.noKeyNeeded : words.keyWhere}>
        {(control) => (
          <div class="name-row">
            <input
              type="password"
              {...control}
              autocomplete="new-password"
              spellcheck={false}
              disabled={draft.forgetKey}
              placeholder={kept ? words.keyKept : ""}
              value={draft.key}
              onInput={({ currentTarget }) => change({ key: currentTarget.value })}
            />
            {template?.keyPage === undefined ? null : (
              <a class="key-page" href={template.keyPage} target="_blank" rel="noreferrer noopener">
                {words.keyPage}
              </a>
            )}
          </div>
        )}
      </Field>
      <KeyOf draft={draft} models={models} change={change} />
      {kept ? (
        <CheckBox id="form-forget" label={words.forgetKey} checked={draft.forgetKey} change={(forgetKey) => change({ forgetKey, key: "" })} />
      ) : null}
    </>
  );
}

// The key of another saved model: one key often serves several models of a vendor.
function KeyOf({ draft, models, change }: KeyProps): VNode | null {
  const words = strings.options.form;
  const others = models.models.filter((m) => m.id !== undefined && m.id !== draft.model?.id && m.key.set);
  if (others.length === 0) return null;
  return (
    <Field id="form-keyOf" label={words.keyOf}>
      {(control) => (
        <select
          {...control}
          disabled={draft.forgetKey || draft.key !== ""}
          value={draft.keyOf}
          onChange={({ currentTarget }) => change({ keyOf: currentTarget.value })}
        >
          <option value="">{words.keyOfNone}</option>
          {others.map((m) => (
            <option key={m.id} value={m.id}>
              {m.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
