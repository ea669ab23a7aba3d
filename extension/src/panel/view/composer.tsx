// Where the person writes. The text lives in the textarea and nowhere else, so
// that typing into a long text costs what the browser needs and no more.

import type { RefObject, VNode } from "preact";
import { useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { wholeNumber } from "../../ui/format";
import { strings } from "../../ui/strings";
import { useObservable } from "../../ui/observable";
import { type Attachments, awaited, type FilesState, isOver } from "../attachments";
import { type Draft, nonceOf, type Unsent } from "../drafts";
import { letterIn, type Side, sideOfLetter } from "../side";
import type { Pending, Place } from "../state/model";
import { ActionsContext } from "./actions";
import { AttachButton, FileStrip, pasted } from "./attach";
import { ArrowUp, Square } from "../../ui/icons";
import { isEscape, sends } from "./keys";

/** The longest message, in characters: about as much as a large model can take in. */
export const longestMessage = 200_000;

/** Something to do with the composer from outside. */
export interface Insert {
  /** The text to put in; null leaves what is there and only moves the focus. */
  text: string | null;
  /** The message that comes back, where it is one. */
  back: Unsent | null;
}

/** What is to be done with the composer, each once. */
export interface Inserts {
  /** Changes when there is more to do. */
  turn: number;
  /** Takes all that waits, in the order in which it came. */
  take: () => readonly Insert[];
}

/** Why Send is off for now, writing is not: there is no link, a message is on its way, or the chat is being opened. */
export type Held = "" | "noLink" | "sending" | "opening";

interface ComposerProps {
  /** A run is under way: Stop stands where Send was. */
  busy: boolean;
  /** A run of this chat has not ended; it may be interrupted or paused. */
  unended: boolean;
  stopping: boolean;
  held: Held;
  inserts: Inserts;
  draft: Draft;
  files: Attachments;
  /** What is on its way, or could not be sent. */
  pending: Pending | null;
  /** The chat that is written in: each has words and files of its own. */
  place: Place;
  /** Which model answers: the picker. */
  picker: VNode;
  /** The line below, which says what Escape does: a message waits, and is taken back by it. */
  line: (waits: boolean) => VNode;
  /** The name of that model where it is given no images; else empty. */
  blind: string;
}

export function Composer({ busy, unended, stopping, held, inserts, draft, files, pending, place, picker, line, blind }: ComposerProps): VNode {
  const { send, stop } = useContext(ActionsContext);
  const box = useRef<HTMLTextAreaElement>(null);
  const [length, setLength] = useState(0);
  const attached = useObservable(files.state);
  const tooLong = length > longestMessage;
  // What could not be stored does not go along; the person takes it away or goes on without it.
  const waits = awaited(attached).length > 0;
  const ready = attached.items.some((f) => f.state === "ready");
  const empty = length === 0 && !ready && !waits;
  const before = useRef<Unsent | null>(null);
  const [moved, setMoved] = useState(false);
  const { keep, wrote, enter, renamed } = useDraft({ box, before, draft, files, pending, place, setLength });
  useFocus(box, busy, held);
  const there = useRef(place);
  useInserts(box, inserts, (text, back) => {
    const { chat } = there.current;
    if (back?.chat !== undefined && back.chat !== chat) return draft.add(back.chat, back);
    if (box.current === null) return;
    // It is another message now.
    if (text !== "") queue.end();
    put(box.current, joined(text, box.current.value));
    setLength(box.current.value.length);
    if (back === null) return void keep();
    before.current = back;
    files.put(back.files);
    // The message left the place where it was kept until now.
    keep();
  });
  // After what comes back to the chat that is left, and before the person sees the new one and can write in it.
  useLayoutEffect(() => {
    const { visit, chat } = there.current;
    there.current = place;
    if (chat === place.chat) return;
    if (visit !== place.visit) {
      queue.end();
      setMoved(enter(chat, place.orphaned === true));
      return;
    }
    renamed(chat);
  }, [place]);

  const submit = () => {
    const text = box.current?.value ?? "";
    if (busy || held !== "" || tooLong || box.current === null || (text.trim() === "" && !ready && !waits)) return;
    if (waits) return queue.begin();
    // What was said of it before is over.
    queue.end();
    setMoved(false);
    // Emptied at once: a second Enter finds nothing to send.
    box.current.value = "";
    setLength(0);
    const blocks = files.take();
    const nonce = nonceOf(before.current, text, blocks);
    before.current = null;
    send(text, blocks, nonce);
  };
  const queue = useQueue({ attached, off: tooLong, busy, unended, held, send: submit });
  const submitting = (event: Event) => {
    event.preventDefault();
    submit();
    // The button that was pressed goes off, and Escape is for who is here.
    box.current?.focus();
  };
  const takeBack = () => {
    queue.end();
    box.current?.focus();
  };
  const queued = queue.state === "waits";
  useEscape(queued ? takeBack : busy ? stop : null);
  return (
    <>
      <form class="composer" onSubmit={submitting}>
        <Trouble length={length} />
        <div class={tooLong ? "field invalid" : "field"}>
          <FileStrip files={files} blind={blind} />
          {moved ? (
            <p class="strip-note" id="moved" role="status">
              {strings.composer.moved}
            </p>
          ) : null}
          <Waiting queue={queue} attached={attached} takeBack={takeBack} />
          <textarea
            id="composer"
            ref={box}
            rows={1}
            dir={useSide(box, length)}
            aria-label={strings.composer.label}
            aria-invalid={tooLong}
            aria-describedby="composer-trouble"
            // What waits is sent as it stands.
            readOnly={queued}
            placeholder={busy ? strings.composer.placeholderBusy : strings.composer.placeholder}
            autocomplete="off"
            onInput={() => {
              setLength(box.current?.value.length ?? 0);
              wrote();
            }}
            onPaste={(event) => pasted(files, event)}
            onKeyDown={(event) => {
              if (sends(event)) submitting(event);
            }}
          />
          <div class="field-tools">
            <AttachButton files={files} />
            {picker}
            {busy ? <StopButton stopping={stopping} byEscape={!queued} /> : <SendButton off={offBy({ held, waits: queued, tooLong, empty })} />}
          </div>
        </div>
      </form>
      {line(queued)}
    </>
  );
}

type Box = RefObject<HTMLTextAreaElement | null>;

interface DraftProps {
  box: Box;
  /** What stands here again after it was sent. */
  before: RefObject<Unsent | null>;
  draft: Draft;
  files: Attachments;
  pending: Pending | null;
  place: Place;
  setLength: (length: number) => void;
}

/** How long after the last key what is written is kept. */
const keepAfterMs = 300;

interface DraftWays {
  /** Keeps it now. */
  keep: () => Unsent;
  /** Something was written. */
  wrote: () => void;
  /** The person has left a chat for the present one; it may be gone. Reports whether what was written in it is a new chat's now. */
  enter: (left: string, gone: boolean) => boolean;
  /** The chat that is written in had another id. */
  renamed: (from: string) => void;
}

// What was being written when the panel ended, or when the chat was left, is there again. It is kept until the daemon has taken
// it: what is on its way, or was refused, too.
function useDraft({ box, before, draft, files, pending, place, setLength }: DraftProps): DraftWays {
  const sent = useRef(pending);
  sent.current = pending;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const visits = useRef(0);
  // Whose files are shown; while a chat is being left, still of that one.
  const shown = useRef(place.chat);
  const keep = () => {
    clearTimeout(timer.current);
    const { text = "", files: sentFiles = [] } = sent.current ?? {};
    const words = joined(text, box.current?.value ?? "").slice(0, longestMessage);
    const blocks = [...sentFiles, ...files.ready()];
    files.keep(shown.current);
    const unsent = { text: words, files: blocks, nonce: nonceOf(sent.current ?? before.current, words, blocks) };
    draft.save(unsent);
    return unsent;
  };
  const take = (chat: string) => {
    const visit = ++visits.current;
    void files.recall(chat, () => visit === visits.current);
    void draft.enter(chat).then((left) => {
      if (visit !== visits.current || box.current === null || (left.text === "" && left.files.length === 0)) return;
      fill(box.current, joined(left.text, box.current.value));
      // Who goes to another chat reads first.
      if (visit === 1) box.current.focus();
      setLength(box.current.value.length);
      before.current = left;
      files.put(left.files);
      keep();
    });
  };
  // Of a chat that is gone nobody finds the words again.
  const bringAlong = (): boolean => {
    const { text, files: blocks, nonce } = keep();
    if (text.trim() === "" && files.state.value.items.length === 0) return false;
    draft.save({ text: "", files: [] });
    draft.add("", { text, files: blocks, nonce });
    files.renamed(shown.current, "");
    return true;
  };
  const enter = (left: string, gone: boolean) => {
    keep();
    const moved = gone && bringAlong();
    shown.current = place.chat;
    take(place.chat);
    if (box.current !== null) box.current.value = "";
    setLength(0);
    before.current = null;
    files.go(gone ? "" : left, place.chat);
    return moved;
  };
  const renamed = (from: string) => {
    shown.current = place.chat;
    draft.renamed(place.chat);
    files.renamed(from, place.chat);
    keep();
  };
  useEffect(() => {
    take(place.chat);
    const unsubscribe = files.state.subscribe(() => void keep());
    window.addEventListener("pagehide", keep);
    return () => {
      unsubscribe();
      window.removeEventListener("pagehide", keep);
    };
  }, []);
  useEffect(() => void keep(), [pending]);
  const wrote = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(keep, keepAfterMs);
  };
  return { keep, wrote, enter, renamed };
}

