// The name of the model: typed, or chosen from what the provider says it has. The list never keeps a person from typing.

import type { ModelNames, Models } from "@protocol/client.gen";
import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { wholeNumber } from "../../ui/format";
import { Quote } from "../../ui/quote";
import { strings } from "../../ui/strings";
import { tellFailure } from "../../ui/telling";
import { askOf, type Draft } from "../draft";
import type { ModelSettings } from "../models";
import { Field } from "./fields";

/** More are found by typing a part of the name. */
const mostShown = 60;

type Found = { state: "none" | "asking" } | { state: "there"; names: readonly string[] } | { state: "failed"; why: ModelNames };

interface NameProps {
  draft: Draft;
  models: Models;
  settings: ModelSettings;
  trouble: string;
  change: (part: Partial<Draft>) => void;
  /** Whether the provider can be asked; what is missing is said at its field. */
  mayList: () => boolean;
}

export function NameField({ draft, models, settings, trouble, change, mayList }: NameProps): VNode {
  const words = strings.options.form;
  const [found, setFound] = useState<Found>({ state: "none" });
  // What was typed and is the name still; a name that was chosen, or that the model had, is not.
  const [typed, setTyped] = useState("");
  // Names of one server are none of another, and a key that is wrong says nothing of the one typed since.
  const asked = useRef(0);
  useEffect(() => {
    asked.current++;
    setFound({ state: "none" });
  }, [draft.vendor, draft.ownName, draft.address, draft.key, draft.keyOf, draft.forgetKey]);
  const known = models.templates.find((t) => t.provider === draft.vendor)?.names ?? [];
  const names = found.state === "there" ? found.names : known;
  const ask = () => {
    if (!mayList()) return;
    const number = ++asked.current;
    setFound({ state: "asking" });
    void settings.discover(askOf(draft)).then((told) => {
      if (number !== asked.current) return;
      setFound(told.error === undefined ? { state: "there", names: told.names } : { state: "failed", why: told });
    });
  };
  return (
    <>
      <Field id="form-name" label={words.name} hint={found.state === "there" ? words.listed(names.length) : words.nameHint} trouble={trouble}>
        {(control) => (
          <div class="name-row">
            <input
              type="text"
              {...control}
              autocomplete="off"
              spellcheck={false}
              value={draft.name}
              onInput={({ currentTarget }) => {
                setTyped(currentTarget.value);
                change({ name: currentTarget.value });
              }}
            />
            <button type="button" class="button" id="form-list" disabled={found.state === "asking"} onClick={ask}>
              {found.state === "asking" ? words.listing : words.list}
            </button>
          </div>
        )}
      </Field>
      <Names
        names={names}
        chosen={draft.name}
        part={typed === draft.name ? typed : ""}
        choose={(name) => {
          setTyped("");
          change({ name });
        }}
      />
      {found.state === "failed" ? (
        <div class="form-note" id="list-failed" role="alert">
          <p>{words.listFailed}</p>
          <ListTrouble why={found.why} />
        </div>
      ) : null}
    </>
  );
}

// In English the program's words name the kind.
function ListTrouble({ why: { error = "", errorCode, next = "" } }: { why: ModelNames }): VNode {
  const { title, quoted } = tellFailure(errorCode ?? null, error, next);
  return (
    <>
      {quoted === "" || errorCode === undefined ? null : <p>{title}</p>}
      <p>{quoted === "" ? `${error} ${next}`.trim() : (strings.options.form.listFailedFor[errorCode ?? ""] ?? strings.options.form.listFailedNext)}</p>
      <Quote words={quoted} />
    </>
  );
}

interface NamesProps {
  names: readonly string[];
  chosen: string;
  /** What the names that are shown hold. */
  part: string;
  choose: (name: string) => void;
}

// What is typed narrows the list down, a whole name too; one that was chosen does not.
function Names({ names, chosen, part, choose }: NamesProps): VNode | null {
  const shown = names.filter((n) => n.toLowerCase().includes(part.trim().toLowerCase()));
  if (shown.length === 0) return null;
  return (
    <>
      <ul class="names" aria-label={strings.options.form.name}>
        {shown.slice(0, mostShown).map((name) => (
          <li key={name}>
            <button type="button" class="name-choice" aria-pressed={name === chosen} onClick={() => choose(name)}>
              {name}
            </button>
          </li>
        ))}
      </ul>
      {shown.length > mostShown ? (
        <p class="form-note" id="more-names" role="status">
          {strings.options.form.someOf(wholeNumber(mostShown), wholeNumber(shown.length))}
        </p>
      ) : null}
    </>
  );
}
