// Where the data lies and how much it is, which versions run, which browsers are connected, and the checks.

import type { Browser, Status, StorageUse, StorageKind } from "@protocol/client.gen";
import type { ComponentChildren, VNode } from "preact";
import { useState } from "preact/hooks";
import { CheckList, NeedLink } from "../../ui/checklist";
import type { Checks } from "../../ui/checks";
import { CopyButton } from "../../ui/copy";
import { size, wholeNumber } from "../../ui/format";
import { useObservable } from "../../ui/observable";
import { strings } from "../../ui/strings";
import { CheckBox } from "./fields";

interface DataProps {
  /** Null until it is known, and while there is no link. */
  status: Status | null;
  /** How much there is; null until it is known, and where the program does not tell. */
  storage: StorageUse | null;
  /** The extension's version. */
  extension: string;
  checks: Checks;
  /** There is a link. */
  open: boolean;
}

export function Data({ status, storage, extension, checks, open }: DataProps): VNode {
  const words = strings.options.data;
  return (
    <section class="section" id="data" aria-labelledby="data-title">
      <h2 id="data-title">{strings.options.sections.data}</h2>
      <p class="section-lead">{words.lead}</p>
      <dl class="facts">
        {status === null ? null : <Program status={status} storage={storage} />}
        <Fact id="extension" term={words.extension}>
          {extension}
        </Fact>
      </dl>
      <CheckPart checks={checks} open={open} />
    </section>
  );
}

function Program({ status, storage }: { status: Status; storage: StorageUse | null }): VNode {
  const words = strings.options.data;
  return (
    <>
      <Fact id="data-folder" term={words.folder}>
        <Path path={status.dataDir} />
      </Fact>
      <Part kind="database" term={words.database} storage={storage} />
      <Part kind="files" term={words.files} storage={storage} />
      <Fact id="log-path" term={words.log}>
        <Path path={status.logPath} />
        <Taken kind="log" storage={storage} />
      </Fact>
      <Fact id="browsers" term={words.browsers}>
        <Browsers list={status.browsers} />
      </Fact>
      <Fact id="live-runs" term={words.liveRuns}>
        {String(status.liveRuns)}
        {status.abandoned === 0 ? null : <p class="card-detail">{words.abandoned(status.abandoned)}</p>}
      </Fact>
      <Fact id="program" term={words.program}>
        {words.programVersion(status.version, status.build, status.pid)}
      </Fact>
    </>
  );
}

interface PartProps {
  kind: StorageKind;
  storage: StorageUse | null;
}

function Part({ kind, term, storage }: PartProps & { term: string }): VNode | null {
  const part = storage?.parts.find((p) => p.kind === kind);
  if (part === undefined) return null;
  return (
    <Fact id={`storage-${kind}`} term={term}>
      <Path path={part.path} />
      <Taken kind={kind} storage={storage} />
    </Fact>
  );
}

function Taken({ kind, storage }: PartProps): VNode | null {
  const part = storage?.parts.find((p) => p.kind === kind);
  return part === undefined ? null : <p class="card-detail">{strings.options.data.takes(size(part.bytes), wholeNumber(part.files))}</p>;
}

function Fact({ id, term, children }: { id: string; term: string; children: ComponentChildren }): VNode {
  return (
    <div id={id}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Path({ path }: { path: string }): VNode {
  return (
    <span class="path">
      <code>{path}</code>
      <CopyButton text={path} label={`${strings.common.copy}: ${path}`} />
    </span>
  );
}

function Browsers({ list }: { list: readonly Browser[] }): VNode {
  const words = strings.options.data;
  if (list.length === 0) return <>{words.noBrowsers}</>;
  return (
    <ul>
      {list.map((b) => (
        <li key={b.instance}>{`${called(b, list)} · ${b.connected ? words.connected : words.away}`}</li>
      ))}
    </ul>
  );
}

// Two profiles of one browser have one name: then they are numbered, because nothing tells what a person calls them.
function called(browser: Browser, list: readonly Browser[]): string {
  const name = `${browser.name} ${browser.version}`;
  const alike = list.filter((b) => `${b.name} ${b.version}` === name);
  return alike.length === 1 ? name : `${name} (${alike.indexOf(browser) + 1})`;
}

function CheckPart({ checks, open }: { checks: Checks; open: boolean }): VNode {
  const state = useObservable(checks.state);
  const [model, setModel] = useState(false);
  const words = strings.options.checks;
  return (
    <div class="check-part">
      <h3>{words.title}</h3>
      <p class="section-lead">{words.lead}</p>
      <CheckBox id="check-model" label={words.withModel} checked={model} change={setModel} />
      <button type="button" class="button" id="run-checks" disabled={!open || state.running} onClick={() => void checks.run(model)}>
        {state.running ? words.running : words.run}
      </button>
      {open ? null : <NeedLink />}
      <CheckList state={state} />
    </div>
  );
}
