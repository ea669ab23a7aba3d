// The service worker: the browser driver.
//
// Chrome may end it at any time and starts it again for an event, so every listener is registered here, synchronously,
// and waits for one promise, that of the start. Module variables are caches: what must survive is in storage or in the
// daemon. While the native port is open Chrome keeps the worker alive; no keep-alive traffic is needed.

import type { ChangeKind, Tab } from "@protocol/driver.gen";
import { maxFailures, wakeName } from "../wire";
import type { LinkState } from "../wire";
import { isAlarm, setAlarm } from "./alarm";
import { browserName } from "./browsername";
import { Commits } from "./commits";
import { Debuggers } from "./debuggers";
import { driverHandlers, tabLane } from "./driver";
import { Link } from "./link";
import { Performer } from "./outcomes";
import { leaveClickToPopup, onCommand } from "./panel";
import { Pages } from "./scripting";
import { isOwnPage } from "./sender";
import { keepFailures, keepReload, keepTaken, lastReload, loadStorage, outcomeStore } from "./storage";
import { describe, getTab, listTabs } from "./tabs";
import { ownBuild, Upgrade } from "./upgrade";

interface Started {
  readonly link: Link;
  readonly debuggers: Debuggers;
  readonly pages: Pages;
  readonly commits: Commits;
  /** An earlier life of this worker stopped trying, and nobody has asked since. */
  readonly givenUp: boolean;
}

const starting: Promise<Started> = start();
starting.catch((error: unknown) => console.error("the worker could not start:", error));

/** Runs when the worker has started; events that come before wait here, in order. */
function whenStarted(act: (parts: Started) => void | Promise<void>): void {
  starting.then(act).catch((error: unknown) => console.warn(error));
}

async function start(): Promise<Started> {
  const worker = crypto.randomUUID();
  const found = await loadStorage();
  const debuggers = new Debuggers(found.taken, keepTaken);
  const pages = new Pages();
  const commits = new Commits();
  const performer = new Performer(worker, outcomeStore);
  await Promise.all([performer.load(), debuggers.adopt()]);
  const upgrade = new Upgrade({
    own: ownBuild(),
    busy: () => performer.busy,
    last: lastReload,
    keep: keepReload,
    reload: () => chrome.runtime.reload(),
  });
  const link = new Link({
    handlers: driverHandlers({ performer, debuggers, pages, commits }),
    failures: found.failures,
    registration: async () => ({
      install: found.install,
      session: found.session,
      worker,
      ...browserName(),
      tabs: await listTabs(),
      adopted: debuggers.attached(),
    }),
    onState: (state) => {
      onLinkState(state, debuggers);
      upgrade.onLink(state);
    },
  });
  return { link, debuggers, pages, commits, givenUp: found.failures >= maxFailures };
}

function onLinkState(state: LinkState, debuggers: Debuggers): void {
  switch (state.name) {
    case "open":
      keepFailures(0);
      break;
    case "waiting":
      keepFailures(state.failures);
      break;
    case "stopped":
      // Also where one failure was enough: a worker that starts anew must not begin again by itself.
      keepFailures(maxFailures);
      // Nobody can drive any more: the browser's “is debugging this browser” bar must not stay.
      for (const tab of debuggers.attached()) void debuggers.detach(tab);
      break;
    case "idle":
    case "connecting":
      break;
  }
  // Timers, and an open port, end with the worker; the alarm is the safety net.
  setAlarm(state.name !== "stopped");
}

function sayTab(kind: ChangeKind, tab: Tab | undefined): void {
  if (tab !== undefined) whenStarted(({ link }) => link.say("driver.tabChanged", { kind, tab }));
}

/** Says the present state of a tab whose event did not carry it. */
function sayTabNow(id: number): void {
  whenStarted(async ({ link }) => {
    const tab = await getTab(id);
    link.say("driver.tabChanged", { kind: "updated", tab });
  });
}

function sayTabRemoved(id: number, window: number): void {
  whenStarted(({ link, debuggers }) => {
    debuggers.forget(id);
    const flags = { active: false, loading: false, audible: false, discarded: false };
    const tab: Tab = { id, window, index: 0, url: "", title: "", ...flags };
    link.say("driver.tabChanged", { kind: "removed", tab });
  });
}

// What a tab list shows. Other properties (favicon, muted, group) change often and tell the daemon nothing.
const shown = ["status", "url", "title", "audible", "discarded"];

chrome.tabs.onCreated.addListener((tab) => sayTab("created", describe(tab)));
chrome.tabs.onUpdated.addListener((id, change, tab) => {
  if (change.status === "loading") {
    whenStarted(({ pages, commits }) => {
      pages.onLoading(id);
      commits.onLoading(id);
    });
  }
  if (shown.some((property) => property in change)) sayTab("updated", describe(tab));
});
chrome.tabs.onActivated.addListener(({ tabId }) => sayTabNow(tabId));
chrome.tabs.onAttached.addListener((id) => sayTabNow(id));
chrome.tabs.onRemoved.addListener((id, { windowId }) => sayTabRemoved(id, windowId));
chrome.tabs.onReplaced.addListener((added, removed) => {
  sayTabRemoved(removed, 0);
  sayTabNow(added);
});

chrome.debugger.onEvent.addListener((source, method, params) => {
  const { tabId: tab, sessionId: session } = source;
  // Of each script that a page has the browser tells while a script is run for the daemon, which asks for none of it.
  if (tab === undefined || method === "Debugger.scriptParsed") return;
  const event = { tab, method, params: params ?? {}, ...(session === undefined ? {} : { session }) };
  whenStarted(({ link }) => link.say("driver.cdpEvent", event, tabLane(tab)));
});
chrome.debugger.onDetach.addListener(({ tabId: tab }, reason) => {
  if (tab === undefined) return;
  whenStarted(({ link, debuggers }) => {
    debuggers.onDetach(tab, reason);
    link.say("driver.detached", { tab, reason }, tabLane(tab));
  });
});

chrome.alarms.onAlarm.addListener((alarm) => {
  if (isAlarm(alarm)) whenStarted(({ link }) => link.client.start());
});

chrome.runtime.onConnect.addListener(({ name, sender }) => {
  // A person's surface got through, so there is a host: earlier failures no longer count.
  if (name === wakeName && isOwnPage(sender)) whenStarted(({ link }) => link.client.retry());
});

// Starting the browser and installing the extension wake the worker; the start itself connects.
chrome.runtime.onStartup.addListener(() => undefined);
chrome.runtime.onInstalled.addListener(() => undefined);

chrome.commands.onCommand.addListener(onCommand);

leaveClickToPopup();
whenStarted(({ link, givenUp }) => {
  if (!givenUp) link.client.start();
});
