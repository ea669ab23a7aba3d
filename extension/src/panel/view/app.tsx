// The whole panel, drawn from the view model.

import type { VNode } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { busyRun } from "../state/model";
import type { Store } from "../store";
import { type Actions, ActionsContext } from "./actions";
import { Banners } from "./banner";
import { Composer, type Draft, type Insert } from "./composer";
import { Header } from "./header";
import { stops } from "./keys";
import { StatusLine } from "./status";
import { Transcript } from "./transcript";

/** What the panel needs from outside; the composer's part of Actions is the panel's own. */
export type Services = Omit<Actions, "compose" | "edit"> & {
  /** Gives up the unsent message and returns its text. */
  takeBack: () => string;
};

const noDraft: Draft = { load: () => "", save: () => undefined };

export interface AppProps {
  store: Store;
  services: Services;
  draft?: Draft;
}

export function App({ store, services, draft = noDraft }: AppProps): VNode {
  const [model, setModel] = useState(store.model);
  const [insert, setInsert] = useState<Insert>({ text: null, turn: 0 });
  useEffect(() => {
    setModel(store.model);
    return store.subscribe(setModel);
  }, [store]);

  const actions = useMemo<Actions>(() => {
    const compose = (text: string | null) => setInsert(({ turn }) => ({ text, turn: turn + 1 }));
    const newChat = () => {
      services.newChat();
      compose(null);
    };
    const dismissProblem = () => {
      services.dismissProblem();
      compose(null);
    };
    return { ...services, newChat, dismissProblem, compose, edit: () => compose(services.takeBack()) };
  }, [services]);

  const busy = busyRun(model);
  useEscape(busy !== null, actions.stop);
  const stopping = model.active?.stopAsked === true || busy?.state === "stopping";
  const held = model.link.state !== "open" || model.pending?.state === "sending" || model.loading === "opening";
  return (
    <ActionsContext.Provider value={actions}>
      <div class="panel">
        <Header model={model} />
        <Banners model={model} />
        <Transcript key={model.conversation?.id ?? "new"} model={model} />
        <footer class="bottom">
          <Composer busy={busy !== null} stopping={stopping} held={held} insert={insert} draft={draft} />
          <StatusLine model={model} />
        </footer>
      </div>
    </ActionsContext.Provider>
  );
}

function useEscape(on: boolean, stop: () => void): void {
  useEffect(() => {
    if (!on) return undefined;
    const key = (event: KeyboardEvent) => {
      if (stops(event)) stop();
    };
    document.addEventListener("keydown", key);
    return () => document.removeEventListener("keydown", key);
  }, [on, stop]);
}
