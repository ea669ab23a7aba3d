// The drawer with all conversations: search, rename in place, delete and undo.
//
// One row at a time is a stop of the Tab key; arrows, Home and End move between rows, F2 renames and Delete deletes.

import { type Conversation, MaxTitle, type Run } from "@protocol/chat.gen";
import type { VNode } from "preact";
import { useContext, useEffect, useRef, useState } from "preact/hooks";
import { Dialog } from "../../ui/dialog";
import { when } from "../../ui/format";
import { Close, Pencil, Search, Trash } from "../../ui/icons";
import { ProblemWords } from "../../ui/link";
import { useObservable } from "../../ui/observable";
import { strings } from "../../ui/strings";
import type { Chats, ChatsState } from "../chats";
import { ActionsContext } from "./actions";
import { isComposing } from "./keys";

interface DrawerProps {
  chats: Chats;
  /** The conversation that is open. */
  current: string;
  close: () => void;
}

export function Drawer({ chats, current, close }: DrawerProps): VNode {
  const state = useObservable(chats.state);
  const list = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  // The row that takes the focus when it is drawn: it was renamed by a key, or is brought back.
  const [taking, setTaking] = useState("");
  useEffect(() => {
    field.current?.focus();
    void chats.show();
    return () => chats.hide();
  }, []);
  return (
    <Dialog id="chats" class="drawer" label={strings.header.chats} close={close}>
      <div class="drawer-head">
        <h2>{strings.header.chats}</h2>
        <button type="button" class="icon-button" aria-label={strings.common.close} title={strings.common.close} onClick={close}>
          <Close />
        </button>
      </div>
      <label class="search">
        <Search />
        <input
          type="search"
          id="chats-search"
          dir="auto"
          ref={field}
          placeholder={strings.chats.search}
          aria-label={strings.chats.search}
          value={state.search}
          onInput={({ currentTarget }) => void chats.find(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "ArrowDown") return;
            event.preventDefault();
            rowsOf(list.current)[0]?.focus();
          }}
        />
      </label>
      <div class="chat-list" ref={list} onScroll={({ currentTarget }) => nearEnd(currentTarget) && void chats.more()}>
        <Rows state={state} chats={chats} current={current} close={close} taking={taking} take={setTaking} />
      </div>
      <Foot state={state} chats={chats} take={setTaking} lost={() => field.current?.focus()} />
    </Dialog>
  );
}

interface RowsProps extends DrawerProps {
  state: ChatsState;
  /** The row that takes the focus when it is drawn. */
  taking: string;
  take: (conversation: string) => void;
}

function Rows({ state, chats, current, close, taking, take }: RowsProps): VNode {
  const { open } = useContext(ActionsContext);
  const [stop, setStop] = useState("");
  const [renaming, setRenaming] = useState("");
  const { items } = state;
  if (items === null) return <p class="aside">{state.loading ? strings.common.loading : ""}</p>;
  if (items.length === 0) return <p class="aside">{state.search.trim() === "" ? strings.chats.none : strings.chats.noneFound}</p>;
  const reachable = items.some((c) => c.id === stop) ? stop : (items[0]?.id ?? "");
  return (
    <>
      <ul aria-label={strings.header.chats}>
        {items.map((c) => (
          <li key={c.id} class={c.id === current ? "chat-row current" : "chat-row"} onFocusIn={() => setStop(c.id)}>
            {renaming === c.id ? (
              <Rename
                conversation={c}
                chats={chats}
                done={(byKey) => {
                  setRenaming("");
                  take(byKey ? c.id : "");
                }}
              />
            ) : (
              <Row
                conversation={c}
                current={c.id === current}
                state={stateOf(state.runs, c)}
                reachable={c.id === reachable}
                takesFocus={c.id === taking}
                tookFocus={() => take("")}
                open={() => {
                  close();
                  if (c.id !== current) open(c.id);
                }}
                rename={() => setRenaming(c.id)}
                remove={() => chats.remove(c)}
              />
            )}
          </li>
        ))}
      </ul>
      {state.next === "" ? null : (
        <button type="button" class="quiet more-chats" disabled={state.loading} onClick={() => void chats.more()}>
          {state.loading ? strings.common.loading : strings.chats.more}
        </button>
      )}
    </>
  );
}

