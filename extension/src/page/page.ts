// The page script: injected into a document's isolated world by either driver,
// as often as they like. It looks and reports; it decides nothing. What it
// remembers lives as long as the document; a newer build takes its place and
// starts afresh.

import type { Functions } from "@protocol/pagescript.gen";
import { aim } from "./aim";
import { content } from "./content";
import { find } from "./find";
import { focus, landed } from "./focus";
import { Guard } from "./guard";
import { locate } from "./locate";
import { Memory } from "./memory";
import { reveal } from "./reveal";
import { scroll } from "./scroll";
import { set } from "./set";
import { shown } from "./shown";
import { snapshot } from "./snapshot";

/** The functions by name, one for each that the protocol declares; tsc fails where one is missing. */
type Handlers = {
  readonly [K in keyof Functions]: (args: Functions[K]["args"]) => Functions[K]["result"] | Promise<Functions[K]["result"]>;
};

interface PageScript {
  readonly version: string;
  readonly call: (name: string, args: unknown) => unknown;
}

declare global {
  var __margay: PageScript | undefined;
}

/** Changes whenever a new build must replace one that is already in a document. */
const version = "14";

function open(): PageScript {
  const memory = new Memory();
  const guard = new Guard();
  const handlers: Handlers = {
    snapshot: (args) => (noPaper(unread), snapshot(args, memory)),
    find: (args) => (noPaper(unread), find(args, memory)),
    content: (args) => (noPaper(unread), content(args)),
    locate: ({ ref, want }) => locate(ref, memory, want),
    aim: (args) => aim(args, memory, guard),
    focus: (args) => (noPaper("no key reaches it from here"), focus(args, memory, guard)),
    set: (args) => set(args, memory),
    guard: ({ kind }) => {
      guard.nothing(kind);
      return {};
    },
    landed: (args) => landed(args, memory, guard),
    scroll: (args) => (noPaper("it cannot be scrolled from here"), scroll(args, memory)),
    reveal: (args) => reveal(args, memory),
    shown: (args) => shown(args, memory),
  };
  return { version, call: (name, args) => call(handlers, name, args) };
}

const unread = "its text cannot be read here";

// A PDF has a document of ours with nothing in it: that nothing is there to read, or to scroll, would not be true.
function noPaper(why: string): void {
  if (document.contentType !== "application/pdf") return;
  throw new Error(`This is a PDF, which the browser draws itself: ${why}. Take a screenshot; or ask for the file as an attachment, whose text can be read.`);
}

// The arguments were checked by the program that sends them, against the same types.
function call(handlers: Handlers, name: string, args: unknown): unknown {
  const handler: unknown = Object.hasOwn(handlers, name) ? Reflect.get(handlers, name) : undefined;
  if (typeof handler !== "function") throw new Error(`The page script has no function ${name}.`);
  return Reflect.apply(handler, undefined, [args ?? {}]);
}

if (globalThis.__margay?.version !== version) globalThis.__margay = open();