// A button that was pressed and is gone (Stop, Resume, Try again) takes the focus with it.
function useFocus(box: Box, busy: boolean, held: Held): void {
  useEffect(() => {
    if (document.activeElement === document.body) box.current?.focus();
  }, [busy, held]);
}

// One rule wherever the focus is: what is open closes, else a message that waits is taken back, else the run is stopped.
function useEscape(act: (() => void) | null): void {
  const now = useRef(act);
  useLayoutEffect(() => {
    now.current = act;
  });
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      // A key that is held down means one thing, and what closes by it may have lost the focus.
      if (!isEscape(event) || event.repeat || event.defaultPrevented || document.querySelector("dialog[open]") !== null) return;
      now.current?.();
    };
    document.addEventListener("keydown", key);
    return () => document.removeEventListener("keydown", key);
  }, []);
}

function useInserts(box: Box, { turn, take }: Inserts, insert: (text: string, back: Unsent | null) => void): void {
  useLayoutEffect(() => {
    // Each goes before what is there, so that what was written first stands first.
    for (const { text, back } of take().toReversed()) {
      if (text === null) box.current?.focus();
      else insert(text, back);
    }
  }, [turn]);
}

type Off = "" | keyof typeof strings.composer.off;

function offBy({ held, waits, tooLong, empty }: { held: Held; waits: boolean; tooLong: boolean; empty: boolean }): Off {
  if (held !== "") return held;
  if (waits) return "waits";
  if (tooLong) return "tooLong";
  return empty ? "empty" : "";
}

