// How a run ended, and what stands in its way: footers, failures, retries, and
// the card that offers to resume.

import type { ErrorCode, Message, Usage } from "@protocol/chat.gen";
import type { VNode } from "preact";
import { useContext } from "preact/hooks";
import { duration, tokens, wholeNumber } from "../../ui/format";
import type { Ending, Retry } from "../state/model";
import { strings } from "../../ui/strings";
import { ActionsContext } from "./actions";
import { useNow, useSecondsUntil } from "../../ui/clock";
import { CopyButton } from "../../ui/copy";
import { Gear, Info, Warning } from "../../ui/icons";
import { ToldWords } from "../../ui/link";
import { Quote } from "../../ui/quote";
import { tellFailure, tellWarning } from "../../ui/telling";
import { textOf } from "./message";

export interface RunEndProps {
  last: Message;
  ending: Ending | null;
  /** What the person asked for, where it may be asked again; else empty. */
  asked: string;
}

/** What stands under the last message of a run: why it failed, a button that copies the answer, tokens and duration. */
export function RunEnd({ last, ending, asked }: RunEndProps): VNode | null {
  const failure = last.error ?? ending?.message ?? "";
  const code = last.errorCode ?? ending?.code ?? null;
  const answer = last.role === "assistant" ? textOf(last) : "";
  const usage = ending?.usage ?? last.usage ?? null;
  const ms = last.durationMs ?? ending?.durationMs ?? 0;
  return (
    <>
      {failure === "" && code === null ? null : <Failure code={code} message={failure} asked={asked} />}
      <div class="run-end">
        {answer === "" ? null : <CopyButton text={answer} label={strings.chat.copyAnswer} />}
        {usage === null && ms === 0 ? null : <Footer usage={usage} ms={ms} />}
      </div>
    </>
  );
}

/** What the form of the model in the options can mend: its key, its address, its name. */
const ofTheModel: readonly ErrorCode[] = ["auth", "network", "api_error"];

interface FailureProps {
  code: ErrorCode | null;
  message: string;
  asked: string;
}

function Failure({ code, message, asked }: FailureProps): VNode {
  if (code === "cancelled") {
    return (
      <p class="aside stopped">
        {strings.run.stoppedByYou}
        <AskAgain asked={asked} look="quiet" />
      </p>
    );
  }
  const told = tellFailure(code, message);
  return (
    <div class="card failure" role="alert" data-error={code ?? ""}>
      <Warning />
      <div>
        <p class="card-title">{told.title}</p>
        <ToldWords told={told} />
        <div class="row">
          <AskAgain asked={asked} look="button" />
          {code !== null && ofTheModel.includes(code) ? <ToOptions /> : null}
        </div>
      </div>
    </div>
  );
}

function ToOptions(): VNode {
  const { openOptions } = useContext(ActionsContext);
  return (
    <button type="button" class="button to-options" onClick={openOptions}>
      <Gear />
      {strings.common.options}
    </button>
  );
}

// Into the composer and not away: a run that failed half way may have done something already.
function AskAgain({ asked, look }: { asked: string; look: "button" | "quiet" }): VNode | null {
  const { compose } = useContext(ActionsContext);
  if (asked === "") return null;
  return (
    <button type="button" class={`${look} again`} onClick={() => compose(asked)}>
      {strings.run.again}
    </button>
  );
}

function Footer({ usage, ms }: { usage: Usage | null; ms: number }): VNode {
  const none = usage === null || usage.inputTokens + usage.outputTokens === 0;
  const words = none ? "" : strings.chat.usage(tokens(usage.inputTokens), tokens(usage.outputTokens));
  return (
    <p class="footer" title={none ? undefined : usageTitle(usage)}>
      {[words, ms > 0 ? duration(ms) : ""].filter((part) => part !== "").join(" · ")}
    </p>
  );
}

function usageTitle(usage: Usage): string {
  return strings.chat.usageTitle(
    wholeNumber(usage.inputTokens),
    wholeNumber(usage.outputTokens),
    wholeNumber(usage.cacheReadInputTokens ?? 0),
    wholeNumber(usage.cacheCreationInputTokens ?? 0),
  );
}

export function RetryLine({ retry }: { retry: Retry }): VNode {
  const seconds = useSecondsUntil(retry.until);
  const { error, code, attempt, max } = retry;
  const { title, quoted } = tellFailure(code, error);
  const words = quoted === "" ? strings.notes.retry(error.replace(/\.$/, ""), attempt, max) : `${title} ${strings.notes.retryCount(attempt, max)}`;
  return (
    <div class="aside retry">
      <Warning />
      <div>
        <p>
          {words} {seconds > 0 ? strings.notes.retryIn(seconds) : strings.notes.retryNow}
        </p>
        <Quote words={quoted} />
      </div>
    </div>
  );
}

export function NoteLine({ text }: { text: string }): VNode {
  const { own, quoted } = tellWarning(text);
  return (
    <div class="aside note" role="note">
      <Info />
      <div>
        {own === "" ? null : <p>{own}</p>}
        <Quote words={quoted} />
      </div>
    </div>
  );
}

/** Shown at the end while a run goes on: that it does, and for how long. */
export function Working({ since }: { since: string }): VNode {
  const now = useNow(true, 1000);
  const began = Date.parse(since);
  const ms = Number.isNaN(began) ? 0 : now - began;
  return (
    <p class="working">
      <span class="dots" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      <span>{strings.chat.working}</span>
      {ms >= 2000 ? <span class="working-time">{duration(Math.floor(ms / 1000) * 1000).replace(".0", "")}</span> : null}
    </p>
  );
}

export function Interrupted({ parked }: { parked: boolean }): VNode {
  const { resume } = useContext(ActionsContext);
  return (
    <div class="card interrupted">
      <Info />
      <div>
        <p class="card-title">{parked ? strings.run.parkedTitle : strings.run.interruptedTitle}</p>
        <p class="card-detail">{parked ? strings.run.parkedNext : strings.run.interruptedNext}</p>
        <button type="button" class="button primary" id="resume" onClick={resume}>
          {strings.run.resume}
        </button>
      </div>
    </div>
  );
}
