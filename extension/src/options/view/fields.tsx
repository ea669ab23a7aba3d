// Fields of a form: each with its label, a hint, and what is wrong with it where a screen reader finds it.

import type { ComponentChildren, VNode } from "preact";
import { useId } from "preact/hooks";

/** What a field's control carries. */
export interface Described {
  id: string;
  "aria-describedby": string;
  "aria-invalid": boolean;
}

interface FieldProps {
  id: string;
  label: string;
  hint?: string;
  /** What is wrong; empty where nothing is. */
  trouble?: string;
  children: (control: Described) => ComponentChildren;
}

export function Field({ id, label, hint = "", trouble = "", children }: FieldProps): VNode {
  const more = useId();
  return (
    <div class={trouble === "" ? "form-field" : "form-field wrong"}>
      <label for={id}>{label}</label>
      {children({ id, "aria-describedby": more, "aria-invalid": trouble !== "" })}
      <p class="form-hint" id={more} role={trouble === "" ? undefined : "alert"}>
        {trouble === "" ? hint : trouble}
      </p>
    </div>
  );
}

interface TextProps extends Omit<FieldProps, "children"> {
  value: string;
  /** What holds where nothing is typed. */
  placeholder?: string;
  change: (value: string) => void;
}

/** A line of text that no spelling checker and no memory of the browser meddles with. */
export function TextField({ value, placeholder = "", change, ...field }: TextProps): VNode {
  return (
    <Field {...field}>
      {(control) => (
        <input
          type="text"
          {...control}
          autocomplete="off"
          spellcheck={false}
          placeholder={placeholder}
          value={value}
          onInput={({ currentTarget }) => change(currentTarget.value)}
        />
      )}
    </Field>
  );
}

interface BoxProps {
  id: string;
  label: string;
  checked: boolean;
  change: (checked: boolean) => void;
}

export function CheckBox({ id, label, checked, change }: BoxProps): VNode {
  return (
    <label class="form-check" for={id}>
      <input type="checkbox" id={id} checked={checked} onChange={({ currentTarget }) => change(currentTarget.checked)} />
      <span>{label}</span>
    </label>
  );
}
