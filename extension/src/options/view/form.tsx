// The form that adds a model or changes one. The key can only be written: what is there is named by its place and never
// comes back.

import type { Model, Models, ModelTested, SaveModel } from "@protocol/client.gen";
import type { RefObject, VNode } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { type Problem, problemOf } from "../../ui/problem";
import { strings } from "../../ui/strings";
import { type Draft, draftOf, mistakesOf, own, saveOf, serverName, vendorsOf, type Wrong } from "../draft";
import type { KeptForm } from "../kept";
import type { ModelSettings } from "../models";
import { CheckBox, Field, TextField } from "./fields";
import { KeyFields } from "./keyfields";
import { NameField } from "./namefield";
import { Outcome } from "./outcome";
import { ProblemCard } from "./problemcard";

interface FormProps {
  settings: ModelSettings;
  models: Models;
  /** Null for a new one. */
  model: Model | null;
  /** What was typed before the page ended; null where the form begins anew. */
  left: Draft | null;
  forms: KeptForm;
  /** How to leave the form for something else; set while it is there. */
  way: RefObject<LeaveFor | null>;
  /** Told what was saved, or null where the person left the form. */
  done: (saved: Model | null) => void;
}

/** Goes on at once where nothing was typed; else when the person says that it may be thrown away. */
export type LeaveFor = (go: () => void) => void;

export function ModelForm({ settings, models, model, left, forms, way, done }: FormProps): VNode {
  const words = strings.options.form;
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState<Draft>(() => left ?? draftOf(model, models.templates));
  const [wrong, setWrong] = useState<readonly Wrong[]>([]);
  // What the person wants to do instead, and was asked about.
  const [leaving, setLeaving] = useState<{ go: () => void } | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [saving, setSaving] = useState(false);
  const [tested, setTested] = useState<"running" | ModelTested | null>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>("select, input")?.focus(), []);
  // Which state of the draft a test is about: its outcome says nothing of a later one.
  const changes = useRef(left === null ? 0 : 1);
  useEffect(() => {
    if (changes.current > 0) forms.save(draft);
  }, [draft]);
  const change = (part: Partial<Draft>) => {
    changes.current++;
    setDraft((before) => ({ ...before, ...part }));
    setWrong([]);
    setTested(null);
  };
  /** Says what is wrong, each at its field, and goes to the first; true where nothing is. */
  const holds = (found: readonly Wrong[]): boolean => {
    setWrong(found);
    const [first] = found;
    if (first !== undefined) focusField(form, first);
    return first === undefined;
  };
  /** What would be saved; null where something is missing, which is said at its field. */
  const sound = (): SaveModel | null => {
    return holds(mistakesOf(draft)) ? saveOf(draft) : null;
  };
  // The guess of a name that was just typed may be under way still: what is drawn is that of the name before.
  const saved = async (): Promise<Model> =>
    settings.save(saveOf(draft.seesSaid ? draft : { ...draft, sees: await settings.sees(draft.name) }));
  useEffect(() => {
    if (draft.seesSaid) return;
    const { name } = draft;
    void settings.sees(name).then((sees) => setDraft((now) => (now.seesSaid || now.name !== name ? now : { ...now, sees })));
  }, [draft.name, draft.seesSaid]);
  // What was saved after the person went elsewhere closes no other form.
  const gone = useRef(false);
  useEffect(() => () => void (gone.current = true), []);
  const save = (event: Event) => {
    event.preventDefault();
    if (saving || sound() === null) return;
    setSaving(true);
    setProblem(null);
    void saved().then(
      (model) => {
        if (!gone.current) done(model);
      },
      (error: unknown) => {
        setProblem(problemOf(error));
        setSaving(false);
      },
    );
  };
  const test = () => {
    const whole = sound();
    if (whole === null) return;
    setTested("running");
    const about = changes.current;
    void settings.testDraft(whole).then((outcome) => {
      if (about === changes.current) setTested(outcome);
    });
  };
  const mayList = () => holds(mistakesOf(draft, true));
  // What was typed, a key above all, is not thrown away by one press.
  const leave: LeaveFor = (go) => {
    if (changes.current === 0) go();
    else setLeaving({ go });
  };
  useLayoutEffect(() => {
    way.current = leave;
    return () => {
      way.current = null;
    };
  }, []);
  const cancel = () => leave(() => done(null));
  return (
    <form
      class="model-form"
      id="model-form"
      ref={form}
      aria-labelledby="form-title"
      onSubmit={save}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.isComposing) return;
        if (leaving === null) cancel();
        else setLeaving(null);
      }}
    >
      <h3 id="form-title">{model === null ? words.addTitle : words.editTitle(model.label)}</h3>
      {left === null ? null : (
        <p class="form-note" id="form-restored" role="status">
          {words.restored}
        </p>
      )}
      <ServerFields draft={draft} models={models} wrong={wrong} change={change} />
      <KeyFields draft={draft} models={models} change={change} />
      <NameField draft={draft} models={models} settings={settings} trouble={troubleOf(wrong, "name")} change={change} mayList={mayList} />
      <TextField id="form-label" label={words.label} hint={words.labelHint} value={draft.label} change={(label) => change({ label })} />
      <CheckBox id="form-sees" label={words.sees} checked={draft.sees} change={(sees) => change({ sees, seesSaid: true })} />
      {tested === null ? null : <Outcome tested={tested} />}
      {problem === null ? null : <ProblemCard problem={problem} dismiss={() => setProblem(null)} />}
      {leaving === null ? null : <Leave discard={leaving.go} stay={() => setLeaving(null)} />}
      <div class="row form-ways">
        <button type="submit" class="button primary" id="form-save" disabled={saving}>
          {saving ? words.saving : words.save}
        </button>
        <button type="button" class="button" id="form-test" disabled={tested === "running"} onClick={test}>
          {strings.options.models.test}
        </button>
        <button type="button" class="button" id="form-cancel" onClick={cancel}>
          {words.cancel}
        </button>
      </div>
    </form>
  );
}

