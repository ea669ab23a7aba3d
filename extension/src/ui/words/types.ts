// Every word that the interface shows, as a type: a language is an object of it, and one that lacks a word fails the type
// check. Nothing else in the extension's pages holds text for people (strings.test.ts looks).

import type { OptionsWords, PopupWords } from "./surfaces";

export type ProblemKind =
  | "host_missing"
  | "host_forbidden"
  | "host_broken"
  | "host_exits"
  | "host_silent"
  | "host_foreign"
  | "link_lost"
  | "unanswered"
  | "version_mismatch"
  | "not_allowed"
  | "no_daemon"
  | "store_locked"
  | "store_newer"
  | "store_damaged"
  | "shutting_down"
  | "busy"
  | "not_found"
  | "conflict"
  | "too_large"
  | "deadline"
  | "unsupported"
  | "not_served"
  | "other";

export interface ProblemWords {
  title: string;
  /** What to do next, where the fault itself does not say it. */
  next: string;
}

export type CallState = "pending" | "started" | "completed" | "error" | "cancelled" | "unknown" | "not_run" | "timed_out";

/** The words of one language. */
export interface Strings {
  appName: string;
  /** The language's own name. */
  language: string;
  common: {
    options: string;
    copy: string;
    copied: string;
    close: string;
    details: string;
    loading: string;
    tryAgain: string;
    model: string;
    offlineModel: string;
    /** Before words of the program or a provider in another language than the page's. */
    quoted: string;
  };
  header: {
    newChat: string;
    newChatTitle: string;
    chats: string;
    /** The same with the title of the chat that is open, for who does not see that it stands there. */
    chatsAt(title: string): string;
  };
  chats: {
    search: string;
    none: string;
    noneFound: string;
    more: string;
    running: string;
    interrupted: string;
    paused: string;
    rename: string;
    renameField: string;
    delete: string;
    deleted(title: string): string;
    deletedList: string;
    undo: string;
    /** Takes the offer to undo away. */
    letGo(title: string): string;
    moreDeleted(count: number): string;
    /** The open chat was deleted in another window. */
    gone(title: string): string;
    goneNext: string;
    keys: string;
  };
  empty: {
    title: string;
    lead: string;
    promptsLabel: string;
    prompts: readonly { label: string; text: string }[];
    /** The same where the page in front is one that no extension may read. */
    closed: { title: string; lead: string; promptsLabel: string; prompts: readonly { label: string; text: string }[] };
  };
  first: {
    title: string;
    found(version: string): string;
    looking: string;
    missing: string;
    missingNext: string;
    model(name: string): string;
    offline: string;
    offlineNext: string;
    connect: string;
  };
  composer: {
    label: string;
    placeholder: string;
    placeholderBusy: string;
    send: string;
    stop: string;
    stopping: string;
    hint: string;
    hintBusy: string;
    /** A message waits to be sent. */
    hintWaits: string;
    tooLong(length: string, limit: string): string;
    tooLongNext: string;
    /** Why Send is off. */
    off: Readonly<Record<"empty" | "tooLong" | "noLink" | "sending" | "opening" | "waits", string>>;
    /** The message is sent when the files are stored. */
    waits(names: string): string;
    /** The message waits for the run that is under way. */
    waitsForRun: string;
    waitNoMore: string;
    /** A file that it waited for failed, and says why itself. */
    notSentFor(names: string): string;
    /** The chat that was left is gone. */
    moved: string;
    model: string;
    defaultModel(name: string): string;
  };
  files: {
    attach: string;
    limits(count: number, size: string): string;
    drop: string;
    list: string;
    remove(name: string): string;
    reading: string;
    sending(percent: number): string;
    storing: string;
    tooMany(limit: number, others: string): string;
    /** Between names. */
    and: string;
    tooLarge(size: string, limit: string): string;
    empty: string;
    /** The two where the program's words are in another language. */
    unsupported: string;
    refused: string;
    unreadable: string;
    noLink: string;
    notServed: string;
    /** The program has forgotten it meanwhile. */
    gone: string;
    /** The panel ended before it was stored. */
    left: string;
    pasted: string;
    /** How much of the text of a file a model is given. */
    firstPart(given: string, all: string): string;
    /** How many pages of a PDF are read. */
    firstPages(given: string, all: string): string;
    /** Images are attached and the model that answers is given none. */
    notSeen(model: string): string;
  };
  picture: {
    named(name: string): string;
    unnamed: string;
    by(tool: string): string;
    enlarge: string;
    fit: string;
    loading: string;
    failed: string;
    file: string;
  };
  status: {
    connecting: string;
    ready: string;
    running: string;
    stopping: string;
    waiting: string;
    stopped: string;
    interrupted: string;
    parked: string;
    retrying: string;
  };
  chat: {
    log: string;
    you: string;
    agent: string;
    earlier: string;
    loadingEarlier: string;
    latest: string;
    opening: string;
    thinking: string;
    thoughts: string;
    sending: string;
    unsent: string;
    sendAgain: string;
    edit: string;
    more: string;
    less: string;
    cut: string;
    working: string;
    copyCode: string;
    copyAnswer: string;
    copyMessage: string;
    image(alt: string): string;
    external(host: string): string;
    blockedLink: string;
    ticked: string;
    unticked: string;
    usage(input: string, output: string): string;
    usageTitle(input: string, output: string, read: string, written: string): string;
  };
  call: {
    states: Readonly<Record<CallState, string>>;
    arguments: string;
    noArguments: string;
    /** The arguments as they ran, where they were mended. */
    ran: string;
    result: string;
    noResult: string;
    showAll(size: string): string;
    moreLeft(size: string): string;
    failedToLoad: string;
    unknownHint: string;
    /** Where the words of the failure are in another language; they stand in the opened card. */
    failed: string;
  };
  notes: {
    retry(error: string, attempt: number, max: number): string;
    /** The same where the error's own words stand below. */
    retryCount(attempt: number, max: number): string;
    retryIn(seconds: number): string;
    retryNow: string;
    /** The warnings that the program is known to give. */
    contentRules: string;
    cutOff: string;
    leftOut(names: string): string;
    readInPart(names: string): string;
    guessedLetters(names: string): string;
    pictureRefused(names: string): string;
    offlineFiles: string;
  };
  run: {
    interruptedTitle: string;
    interruptedNext: string;
    parkedTitle: string;
    parkedNext: string;
    resume: string;
    stoppedByYou: string;
    failed: string;
    /** Puts what was asked into the composer. */
    again: string;
    /** What happened, and what to do where the error does not say it. */
    errors: Readonly<Record<string, ProblemWords>>;
  };
  link: {
    reconnectIn(seconds: number): string;
    reconnecting: string;
    tryNow: string;
    dismiss: string;
    /** A data file that could not be read was put aside. */
    damaged: { title: string; kept(when: string, file: string, dir: string): string; next(dir: string): string };
    command: string;
    /** The same of a command that ends a process, and of one that lets it go on. */
    endsProcess: string;
    goesOn: string;
    copyCommand: string;
    /** The command relies on PATH, which `margay install` does not touch. */
    place(path: string): string;
  };
  problems: Readonly<Record<ProblemKind, ProblemWords>>;
  popup: PopupWords;
  options: OptionsWords;
}
