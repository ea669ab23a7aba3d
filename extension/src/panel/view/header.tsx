// The head of the panel: all chats, which one is open, a new one, and the options.

import type { VNode } from "preact";
import { useContext, useState } from "preact/hooks";
import { Chevron, Gear, Mark, Plus } from "../../ui/icons";
import { strings } from "../../ui/strings";
import type { Chats } from "../chats";
import type { Model } from "../state/model";
import { ActionsContext } from "./actions";
import { Drawer } from "./drawer";

export function Header({ model, chats }: { model: Model; chats: Chats }): VNode {
  const { newChat, openOptions } = useContext(ActionsContext);
  const [open, setOpen] = useState(false);
  const title = model.conversation?.title ?? "";
  const shown = title === "" ? strings.header.newChat : title;
  return (
    <header class="header">
      <button
        type="button"
        id="chats-button"
        class="title"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={strings.header.chatsAt(shown)}
        title={strings.header.chats}
        onClick={() => setOpen(true)}
      >
        <Mark />
        <h1 dir="auto">{shown}</h1>
        <Chevron />
      </button>
      <span class="header-tools">
        <HeadButton id="new-chat" label={strings.header.newChatTitle} press={newChat} icon={<Plus />} />
        <HeadButton id="options-button" label={strings.common.options} press={openOptions} icon={<Gear />} />
      </span>
      {open ? <Drawer chats={chats} current={model.conversation?.id ?? ""} close={() => setOpen(false)} /> : null}
    </header>
  );
}

interface HeadButtonProps {
  id: string;
  label: string;
  press: () => void;
  icon: VNode;
}

function HeadButton({ id, label, press, icon }: HeadButtonProps): VNode {
  return (
    <button type="button" id={id} class="icon-button" aria-label={label} title={label} onClick={press}>
      {icon}
    </button>
  );
}
