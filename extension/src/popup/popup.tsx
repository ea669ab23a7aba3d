// The popup of the toolbar button: an ordinary client of the daemon on a native port of its own.

import { render } from "preact";
import { Connection } from "../panel/connection";
import { askToOpen } from "../panel/memory";
import { currentWindow, openOptions, openPanel } from "../ui/browser";
import { Checks } from "../ui/checks";
import { Observable } from "../ui/observable";
import { keepDataDir } from "../ui/program";
import { speak } from "../ui/speak";
import { surfaceClient } from "../wire";
import { Runs } from "./runs";
import { Popup } from "./view";

function main(): void {
  const root = document.getElementById("root");
  if (root === null) throw new Error("popup.html has no element #root");
  speak();
  const connection = new Connection((options) => surfaceClient("popup", options));
  const link = new Observable(connection.link);
  const runs = new Runs(connection);
  connection.onLink((next) => {
    link.set(next);
    if (next.state !== "open") return runs.end();
    keepDataDir(next.hello.dataDir);
    runs.begin();
  });
  const parts = { link, runs, checks: new Checks(connection) };
  const ways = {
    openChat: (conversation: string) => {
      void currentWindow()
        .then((own) => askToOpen(conversation, own))
        .then(openPanel)
        .then(() => window.close());
    },
    openPanel: () => void openPanel().then(() => window.close()),
    openOptions: () => {
      openOptions();
      window.close();
    },
    retry: () => connection.retry(),
  };
  render(<Popup {...parts} {...ways} />, root);
  connection.start();
}

main();
