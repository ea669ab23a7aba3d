// The browser's own dialog, opened over everything: what is behind it is inert, Escape closes it, and the focus goes back
// where it was.

import type { ComponentChildren, VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";

interface DialogProps {
  id: string;
  class: string;
  label: string;
  close: () => void;
  children: ComponentChildren;
}

/** Open while it is drawn. A press beside it closes it. */
export function Dialog({ id, class: looks, label, close, children }: DialogProps): VNode {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = box.current;
    const before = document.activeElement;
    dialog?.showModal();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      id={id}
      class={looks}
      ref={box}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      // The browser may close it without asking first.
      onClose={close}
      onKeyDown={(event) => {
        // The dialog is nearer than the run that Escape would stop.
        if (event.key === "Escape") event.stopPropagation();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) close();
      }}
    >
      {children}
    </dialog>
  );
}