function SendButton({ off }: { off: Off }): VNode {
  const { send } = strings.composer;
  const words = off === "" ? send : `${send}: ${strings.composer.off[off]}`;
  return (
    <button type="submit" id="send" class="send" disabled={off !== ""} aria-label={send} title={words}>
      <ArrowUp />
    </button>
  );
}

/** Above it the browser takes tenths of a second for each key, if it is to find out the direction of each paragraph anew. */
const longestAuto = 5_000;

function useSide(box: Box, length: number): "auto" | Side {
  const long = length > longestAuto;
  return useMemo(() => (long ? (sideOfLetter(letterIn(box.current?.value ?? "")) ?? "auto") : "auto"), [long]);
}

interface Queue {
  /** A message waits for its files; or it did, and one of them failed. */
  state: "" | "waits" | "failed";
  /** The files that failed. */
  failed: readonly string[];
  /** It waits for a run to end that began meanwhile, in another window say. */
  forRun: boolean;
  begin: () => void;
  /** It is not sent; what is written and attached stays. */
  end: () => void;
}

interface QueueProps {
  attached: FilesState;
  /** It cannot be sent at all now. */
  off: boolean;
  busy: boolean;
  unended: boolean;
  held: Held;
  send: () => void;
}

// A message that was sent before its files were stored stays in the composer, where it is kept as all that is written is, and leaves when they are.
// One whose link was lost is stored again when there is one. One that is taken away makes it another message, which the person sends.
// A run that begins meanwhile, in another window say, is waited for to its end, also where it is interrupted.
function useQueue({ attached, off, busy, unended, held, send }: QueueProps): Queue {
  const [state, setState] = useState<Queue["state"]>("");
  // Those that had failed before do not go along, as the person has seen. All others do, also those that come while it waits.
  const without = useRef<readonly number[]>([]);
  const seen = useRef<readonly number[]>([]);
  // A run that was interrupted before is one that the person goes on without.
  const despite = useRef(false);
  const forRun = busy || (unended && !despite.current);
  const files = attached.items.filter((f) => !without.current.includes(f.key));
  const failed = files.filter(isOver);
  useEffect(() => {
    if (state === "failed" && failed.length === 0) setState("");
    if (state !== "waits") return;
    const missing = seen.current.some((key) => files.every((f) => f.key !== key));
    seen.current = files.map((f) => f.key);
    if (off || missing) setState("");
    else if (failed.length > 0) setState("failed");
    else if (files.every((f) => f.state === "ready") && held === "" && !forRun) {
      setState("");
      send();
    }
  }, [state, attached, off, held, forRun]);
  const begin = () => {
    despite.current = unended;
    without.current = attached.items.flatMap((f) => (isOver(f) ? [f.key] : []));
    seen.current = [];
    setState("waits");
  };
  return { state, failed: failed.map((f) => f.name), forRun, begin, end: () => setState("") };
}

