// The options page whole.

import type { Status, StorageUse } from "@protocol/client.gen";
import type { VNode } from "preact";
import type { Link } from "../../panel/client";
import type { Checks } from "../../ui/checks";
import { Mark } from "../../ui/icons";
import { LinkProblem } from "../../ui/link";
import { type Observable, useObservable } from "../../ui/observable";
import { strings } from "../../ui/strings";
import type { KeptForm } from "../kept";
import type { ModelSettings } from "../models";
import { Data } from "./data";
import { General, type Languages } from "./general";
import { ModelsSection } from "./models";

export interface PageProps {
  link: Observable<Link>;
  status: Observable<Status | null>;
  storage: Observable<StorageUse | null>;
  settings: ModelSettings;
  forms: KeptForm;
  checks: Checks;
  language: Languages;
  /** The extension's version. */
  extension: string;
  openShortcuts: () => void;
  retry: () => void;
}

export function OptionsPage({ link: source, status, storage, settings, forms, checks, language, extension, openShortcuts, retry }: PageProps): VNode {
  const link = useObservable(source);
  const known = useObservable(status);
  const kept = useObservable(storage);
  const { models } = useObservable(settings.state);
  const { sections } = strings.options;
  const open = link.state === "open";
  const shown = open || models !== null;
  return (
    <div class="options" id="options" data-state={link.state}>
      <header class="options-head">
        <Mark size={28} />
        <h1>{strings.options.title}</h1>
        <nav aria-label={strings.options.title}>
          {shown ? <a href="#models">{sections.models}</a> : null}
          <a href="#general">{sections.general}</a>
          <a href="#data">{sections.data}</a>
        </nav>
      </header>
      <main>
        <LinkProblem link={link} retry={retry} />
        {link.state === "connecting" ? (
          <p class="aside" role="status">
            {strings.popup.connecting}
          </p>
        ) : null}
        {/* A form that is being filled in stays over a short break of the link. */}
        {shown ? <ModelsSection settings={settings} forms={forms} /> : null}
        <General {...language} openShortcuts={openShortcuts} />
        <Data status={open ? known : null} storage={kept} extension={extension} checks={checks} open={open} />
      </main>
    </div>
  );
}
