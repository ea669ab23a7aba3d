// The link to the program as a page shows it: there, sought, or not there with the exact reason and what to do. And the
// words of any problem, which all pages draw alike.

import type { VNode } from "preact";
import type { Link } from "../panel/client";
import { Countdown } from "./countdown";
import { Command } from "./command";
import { Warning } from "./icons";
import { commandOf, nextOf, type Problem } from "./problem";
import { strings } from "./strings";

interface LinkProps {
  link: Link;
  retry: () => void;
  /** A line across the top of the page instead of a card. */
  banner?: boolean;
}

/** Why there is no link; nothing where there is one or it is still being made. */
export function LinkProblem({ link, retry, banner = false }: LinkProps): VNode | null {
  if (link.state === "open" || link.state === "connecting") return null;
  const { problem } = link;
  return (
    <section class={banner ? `banner banner-${link.state}` : "card failure"} id="link-problem" data-kind={problem.kind} role="alert">
      {banner ? <Warning /> : null}
      <div>
        <ProblemWords problem={problem} />
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

/** What is wrong, what to do next, and the command that does it. */
export function ProblemWords({ problem }: { problem: Problem }): VNode {
  const { kind, detail, next } = problem;
  // A step that the program names refers to its own words: who holds the data, say. Where the words of the kind say it all,
  // those of the program are there for who asks; a kind that says nothing needs them.
  const told = detail !== "" && (next !== "" || kind === "other");
  return (
    <>
      <p class="card-title">{strings.problems[kind].title}</p>
      {told ? <p class="card-detail">{detail}</p> : null}
      <p class="card-detail">{nextOf(problem)}</p>
      <Command command={commandOf(problem)} />
      {told || detail === "" ? null : (
        <details class="more">
          <summary>{strings.common.details}</summary>
          <p>{detail}</p>
        </details>
      )}
    </>
  );
}