function Waiting({ queue, attached, takeBack }: { queue: Queue; attached: FilesState; takeBack: () => void }): VNode | null {
  const { and } = strings.files;
  if (queue.state === "failed") {
    return (
      <p class="strip-trouble" id="not-sent" role="alert">
        {strings.composer.notSentFor(queue.failed.join(and))}
      </p>
    );
  }
  const names = awaited(attached);
  if (queue.state === "" || (names.length === 0 && !queue.forRun)) return null;
  return (
    <div class="strip-note queued" id="queued">
      <span role="status">{names.length === 0 ? strings.composer.waitsForRun : strings.composer.waits(names.join(and))}</span>
      <button type="button" class="quiet" id="queued-end" aria-keyshortcuts="Escape" title={strings.composer.hintWaits} onClick={takeBack}>
        {strings.composer.waitNoMore}
      </button>
    </div>
  );
}

// Escape is for a message that waits, where there is one.
function StopButton({ stopping, byEscape }: { stopping: boolean; byEscape: boolean }): VNode {
  const { stop } = useContext(ActionsContext);
  const words = stopping ? strings.composer.stopping : strings.composer.stop;
  return (
    <button
      type="button"
      id="stop"
      class="send stop"
      disabled={stopping}
      aria-label={words}
      title={byEscape ? `${words} (${strings.composer.hintBusy})` : words}
      aria-keyshortcuts={byEscape ? "Escape" : undefined}
      onClick={stop}
    >
      <Square />
      <span>{words}</span>
    </button>
  );
}

function Trouble({ length }: { length: number }): VNode {
  const tooLong = length > longestMessage;
  return (
    <div id="composer-trouble" class="trouble" role="alert">
      {tooLong ? (
        <p>
          {strings.composer.tooLong(wholeNumber(length), wholeNumber(longestMessage))} {strings.composer.tooLongNext}
        </p>
      ) : null}
    </div>
  );
}

// What a person has written is never lost; an example that was put in before gives way.
function joined(text: string, draft: string): string {
  if (text.trim() === "") return draft;
  const example = [...strings.empty.prompts, ...strings.empty.closed.prompts].some((p) => p.text === draft);
  return draft.trim() === "" || example || draft === text ? text : `${text}\n\n${draft}`;
}

function put(box: HTMLTextAreaElement, text: string): void {
  fill(box, text);
  box.focus();
}

function fill(box: HTMLTextAreaElement, text: string): void {
  box.value = text;
  box.setSelectionRange(text.length, text.length);
}