interface RowProps {
  conversation: Conversation;
  current: boolean;
  /** What its run does, in a word; empty where it has none. */
  state: string;
  /** The Tab key stops here. */
  reachable: boolean;
  /** It takes the focus when it is drawn. */
  takesFocus: boolean;
  tookFocus: () => void;
  open: () => void;
  rename: () => void;
  /** Resolves to whether it was deleted. */
  remove: () => Promise<boolean>;
}

function Row({ conversation, current, state, reachable, takesFocus, tookFocus, open, rename, remove }: RowProps): VNode {
  const tabIndex = reachable ? 0 : -1;
  const title = titleOf(conversation);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    button.current?.focus();
    tookFocus();
  }, [takesFocus]);
  // The row that takes the focus of a deleted one is its neighbour; where nothing was deleted the focus stays.
  const removeHere = (from: Element) => {
    const beside = neighbour(from);
    void remove().then((gone) => {
      if (gone && (document.activeElement === document.body || from.contains(document.activeElement))) beside?.focus();
    });
  };
  const key = (event: KeyboardEvent) => {
    if (!(event.currentTarget instanceof HTMLElement)) return;
    if (event.key === "F2") rename();
    else if (event.key === "Delete") removeHere(event.currentTarget);
    else if (!moves(event.key, event.currentTarget)) return;
    event.preventDefault();
  };
  return (
    <>
      <button
        type="button"
        class="chat-open"
        ref={button}
        data-conversation={conversation.id}
        aria-current={current ? "true" : undefined}
        aria-keyshortcuts="F2 Delete"
        title={`${title}\n${strings.chats.keys}`}
        tabIndex={tabIndex}
        onClick={open}
        onKeyDown={key}
      >
        <span class="chat-title" dir="auto">{title}</span>
        <span class={state === "" ? "chat-when" : "chat-when chat-state"}>
          {state === "" ? when(conversation.updatedAt, Date.now()) : state}
        </span>
      </button>
      <span class="chat-tools">
        <Tool label={strings.chats.rename} of={title} tabIndex={tabIndex} press={rename} icon={<Pencil />} />
        <Tool label={strings.chats.delete} of={title} tabIndex={tabIndex} press={removeHere} icon={<Trash />} />
      </span>
    </>
  );
}

interface ToolProps {
  label: string;
  of: string;
  tabIndex: number;
  press: (from: Element) => void;
  icon: VNode;
}

function Tool({ label, of, tabIndex, press, icon }: ToolProps): VNode {
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={`${label}: ${of}`}
      title={label}
      tabIndex={tabIndex}
      onClick={({ currentTarget }) => press(currentTarget)}
    >
      {icon}
    </button>
  );
}

function Rename({ conversation, chats, done }: { conversation: Conversation; chats: Chats; done: (byKey: boolean) => void }): VNode {
  const field = useRef<HTMLInputElement>(null);
  const over = useRef(false);
  useEffect(() => field.current?.select(), []);
  const end = (save: boolean, byKey: boolean) => {
    // Enter takes the field away, which is a loss of the focus too.
    if (over.current) return;
    over.current = true;
    const title = field.current?.value ?? "";
    done(byKey);
    if (save) void chats.rename(conversation, title);
  };
  return (
    <input
      type="text"
      class="chat-rename"
      dir="auto"
      ref={field}
      aria-label={strings.chats.renameField}
      maxLength={MaxTitle}
      defaultValue={conversation.title}
      onBlur={() => end(true, false)}
      onKeyDown={(event) => {
        if (isComposing(event)) return;
        if (event.key === "Enter") end(true, true);
        if (event.key !== "Escape") return;
        // Only the renaming ends, not the drawer.
        event.preventDefault();
        event.stopPropagation();
        end(false, true);
      }}
    />
  );
}

/** So many offers to undo are shown; the others when they are asked for. */
const mostUndos = 3;

interface FootProps {
  state: ChatsState;
  chats: Chats;
  take: (conversation: string) => void;
  /** The focus went with what was pressed. */
  lost: () => void;
}

