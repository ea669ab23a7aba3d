// The browser driver: what the daemon may ask of this browser, one handler for each route. It performs and reports; what
// to do, and whether, is decided by the daemon.

import type { Command, Outcome, Routes } from "@protocol/driver.gen";
import { FaultError } from "../wire";
import type { Handlers, Incoming, InGroup } from "../wire";
import { browserFault } from "./browserfault";
import type { Commits } from "./commits";
import type { Debuggers } from "./debuggers";
import { Navigator } from "./navigate";
import type { Performed, Performer, Progress } from "./outcomes";
import type { Pages } from "./scripting";
import { activateTab, closeTab, listTabs } from "./tabs";

// Routes that carry no command have no deadline of their own.
const plainDeadlineMs = 10_000;

/** What the driver stands on. */
interface DriverParts {
  readonly performer: Performer;
  readonly debuggers: Debuggers;
  readonly pages: Pages;
  readonly commits: Commits;
}

/** The lane of everything that the debugger of a tab says: a reply never overtakes an event that came before it. */
export function tabLane(tab: number): string {
  return `tab:${tab}`;
}

/** The handlers of all routes of group browser. A route that is missing here fails the type check. */
export function driverHandlers({ performer, debuggers, pages, commits }: DriverParts): Handlers<InGroup<Routes, "browser">> {
  const navigator = new Navigator({ debuggers, pages, commits });
  const perform = (command: Command, call: Incoming, work: (progress: Progress) => Promise<Performed>): Promise<Outcome> =>
    performer.perform(command, call.signal, work);

  return {
    "browser.tabs": async () => ({ tabs: await within(listTabs()) }),
    "browser.open": ({ command, url, active = false, window }, call) =>
      perform(command, call, (progress) => navigator.open(url, active, window, progress)),
    "browser.close": ({ command, tab }, call) =>
      perform(command, call, async (progress) => {
        progress.begin();
        await closeTab(tab);
        return {};
      }),
    "browser.activate": ({ command, tab }, call) =>
      perform(command, call, async (progress) => {
        progress.begin();
        return { tab: await activateTab(tab) };
      }),
    "browser.navigate": (params, call) => perform(params.command, call, (progress) => navigator.go(params, progress)),
    "browser.frames": async ({ tab }) => ({ frames: await within(pages.frames(tab)) }),
    "browser.page": ({ command, tab, document, function: name, args }, call) =>
      perform(command, call, async (progress) => {
        const act = command.act ?? false;
        return { result: await pages.call({ tab, document, function: name, args, act }, progress) };
      }),
    "browser.cdp": ({ command, tab, commands }, call) => {
      call.lane(tabLane(tab));
      return perform(command, call, async (progress) => {
        // An await, even of nothing, would be a turn that other work could take.
        const attaching = debuggers.ensure(tab);
        if (attaching !== undefined) await attaching;
        progress.begin();
        return { replies: await debuggers.batch(tab, commands) };
      });
    },
    "browser.attach": ({ tab }) => within(debuggers.attach(tab)),
    "browser.detach": async ({ tab }) => {
      await within(debuggers.detach(tab));
      return {};
    },
    "browser.outcomes": (ask) => performer.ask(ask),
  };
}

// Chrome was seen not to settle now and then; nothing may wait for ever.
async function within<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new FaultError("deadline", `The browser did not answer within ${plainDeadlineMs} ms.`)),
      plainDeadlineMs,
    );
  });
  try {
    return await Promise.race([work, limit]);
  } catch (thrown) {
    throw browserFault(thrown);
  } finally {
    clearTimeout(timer);
  }
}
