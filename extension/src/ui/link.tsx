// The link to the program as a page shows it: there, sought, or not there with the exact reason and what to do.

import type { VNode } from "preact";
import type { Link } from "../panel/client";
import { Countdown } from "./countdown";
import { Command } from "./command";
import { commandOf, nextOf } from "./problem";
import { strings } from "./strings";

interface LinkProps {
  link: Link;
  retry: () => void;
}

/** Why there is no link; nothing where there is one or it is still being made. */
export function LinkProblem({ link, retry }: LinkProps): VNode | null {
  if (link.state === "open" || link.state === "connecting") return null;
  const { problem } = link;
  const words = strings.problems[problem.kind];
  return (
    <section class="card failure" id="link-problem" data-kind={problem.kind} role="alert">
      <div>
        <p class="card-title">{words.title}</p>
        {problem.detail === "" ? null : <p class="card-detail">{problem.detail}</p>}
        <p>{nextOf(problem)}</p>
        <Command command={commandOf(problem)} />
        <div class="row">
          <button type="button" class="button" id="reconnect" onClick={retry}>
            {link.state === "waiting" ? strings.link.tryNow : strings.common.tryAgain}
          </button>
          {link.state === "waiting" ? <Countdown until={link.retryAt} /> : null}
        </div>
      </div>
    </section>
  );
}
