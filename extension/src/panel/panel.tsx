// The side panel: an ordinary client of the daemon on a native port of its own.

import { render } from "preact";
import { surfaceClient } from "../wire";
import { currentWindow, openOptions } from "../ui/browser";
import { Observable } from "../ui/observable";
import { keepDataDir } from "../ui/program";
import { speak } from "../ui/speak";
import { Attachments } from "./attachments";
import { readImage, readText } from "./blob";
import { Chats } from "./chats";
import { Connection } from "./connection";
import { Controller } from "./controller";
import { browserLocks, Drafts, type Unsent } from "./drafts";
import { nextFrame } from "./frames";
import { Front } from "./front";
import { localMemory, onAskedToOpen } from "./memory";
import { ModelChoice, pickedKey } from "./models";
import { currentAddress, currentPage } from "./page";
import { Store } from "./store";
import { Unstored } from "./unstored";
import { App, type Services } from "./view/app";

// What panels of other windows are told: the id of a conversation in which a run has begun.
const channelName = "margay.begun";
// That a conversation was renamed, deleted or brought back.
const changedName = "margay.changed";

function main(): void {
  const root = document.getElementById("root");
  if (root === null) throw new Error("panel.html has no element #root");
  speak();
  const store = new Store();
  const channel = new BroadcastChannel(channelName);
  const changes = new BroadcastChannel(changedName);
  const connection = new Connection((options) => surfaceClient("panel", options));
  const returned = new Observable<Unsent>({ text: "", files: [] });
  const models = new ModelChoice(connection, localStorage);
  const draft = new Drafts({ kept: localStorage, hold: browserLocks(navigator.locks), id: crypto.randomUUID(), now: () => Date.now() });
  const controller = new Controller({
    client: connection,
    store,
    memory: localMemory(),
    tell: (conversation) => channel.postMessage(conversation),
    giveBack: (unsent) => returned.set(unsent),
    begun: (conversation, left) => {
      // What is picked by now is for the next chat.
      if (left === undefined) models.begun(conversation);
      else models.pick(conversation, left.model);
      void chats.look();
    },
    model: (conversation) => models.picked(conversation),
    schedule: nextFrame,
    page: () => currentPage(chrome.tabs),
    now: () => Date.now(),
    nonce: () => crypto.randomUUID(),
  });
  const chats = new Chats({
    client: connection,
    current: () => store.model.conversation?.id ?? null,
    renamed: (conversation) => store.dispatch({ type: "renamed", conversation }),
    closed: () => controller.newChat(),
    reopened: (conversation) => void controller.open(conversation),
    deleted: (conversation, until) => draft.forget(conversation, until),
    restored: (conversation) => {
      draft.restore(conversation);
      void controller.refresh(); // it may be open, deleted by another window
    },
    changed: () => changes.postMessage(null),
  });
  const files = new Attachments(connection, new Unstored({ kept: localStorage, hold: browserLocks(navigator.locks), id: crypto.randomUUID() }));
  const front = new Front({ address: () => currentAddress(chrome.tabs), changed: whenAnotherPage });
  void front.look();
  const parts = { store, chats, models, files, draft, returned, front };
  // The shell of panel.html, which was there until now.
  root.replaceChildren();
  render(<App {...parts} services={services(controller, connection, models)} />, root);
  connection.onLink((link) => {
    if (link.state !== "open") return;
    keepDataDir(link.hello.dataDir);
    void models.load();
    void chats.look();
    void chats.back();
    void files.look();
  });
  onAskedToOpen(currentWindow, (conversation) => void controller.open(conversation));
  connection.start();
  tryWhenBack(connection, controller, models, chats);
  window.addEventListener("storage", ({ key }) => {
    if (key === pickedKey) models.reread();
  });
  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => void controller.heard(data));
  changes.addEventListener("message", () => {
    void controller.refresh();
    void chats.again();
  });
}

function services(controller: Controller, connection: Connection, models: ModelChoice): Services {
  return {
    send: (text, files, nonce) => void controller.send(text, files, nonce),
    sendAgain: () => void controller.sendAgain(),
    takeBack: () => controller.takeBack(),
    stop: () => void controller.stop(),
    resume: () => void controller.resume(),
    newChat: () => {
      models.forgetUnbegun();
      controller.newChat();
    },
    open: (conversation) => void controller.open(conversation),
    older: () => void controller.older(),
    dismissProblem: () => controller.dismissProblem(),
    dismissDamage: (file) => void controller.dismissDamage(file),
    retryLink: () => controller.retryLink(),
    openOptions,
    readText: (blob) => readText(connection, blob),
    readImage: (blob, mimeType) => readImage(connection, blob, mimeType),
  };
}

function whenAnotherPage(again: () => void): void {
  chrome.tabs.onActivated.addListener(again);
  chrome.tabs.onUpdated.addListener((_, { url, status }) => {
    if (url !== undefined || status === "loading") again();
  });
  chrome.windows.onFocusChanged.addListener(again);
  window.addEventListener("focus", again);
}

// A person who was told what to do in a terminal comes back to the panel: try again then.
// Meanwhile a terminal or another window may have gone on with the chat that is open, or have changed the list, and the
// options page have changed the models.
function tryWhenBack(connection: Connection, controller: Controller, models: ModelChoice, chats: Chats): void {
  window.addEventListener("focus", () => {
    if (connection.link.state === "stopped") return connection.retry();
    void controller.refresh();
    void models.load();
    void chats.again();
  });
}

main();
