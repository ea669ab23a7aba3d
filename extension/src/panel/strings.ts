// Every word that the panel shows, in one place. A second language is a second
// object of the same type; nothing else in the panel holds text for people.

export type ProblemKind =
  | "host_missing"
  | "host_forbidden"
  | "host_broken"
  | "host_exits"
  | "host_silent"
  | "host_foreign"
  | "link_lost"
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
  | "other";

export interface ProblemWords {
  title: string;
  /** What to do next, where the fault itself does not say it. */
  next: string;
}

/** The words of one language. */
export interface Strings {
  appName: string;
  header: {
    newChat: string;
    newChatTitle: string;
    recent: string;
    recentEmpty: string;
    recentLoading: string;
    running: string;
    interrupted: string;
  };
  empty: {
    title: string;
    lead: string;
    promptsLabel: string;
    prompts: readonly { label: string; text: string }[];
  };
  offline: { title: string; lead: string; how: string; variables: string };
  composer: {
    label: string;
    placeholder: string;
    placeholderBusy: string;
    send: string;
    stop: string;
    stopping: string;
    hint: string;
    hintBusy: string;
    tooLong(length: string, limit: string): string;
    tooLongNext: string;
    noFiles: string;
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
    model(name: string): string;
    offlineModel: string;
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
    copy: string;
    copied: string;
    copyCode: string;
    copyAnswer: string;
    image(alt: string): string;
    imageBlock: string;
    fileBlock: string;
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
    result: string;
    noResult: string;
    showAll(size: string): string;
    loading: string;
    moreLeft(size: string): string;
    failedToLoad: string;
    unknownHint: string;
    show: string;
    hide: string;
  };
  notes: {
    retry(error: string, attempt: number, max: number): string;
    retryIn(seconds: number): string;
    retryNow: string;
    warning: string;
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
    tryAgain: string;
    dismiss: string;
    details: string;
  };
  problems: Readonly<Record<ProblemKind, ProblemWords>>;
}

export type CallState = "pending" | "started" | "completed" | "error" | "cancelled" | "unknown" | "not_run";

