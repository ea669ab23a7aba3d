// The options page: an ordinary client of the daemon on a native port of its own.

import type { Status, StorageUse } from "@protocol/client.gen";
import { render } from "preact";
import { Connection } from "../panel/connection";
import { browserLocks } from "../panel/drafts";
import { extensionVersion, openShortcuts } from "../ui/browser";
import { Checks } from "../ui/checks";
import { browserLanguage, chooseLanguage, languageChoice } from "../ui/language";
import { Observable } from "../ui/observable";
import { keepDataDir } from "../ui/program";
import { speak } from "../ui/speak";
import { strings } from "../ui/strings";
import { surfaceClient } from "../wire";
import { KeptForm } from "./kept";
import { ModelSettings } from "./models";
import { OptionsPage } from "./view/page";

const statusEveryMs = 3000;

function main(): void {
  const root = document.getElementById("root");
  if (root === null) throw new Error("options.html has no element #root");
  speak(strings.options.title);
  const connection = new Connection((options) => surfaceClient("options", options));
  const link = new Observable(connection.link);
  const status = new Observable<Status | null>(null);
  const storage = new Observable<StorageUse | null>(null);
  const settings = new ModelSettings(connection);
  const look = () => {
    // What the page shows of the program is left out where it does not answer.
    connection.call("daemon.status", {}).then((known) => status.set(known), () => undefined);
  };
  const read = () => {
    void settings.load();
    look();
    // It takes a look at every file, so it is not asked again and again. A program of an earlier version does not tell.
    connection.call("daemon.storage", {}).then((kept) => storage.set(kept), () => undefined);
  };
  connection.onLink((next) => {
    link.set(next);
    if (next.state !== "open") return;
    keepDataDir(next.hello.dataDir);
    read();
  });
  const language = {
    choice: languageChoice(),
    browser: browserLanguage(),
    choose: (choice: ReturnType<typeof languageChoice>) => {
      chooseLanguage(choice);
      location.reload();
    },
  };
  const forms = new KeptForm(localStorage, Date.now, { hold: browserLocks(navigator.locks), id: crypto.randomUUID() });
  const parts = { link, status, storage, settings, forms, checks: new Checks(connection), language, extension: extensionVersion(), openShortcuts };
  render(<OptionsPage {...parts} retry={() => connection.retry()} />, root);
  connection.start();
  // Browsers come and runs end while the page is looked at.
  setInterval(() => {
    if (document.visibilityState === "visible" && connection.link.state === "open") look();
  }, statusEveryMs);
  // A person who was in a terminal, or in another window, comes back.
  window.addEventListener("focus", () => {
    if (connection.link.state === "stopped") connection.retry();
    else if (connection.link.state === "open") read();
  });
}

main();
