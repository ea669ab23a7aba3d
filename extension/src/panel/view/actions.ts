// What components can ask for. Behind it is the controller, put there by
// services() in panel.tsx, and what is the panel's own, by app.tsx; tests put
// something else there.

import type { Block } from "@protocol/chat.gen";
import { createContext } from "preact";

/** A text read from the daemon by pieces; not whole where it is too long to show. */
export interface ReadText {
  text: string;
  whole: boolean;
}

export interface Actions {
  /** With the nonce of the same message where that was sent before. */
  send: (text: string, files: readonly Block[], nonce: string | undefined) => void;
  sendAgain: () => void;
  /** Puts the unsent message back into the composer. */
  edit: () => void;
  stop: () => void;
  resume: () => void;
  newChat: () => void;
  open: (conversation: string) => void;
  older: () => void;
  /** Puts a text into the composer without sending it, before what is written there; null only moves the focus there. */
  compose: (text: string | null) => void;
  dismissProblem: () => void;
  /** Takes note of a data file that was lost. */
  dismissDamage: (file: string) => void;
  retryLink: () => void;
  openOptions: () => void;
  readText: (blob: string) => Promise<ReadText>;
  /** Reads an image; the second value is the kind that the message names. */
  readImage: (blob: string, mimeType: string) => Promise<Blob>;
}

/** Whether there is a link: what could not be read without one is read again when there is. */
export const LinkContext = createContext(true);

const nothing = () => undefined;

export const ActionsContext = createContext<Actions>({
  send: nothing,
  sendAgain: nothing,
  edit: nothing,
  stop: nothing,
  resume: nothing,
  newChat: nothing,
  open: nothing,
  older: nothing,
  compose: nothing,
  dismissProblem: nothing,
  dismissDamage: nothing,
  retryLink: nothing,
  openOptions: nothing,
  readText: () => Promise.resolve({ text: "", whole: true }),
  readImage: () => Promise.resolve(new Blob()),
});
