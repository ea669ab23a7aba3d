// The whole panel, drawn from the view model.

import type { VNode } from "preact";
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { type Observable, useObservable } from "../../ui/observable";
import { strings } from "../../ui/strings";
import type { Attachments } from "../attachments";
import type { Chats } from "../chats";
import type { Draft, Unsent } from "../drafts";
import type { Front } from "../front";
import { type ModelChoice, modelOf, type ModelsState, pickedOf } from "../models";
import { busyRun, isFinal, type Model } from "../state/model";
import type { Store } from "../store";
import { type Actions, ActionsContext, LinkContext } from "./actions";
import { useFileDrop } from "./attach";
import { Banners } from "./banner";
import { Composer, type Held, type Insert, type Inserts } from "./composer";
import { Header } from "./header";
import { ModelPicker, nameOf } from "./picker";
import { StatusLine } from "./status";
import { Transcript } from "./transcript";

/** What the panel needs from outside; the composer's part of Actions is the panel's own. */
export type Services = Omit<Actions, "compose" | "edit"> & {
  /** Gives up the unsent message; what it held comes by `returned`. */
  takeBack: () => void;
};

const noDraft: Draft = {
  enter: () => Promise.resolve({ text: "", files: [] }),
  save: () => undefined,
  renamed: () => undefined,
  add: () => undefined,
};

export interface AppProps {
  store: Store;
  services: Services;
  chats: Chats;
  models: ModelChoice;
  files: Attachments;
  draft?: Draft;
  /** What a message held that was not sent and is given up: it goes back into the composer. */
  returned: Observable<Unsent>;
  front: Pick<Front, "readable">;
}

export function App({ store, services, chats, models, files, draft = noDraft, returned, front }: AppProps): VNode {
  const [model, setModel] = useState(store.model);
  const { add: insert, ...inserts } = useInserts();
  useEffect(() => {
    setModel(store.model);
    return store.subscribe(setModel);
  }, [store]);

  const actions = useMemo<Actions>(() => {
    const compose = (text: string | null) => insert({ text, back: null });
    const newChat = () => {
      compose(null);
      services.newChat();
    };
    const dismissProblem = () => {
      services.dismissProblem();
      compose(null);
    };
    return { ...services, newChat, dismissProblem, compose, edit: () => services.takeBack() };
  }, [services, insert]);
  useEffect(() => returned.subscribe((back) => insert({ text: back.text, back })), [returned, insert]);

  const busy = busyRun(model);
  const stopping = model.active?.stopAsked === true || busy?.state === "stopping";
  const drop = useFileDrop(files);
  const conversation = model.conversation?.id ?? null;
  const known = model.status?.model ?? "";
  const picker = <ModelPicker models={models} conversation={conversation} known={known} />;
  const { none } = useObservable(chats.state);
  const readable = useObservable(front.readable);
  const answers = answering(useObservable(models.state), conversation, known);
  return (
    <ActionsContext.Provider value={actions}>
      <div class="panel" {...drop.handlers}>
        <Header model={model} chats={chats} />
        <Banners model={model} />
        <LinkContext.Provider value={model.link.state === "open"}>
          <Transcript key={conversation ?? "new"} model={model} first={{ link: model.link, none, model: answers, readable }} />
        </LinkContext.Provider>
        <footer class="bottom">
          <Composer
            busy={busy !== null}
            unended={model.active !== null && !isFinal(model.active.run)}
            stopping={stopping}
            held={heldBy(model)}
            inserts={inserts}
            draft={draft}
            files={files}
            pending={model.pending}
            place={model.place}
            picker={picker}
            line={(waits) => <StatusLine model={model} waits={waits} />}
            blind={answers.sees ? "" : nameOf(answers.spec, answers.label)}
          />
        </footer>
        {drop.over ? (
          <div class="drop-here">
            <p>{strings.files.drop}</p>
          </div>
        ) : null}
      </div>
    </ActionsContext.Provider>
  );
}

// Several may come before the next drawing: two messages that a lost link gives back, say. None takes the place of another.
function useInserts(): Inserts & { add: (insert: Insert) => void } {
  const [turn, setTurn] = useState(0);
  const waiting = useRef<Insert[]>([]);
  const add = useCallback((insert: Insert) => {
    waiting.current.push(insert);
    setTurn((before) => before + 1);
  }, []);
  return { turn, take: () => waiting.current.splice(0), add };
}

function heldBy({ link, pending, loading }: Model): Held {
  if (link.state !== "open") return "noLink";
  if (pending?.state === "sending") return "sending";
  return loading === "opening" ? "opening" : "";
}

interface Answering {
  spec: string;
  label: string;
  /** It is given images. */
  sees: boolean;
}

/** The model that answers the next message: the one picked, else the default. */
function answering(state: ModelsState, conversation: string | null, known: string): Answering {
  const model = modelOf(state, pickedOf(state, conversation));
  // Of a model that is not known nothing is said.
  return { spec: model?.spec ?? known, label: model?.label ?? known, sees: model?.sees ?? true };
}
