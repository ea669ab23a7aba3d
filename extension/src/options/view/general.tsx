// Language and look.

import type { VNode } from "preact";
import { type LanguageChoice, languages, nearest } from "../../ui/language";
import { strings, wordsOf } from "../../ui/strings";
import { Field } from "./fields";

export interface Languages {
  choice: LanguageChoice;
  /** The tag of the browser's own language. */
  browser: string;
  choose: (choice: LanguageChoice) => void;
}

export function General({ choice, browser, choose, openShortcuts }: Languages & { openShortcuts: () => void }): VNode {
  const words = strings.options.general;
  return (
    <section class="section" id="general" aria-labelledby="general-title">
      <h2 id="general-title">{strings.options.sections.general}</h2>
      <Field id="language" label={words.language}>
        {(control) => (
          <select
            {...control}
            value={choice}
            onChange={({ currentTarget }) => choose(languages.find((l) => l === currentTarget.value) ?? "auto")}
          >
            <option value="auto">{words.auto(wordsOf[nearest(browser)].language)}</option>
            {languages.map((l) => (
              <option key={l} value={l} lang={l}>
                {wordsOf[l].language}
              </option>
            ))}
          </select>
        )}
      </Field>
      <h3>{words.theme}</h3>
      <p class="section-lead">{words.themeNote}</p>
      <h3>{words.shortcut}</h3>
      <p class="section-lead">{words.shortcutNote}</p>
      <button type="button" class="button" id="shortcuts" onClick={openShortcuts}>
        {words.openShortcuts}
      </button>
    </section>
  );
}