function Foot({ state, chats, take, lost }: FootProps): VNode {
  const { deleted, problem } = state;
  const [all, setAll] = useState(false);
  useLapse(chats, deleted.at(-1)?.until);
  useEffect(() => {
    if (document.activeElement === document.body) lost();
  }, [deleted.length, problem === null, all]);
  // What is back takes the focus, which also brings it into view.
  const undo = async (id: string) => {
    take(id);
    const back = await chats.undo(id);
    // It may be on a page that is not there yet.
    if (!back || chats.state.value.items?.some((c) => c.id === id) !== true) take("");
  };
  return (
    <div class="drawer-foot" role="status" aria-live="polite">
      {problem === null ? null : (
        <div class="drawer-problem" data-kind={problem.kind}>
          <ProblemWords problem={problem} />
          <button type="button" class="quiet" onClick={() => chats.dismiss()}>
            {strings.link.dismiss}
          </button>
        </div>
      )}
      {deleted.length === 0 ? null : (
        <ul class="undos" aria-label={strings.chats.deletedList}>
          {deleted.slice(0, all ? undefined : mostUndos).map(({ conversation }, i) => (
            <li key={conversation.id} class="undo" data-deleted={conversation.id}>
              <bdi class="undo-words">{strings.chats.deleted(titleOf(conversation))}</bdi>
              <button
                type="button"
                id={i === 0 ? "undo" : undefined}
                class="button"
                aria-label={`${strings.chats.undo}: ${titleOf(conversation)}`}
                onClick={() => void undo(conversation.id)}
              >
                {strings.chats.undo}
              </button>
              <button
                type="button"
                class="icon-button undo-not"
                aria-label={strings.chats.letGo(titleOf(conversation))}
                title={strings.chats.letGo(titleOf(conversation))}
                onClick={() => chats.letGo(conversation.id)}
              >
                <Close />
              </button>
            </li>
          ))}
        </ul>
      )}
      {all || deleted.length <= mostUndos ? null : (
        <button type="button" class="quiet" id="more-undos" aria-label={`${strings.chats.deletedList}: ${strings.chats.moreDeleted(deleted.length - mostUndos)}`} onClick={() => setAll(true)}>
          {strings.chats.moreDeleted(deleted.length - mostUndos)}
        </button>
      )}
    </div>
  );
}

// An offer goes when its time is over.
function useLapse(chats: Chats, oldest: string | undefined): void {
  useEffect(() => {
    if (oldest === undefined) return undefined;
    const timer = setTimeout(() => chats.lapse(), Math.max(0, Date.parse(oldest) - Date.now()) + 100);
    return () => clearTimeout(timer);
  }, [chats, oldest]);
}

function titleOf({ title }: Conversation): string {
  return title === "" ? strings.header.newChat : title;
}

function stateOf(runs: readonly Run[], conversation: Conversation): string {
  const run = runs.find((r) => r.conversation === conversation.id);
  if (run === undefined) return "";
  if (run.state === "interrupted") return strings.chats.interrupted;
  return run.state === "parked" ? strings.chats.paused : strings.chats.running;
}

function nearEnd(box: HTMLElement): boolean {
  return box.scrollHeight - box.scrollTop - box.clientHeight < 200;
}

function rowsOf(list: Element | null): HTMLElement[] {
  return list === null ? [] : [...list.querySelectorAll<HTMLElement>("[data-conversation]")];
}

function neighbour(from: Element): HTMLElement | null {
  const row = from.closest("li");
  const beside = row?.nextElementSibling ?? row?.previousElementSibling ?? null;
  return beside?.querySelector<HTMLElement>("[data-conversation]") ?? document.querySelector<HTMLElement>("#chats-search");
}

/** Moves the focus to another row; false where the key means nothing here. */
function moves(key: string, from: HTMLElement): boolean {
  const rows = rowsOf(from.closest(".chat-list"));
  const at = rows.indexOf(from);
  if (key === "ArrowDown") rows[at + 1]?.focus();
  else if (key === "ArrowUp") (rows[at - 1] ?? document.querySelector<HTMLElement>("#chats-search"))?.focus();
  else if (key === "Home") rows[0]?.focus();
  else if (key === "End") rows.at(-1)?.focus();
  else return false;
  return true;
}
