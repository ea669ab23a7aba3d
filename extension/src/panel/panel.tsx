// The side panel: an ordinary client of the daemon on a native port of its own.

import { render } from "preact";
import { surfaceClient } from "../wire";
import { readText } from "./blob";
import { Connection } from "./connection";
import { Controller, type Memory } from "./controller";
import { nextFrame } from "./frames";
import { currentPage } from "./page";
import { Store } from "./store";
import { App, type Services } from "./view/app";
import type { Draft } from "./view/composer";

const memoryKey = "margay.conversation";
const draftKey = "margay.draft";
// What panels of other windows are told: the id of a conversation in which a run has begun.
const channelName = "margay.begun";

function main(): void {
  const root = document.getElementById("root");
  if (root === null) throw new Error("panel.html has no element #root");
  const store = new Store();
  const channel = new BroadcastChannel(channelName);
  const connection = new Connection((options) => surfaceClient("panel", options));
  const controller = new Controller({
    client: connection,
    store,
    memory: localMemory(),
    tell: (conversation) => channel.postMessage(conversation),
    schedule: nextFrame,
    page: () => currentPage(chrome.tabs),
    now: () => Date.now(),
    nonce: () => crypto.randomUUID(),
  });
  document.documentElement.lang = navigator.language;
  render(<App store={store} services={services(controller, connection)} draft={localDraft()} />, root);
  connection.start();
  tryWhenBack(connection, controller);
  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => void controller.heard(data));
}

function services(controller: Controller, connection: Connection): Services {
  return {
    send: (text) => void controller.send(text),
    sendAgain: () => void controller.sendAgain(),
    takeBack: () => controller.takeBack(),
    stop: () => void controller.stop(),
    resume: () => void controller.resume(),
    newChat: () => controller.newChat(),
    open: (conversation) => void controller.open(conversation),
    loadRecent: () => void controller.loadRecent(),
    older: () => void controller.older(),
    dismissProblem: () => controller.dismissProblem(),
    retryLink: () => controller.retryLink(),
    readText: (blob) => readText(connection, blob),
  };
}

// The conversation that is open survives the panel, so that a run that goes on
// meanwhile is there again when the panel is opened.
function localMemory(): Memory {
  return {
    load: () => localStorage.getItem(memoryKey),
    save: (conversation) => {
      if (conversation === null) localStorage.removeItem(memoryKey);
      else localStorage.setItem(memoryKey, conversation);
    },
  };
}

// What was written and not sent when the panel was closed.
function localDraft(): Draft {
  return {
    load: () => localStorage.getItem(draftKey) ?? "",
    save: (text) => {
      if (text === "") localStorage.removeItem(draftKey);
      else localStorage.setItem(draftKey, text);
    },
  };
}

// A person who was told what to do in a terminal comes back to the panel: try again then.
// Meanwhile a terminal or another window may have gone on with the chat that is open.
function tryWhenBack(connection: Connection, controller: Controller): void {
  window.addEventListener("focus", () => {
    if (connection.link.state === "stopped") connection.retry();
    else void controller.refresh();
  });
}

main();