function Leave({ discard, stay }: { discard: () => void; stay: () => void }): VNode {
  const words = strings.options.form;
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    keep.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <div class="ask" id="form-leave" role="group" aria-label={words.leaveAsk}>
      <p role="alert">{words.leaveAsk}</p>
      <div class="row">
        <button type="button" class="button danger" id="form-discard" onClick={discard}>
          {words.discard}
        </button>
        <button type="button" class="button" id="form-stay" ref={keep} onClick={stay}>
          {words.stay}
        </button>
      </div>
    </div>
  );
}

interface ServerProps {
  draft: Draft;
  models: Models;
  wrong: readonly Wrong[];
  change: (part: Partial<Draft>) => void;
}

// Whom to ask: a known vendor, or a server of one's own with a short name and an address.
function ServerFields({ draft, models, wrong, change }: ServerProps): VNode {
  const words = strings.options.form;
  const template = models.templates.find((t) => t.provider === draft.vendor);
  return (
    <>
      <Field id="form-vendor" label={words.provider}>
        {(control) => (
          <select
            {...control}
            value={draft.vendor}
            // A key is one provider's: it must not go to another.
            onChange={({ currentTarget }) => change({ vendor: currentTarget.value, address: "", name: "", key: "", keyOf: "" })}
          >
            {vendorsOf(models.templates).map((t) => (
              <option key={t.provider} value={t.provider}>
                {t.title}
              </option>
            ))}
            <option value={own}>{words.own}</option>
          </select>
        )}
      </Field>
      <TextField
        id="form-address"
        label={words.address}
        hint={template === undefined ? words.addressHint : words.addressOptional(template.baseURL)}
        trouble={troubleOf(wrong, "address")}
        value={draft.address}
        change={(address) => change({ address })}
      />
      {draft.vendor === own ? (
        <TextField
          id="form-ownName"
          label={words.ownName}
          hint={words.ownNameHint}
          trouble={troubleOf(wrong, "ownName")}
          placeholder={serverName({ ...draft, ownName: "" })}
          value={draft.ownName}
          change={(ownName) => change({ ownName })}
        />
      ) : null}
    </>
  );
}

function troubleOf(wrong: readonly Wrong[], field: Wrong["field"]): string {
  const found = wrong.find((w) => w.field === field);
  return found === undefined ? "" : strings.options.form[found.mistake];
}

function focusField(form: RefObject<HTMLFormElement | null>, { field }: Wrong): void {
  form.current?.querySelector<HTMLElement>(`#form-${field}`)?.focus();
}
