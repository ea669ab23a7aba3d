// The head of the panel: which chat is open, the recent ones, and a new one.

import type { Conversation } from "@protocol/chat.gen";
import type { VNode } from "preact";
import { useContext, useEffect, useRef, useState } from "preact/hooks";
import { when } from "../format";
import type { Model, Recent } from "../state/model";
import { strings } from "../strings";
import { ActionsContext } from "./actions";
import { Chevron, Mark, Plus } from "./icons";

export function Header({ model }: { model: Model }): VNode {
  const { newChat, loadRecent } = useContext(ActionsContext);
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = (refocus: boolean) => {
    setOpen(false);
    if (refocus) button.current?.focus();
  };
  const toggle = () => {
    if (!open) loadRecent();
    setOpen(!open);
  };
  const title = model.conversation?.title ?? "";
  return (
    <header class="header">
      <Mark />
      <button
        type="button"
        ref={button}
        id="recent-button"
        class="title"
        aria-haspopup="menu"
        aria-expanded={open}
        title={strings.header.recent}
        onClick={toggle}
      >
        <h1>{title === "" ? strings.header.newChat : title}</h1>
        <Chevron />
      </button>
      <button
        type="button"
        id="new-chat"
        class="icon-button"
        aria-label={strings.header.newChatTitle}
        title={strings.header.newChatTitle}
        onClick={newChat}
      >
        <Plus />
      </button>
      {open ? <RecentMenu recent={model.recent} current={model.conversation?.id ?? ""} close={close} /> : null}
    </header>
  );
}

interface MenuProps {
  recent: Recent | null;
  current: string;
  close: (refocus: boolean) => void;
}

function RecentMenu({ recent, current, close }: MenuProps): VNode {
  const { open } = useContext(ActionsContext);
  const menu = useRef<HTMLDivElement>(null);
  const ready = recent !== null;

  useEffect(() => itemsOf(menu.current)[0]?.focus(), [ready]);
  useEffect(() => {
    const outside = (event: PointerEvent) => {
      if (!(event.target instanceof Element)) return;
      if (event.target.closest("#recent, #recent-button") === null) close(false);
    };
    document.addEventListener("pointerdown", outside);
    return () => document.removeEventListener("pointerdown", outside);
  }, []);

  const choose = (conversation: string) => {
    close(true);
    if (conversation !== current) open(conversation);
  };
  return (
    <div
      id="recent"
      class="menu"
      role="menu"
      tabIndex={-1}
      ref={menu}
      aria-label={strings.header.recent}
      onKeyDown={(event) => menuKey(event, menu.current, close)}
    >
      {recent === null ? <p class="aside">{strings.header.recentLoading}</p> : null}
      {recent?.conversations.length === 0 ? <p class="aside">{strings.header.recentEmpty}</p> : null}
      {recent?.conversations.map((c) => (
        <Item key={c.id} conversation={c} current={c.id === current} state={stateOf(recent, c)} choose={choose} />
      ))}
    </div>
  );
}

interface ItemProps {
  conversation: Conversation;
  current: boolean;
  state: string;
  choose: (id: string) => void;
}

function Item({ conversation, current, state, choose }: ItemProps): VNode {
  return (
    <button
      type="button"
      role="menuitem"
      class="menu-item"
      tabIndex={-1}
      aria-current={current ? "true" : undefined}
      data-conversation={conversation.id}
      onClick={() => choose(conversation.id)}
    >
      <span class="menu-title">{conversation.title === "" ? strings.header.newChat : conversation.title}</span>
      <span class="menu-when">{state === "" ? when(conversation.updatedAt, Date.now()) : state}</span>
    </button>
  );
}

function stateOf(recent: Recent, conversation: Conversation): string {
  const run = recent.runs.find((r) => r.conversation === conversation.id);
  if (run === undefined) return "";
  return run.state === "interrupted" ? strings.header.interrupted : strings.header.running;
}

function itemsOf(menu: HTMLElement | null): HTMLElement[] {
  return menu === null ? [] : [...menu.querySelectorAll<HTMLElement>("[role=menuitem]")];
}

function menuKey(event: KeyboardEvent, menu: HTMLElement | null, close: (refocus: boolean) => void): void {
  if (event.key === "Tab") return close(false);
  if (event.key === "Escape") {
    // The menu is nearer than the run that Escape would stop.
    event.stopPropagation();
    return close(true);
  }
  const items = itemsOf(menu);
  const at = items.findIndex((item) => item === document.activeElement);
  const to = target(event.key, at, items.length);
  if (to === null) return;
  event.preventDefault();
  items.at(to)?.focus();
}

function target(key: string, at: number, count: number): number | null {
  if (key === "ArrowDown") return at + 1 >= count ? 0 : at + 1;
  if (key === "ArrowUp") return at - 1;
  if (key === "Home") return 0;
  return key === "End" ? -1 : null;
}