export const english: Strings = {
  appName: "Margay",
  header: {
    newChat: "New chat",
    newChatTitle: "Start a new chat",
    recent: "Recent chats",
    recentEmpty: "No chats yet.",
    recentLoading: "Loading…",
    running: "Running",
    interrupted: "Interrupted",
  },
  empty: {
    title: "What should I do on this page?",
    lead: "I can read the page, click, fill in forms, open addresses and look through your tabs. You see each step, and can stop me at any time.",
    promptsLabel: "Try one of these",
    prompts: [
      { label: "Read this page", text: "What is on this page?" },
      { label: "Fill in a form", text: "Fill in the form. Full name: Mira Lind, Email: mira@example.com. Do not send it." },
      { label: "See what is open", text: "List my open tabs" },
    ],
  },
  offline: {
    title: "The offline model is answering",
    lead: "It is a small planner on this machine, not a language model. It follows plain instructions such as the ones above.",
    how: "For a real model, close the browser and start it from a terminal where these are set:",
    variables: "MARGAY_MODEL=openai:…   (provider:model)\nOPENAI_API_KEY=…\nOPENAI_BASE_URL=…   (only for another address)",
  },
  composer: {
    label: "Message to Margay",
    placeholder: "Ask Margay to do something…",
    placeholderBusy: "Write the next message…",
    send: "Send",
    stop: "Stop",
    stopping: "Stopping…",
    hint: "Enter sends · Shift+Enter new line",
    hintBusy: "Esc stops",
    tooLong: (length, limit) => `Too long: ${length} of ${limit} characters.`,
    tooLongNext: "Shorten it, or open the text in a tab and ask about that page.",
    noFiles: "Files cannot be attached. Open the file in a tab and ask about that page.",
  },
  status: {
    connecting: "Connecting…",
    ready: "Ready",
    running: "Working",
    stopping: "Stopping",
    waiting: "Not connected",
    stopped: "Not connected",
    interrupted: "Interrupted",
    parked: "Paused",
    retrying: "Waiting for the model",
    model: (name) => name,
    offlineModel: "Offline model",
  },
  chat: {
    log: "Conversation",
    you: "You",
    agent: "Margay",
    earlier: "Show earlier messages",
    loadingEarlier: "Loading earlier messages…",
    latest: "Jump to latest",
    opening: "Opening…",
    thinking: "Thinking…",
    thoughts: "Thoughts",
    sending: "Sending…",
    unsent: "Not sent.",
    sendAgain: "Send again",
    edit: "Edit",
    more: "Show more",
    less: "Show less",
    cut: "The answer was cut off here.",
    working: "Working…",
    copy: "Copy",
    copied: "Copied",
    copyCode: "Copy code",
    copyAnswer: "Copy answer",
    image: (alt) => (alt === "" ? "Image" : `Image: ${alt}`),
    imageBlock: "Image",
    fileBlock: "File",
    external: (host) => `goes to ${host}`,
    blockedLink: "This link was left out: its address cannot be opened safely.",
    ticked: "Ticked",
    unticked: "Not ticked",
    usage: (input, output) => `${input} in · ${output} out`,
    usageTitle: (input, output, read, written) =>
      `Tokens: ${input} in (${read} read from cache, ${written} written to cache), ${output} out`,
  },
  call: {
    states: {
      pending: "Waiting",
      started: "Running",
      completed: "Done",
      error: "Failed",
      cancelled: "Cancelled",
      unknown: "Outcome unknown",
      not_run: "Not run",
    },
    arguments: "Arguments",
    noArguments: "None",
    result: "Result",
    noResult: "No result yet.",
    showAll: (size) => `Show all (${size})`,
    loading: "Loading…",
    moreLeft: (size) => `Only the first part is shown; the whole is ${size}.`,
    failedToLoad: "The whole result could not be read:",
    unknownHint: "It may or may not have happened. Look at the page before repeating it.",
    show: "Show details",
    hide: "Hide details",
  },
  notes: {
    retry: (error, attempt, max) => `The model did not answer: ${error}. Attempt ${attempt} of ${max}.`,
    retryIn: (seconds) => `Trying again in ${seconds} s.`,
    retryNow: "Trying again…",
    warning: "Note",
  },
  run: {
    interruptedTitle: "This run was interrupted.",
    interruptedNext: "Steps that were under way may or may not have happened. Margay looks again before it goes on.",
    parkedTitle: "This run is paused.",
    parkedNext: "It goes on by itself when Margay has restarted.",
    resume: "Resume",
    stoppedByYou: "You stopped this run.",
    failed: "This run failed.",
    again: "Edit and send again",
    errors: {
      rate_limit: { title: "The provider’s limit is reached.", next: "Wait a little, then send again." },
      auth: { title: "The provider refused the key.", next: "Check the key that Margay was started with." },
      context_too_large: { title: "The conversation is too long for the model.", next: "Start a new chat." },
      output_too_long: { title: "The answer became too long for the model.", next: "Ask for a smaller step." },
      overloaded: { title: "The provider is overloaded.", next: "Wait a little, then send again." },
      network: {
        title: "The connection to the provider failed.",
        next: "Check the network and the provider’s address, then send again.",
      },
      refused: { title: "The model refused to answer this.", next: "Say it in other words, or choose another model." },
      api_error: {
        title: "The provider answered with an error.",
        next: "Send again. If it happens again, check the model’s name.",
      },
      persist_failed: { title: "The answer could not be stored.", next: "Check that the disk has room; the log says more." },
      interrupted: { title: "The run was interrupted.", next: "Send again." },
      too_many_rounds: { title: "The run took too many steps and was ended.", next: "Say “go on” to continue." },
      conversation_busy: { title: "This chat has a run under way.", next: "Wait until it ends, or stop it." },
      internal: { title: "This is a fault in Margay.", next: "Send again. If it happens again, the log says more." },
    },
  },
  link: {
    reconnectIn: (seconds) => `Reconnecting in ${seconds} s.`,
    reconnecting: "Reconnecting…",
    tryNow: "Try now",
    tryAgain: "Try again",
    dismiss: "Dismiss",
    details: "Details",
  },
  problems: {
    host_missing: {
      title: "Margay’s program is not installed for this browser.",
      next: "Run “margay install” in a terminal (Margay’s README tells how), then try again.",
    },
    host_forbidden: {
      title: "Margay’s program is installed for another extension.",
      next: "Run “margay install” in a terminal, then try again.",
    },
    host_broken: {
      title: "The browser could not start Margay’s program.",
      next: "It is missing or may not be run. Run “margay install” in a terminal, then try again.",
    },
    host_silent: {
      title: "Margay’s program was started, but does not answer.",
      next: "Run “margay serve” in a terminal to see why.",
    },
    host_foreign: {
      title: "Another program answers in Margay’s place.",
      next: "Run “margay install” in a terminal, so that the browser starts the right program.",
    },
    host_exits: {
      title: "Margay’s program starts, but ends at once.",
      next: "Run “margay serve” in a terminal to see why.",
    },
    link_lost: {
      title: "The connection to Margay was lost.",
      next: "A run that is under way goes on without this panel.",
    },
    version_mismatch: {
      title: "The extension and Margay’s program do not fit together.",
      next: "Bring both to the same version, then reload the extension.",
    },
    not_allowed: {
      title: "Margay’s program does not accept this extension.",
      next: "Run “margay install” in a terminal, then try again.",
    },
    no_daemon: {
      title: "Margay’s background program could not be started.",
      next: "Run “margay serve” in a terminal to see why.",
    },
    store_locked: {
      title: "Another program holds Margay’s data.",
      next: "End the other program, then try again.",
    },
    store_newer: {
      title: "Margay’s data was written by a newer version.",
      next: "Install that version or a later one.",
    },
    store_damaged: {
      title: "Margay’s data cannot be read.",
      next: "It was kept aside and not changed. The log says where.",
    },
    shutting_down: {
      title: "Margay is restarting.",
      next: "The panel connects again by itself.",
    },
    busy: {
      title: "This chat has a run under way.",
      next: "Wait until it ends or stop it, then send again.",
    },
    not_found: {
      title: "This is no longer there.",
      next: "It may have been deleted. Start a new chat.",
    },
    conflict: {
      title: "Something else changed this in between.",
      next: "Open the chat again to see its present state.",
    },
    too_large: {
      title: "This is too large.",
      next: "Send a shorter message.",
    },
    deadline: {
      title: "Margay did not answer in time.",
      next: "Try again. If it happens again, the log says more.",
    },
    other: {
      title: "That did not work.",
      next: "Try again. If it happens again, the log says more.",
    },
  },
};

/** The language in use. */
export const strings: Strings = english;
