// A command for the terminal, with a button that copies it.

import type { VNode } from "preact";
import { CopyButton } from "./copy";
import { isPlain, usualPlace } from "./program";
import { strings } from "./strings";

/** Draws nothing where there is no command. */
export function Command({ command }: { command: string }): VNode | null {
  if (command === "") return null;
  return (
    <>
      <p class="command-label">{purposeOf(command)}</p>
      <div class="command">
        <code>{command}</code>
        <CopyButton text={command} label={strings.link.copyCommand} />
      </div>
      {isPlain(command) ? <p class="command-place">{strings.link.place(usualPlace(navigator.platform))}</p> : null}
    </>
  );
}

// Several may stand together, and what ends a process says so in every language.
function purposeOf(command: string): string {
  if (/^kill -CONT /.test(command)) return strings.link.goesOn;
  return /^(kill|taskkill) /.test(command) ? strings.link.endsProcess : strings.link.command;
}
