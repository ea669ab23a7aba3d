// The link to the program as a page shows it: there, sought, or not there with the exact reason and what to do. And the
// words of any problem, which all pages draw alike.

import type { VNode } from "preact";
import type { Link } from "../panel/client";
import { Countdown } from "./countdown";
import { Command } from "./command";
import { Warning } from "./icons";
import type { Problem } from "./problem";
import { Quote } from "./quote";
import { strings } from "./strings";
import { type Told, tellProblem } from "./telling";

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
  const told = tellProblem(problem);
  return (
    <>
      <p class="card-title">{told.title}</p>
      <ToldWords told={told} />
    </>
  );
}

/** What stands under the title of something that failed. */
export function ToldWords({ told }: { told: Told }): VNode {
  const { detail, next, command, others, then, folded, quoted } = told;
  return (
    <>
      {detail === "" ? null : <p class="card-detail">{detail}</p>}
      {next === "" ? null : <p class="card-detail">{next}</p>}
      {others.map((other) => (
        <Command key={other} command={other} />
      ))}
      <Command command={command} />
      {then === "" ? null : <p class="card-detail">{then}</p>}
      <Quote words={quoted} />
      {folded === "" ? null : (
        <details class="more">
          <summary>{strings.common.details}</summary>
          <p>{folded}</p>
        </details>
      )}
    </>
  );
}
