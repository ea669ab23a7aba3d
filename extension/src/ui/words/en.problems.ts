// English: what went wrong, and what to do next.

import type { ProblemKind, ProblemWords } from "./types";

/** Why a run failed, by its error code. */
export const english: Readonly<Record<string, ProblemWords>> = {
  rate_limit: { title: "The provider’s limit is reached.", next: "Wait a little, then send again." },
  auth: { title: "The provider refused the key.", next: "Check the model’s key in the options." },
  context_too_large: { title: "The conversation is too long for the model.", next: "Start a new chat." },
  output_too_long: { title: "The answer became too long for the model.", next: "Ask for a smaller step." },
  overloaded: { title: "The provider is overloaded.", next: "Wait a little, then send again." },
  network: {
    title: "The connection to the provider failed.",
    next: "Check the network and the model’s address in the options, then send again.",
  },
  refused: { title: "The model refused to answer this.", next: "Say it in other words, or choose another model." },
  api_error: {
    title: "The provider answered with an error.",
    next: "Send again. If it happens again, check the model’s name in the options.",
  },
  persist_failed: { title: "The answer could not be stored.", next: "Check that the disk has room; the log says more." },
  interrupted: { title: "The run was interrupted.", next: "Send again." },
  too_many_rounds: { title: "The run took too many steps and was ended.", next: "Say “go on” to continue." },
  stuck: { title: "The model did not get on and was stopped.", next: "Say in other words how to go on, or choose another model." },
  conversation_busy: { title: "This chat has a run under way.", next: "Wait until it ends, or stop it." },
  internal: { title: "This is a fault in Margay.", next: "Send again. If it happens again, the log says more." },
};

export const problems: Readonly<Record<ProblemKind, ProblemWords>> = {
  host_missing: {
    title: "Margay’s program is not installed for this browser.",
    next: "Run “margay install” in a terminal, then try again. If that does not help, run “margay doctor”, which says why. If the terminal finds no such program, run install.sh (on Windows install.ps1) again, as Margay’s README tells.",
  },
  host_forbidden: {
    title: "Margay’s program is installed for another extension.",
    next: "Run “margay install” in a terminal, then try again. If that does not help, run “margay doctor”, which says why.",
  },
  host_broken: {
    title: "The browser could not start Margay’s program.",
    next: "It is missing or may not be run. Run “margay install” in a terminal, then try again. If that does not help, run “margay doctor”, which says why.",
  },
  host_silent: {
    title: "Margay’s program was started, but does not answer.",
    next: "Run “margay doctor” in a terminal: it says what is wrong and what mends it.",
  },
  host_foreign: {
    title: "Another program answers in Margay’s place.",
    next: "Run “margay install” in a terminal, so that the browser starts the right program. If that does not help, run “margay doctor”, which says why.",
  },
  host_exits: {
    title: "Margay’s program cannot be run, or ends at once.",
    next: "Run “margay doctor” in a terminal: it says what is wrong and what mends it. If the terminal cannot run it either, run install.sh (on Windows install.ps1) again, as Margay’s README tells.",
  },
  link_lost: {
    title: "The connection to Margay was lost.",
    next: "A run that is under way goes on meanwhile.",
  },
  unanswered: {
    title: "The connection to Margay was lost before it answered.",
    next: "What you asked for may not have been done. When the connection is back, look and try again.",
  },
  version_mismatch: {
    title: "The extension and Margay’s program do not fit together.",
    next: "Bring both to the same version, then reload the extension.",
  },
  not_allowed: {
    title: "Margay’s program does not accept this extension.",
    next: "Run “margay install” in a terminal, then try again. If that does not help, run “margay doctor”, which says why.",
  },
  no_daemon: {
    title: "Margay’s background program could not be started.",
    next: "Run “margay doctor” in a terminal: it says what is wrong and what mends it.",
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
    next: "The connection comes back by itself.",
  },
  busy: {
    title: "This chat has a run under way.",
    next: "Wait until it ends or stop it, then try again.",
  },
  not_found: {
    title: "This is no longer there.",
    next: "It may have been deleted. Look at the list again.",
  },
  conflict: {
    title: "Something else changed this in between.",
    next: "The present state is shown now; try again if you still want to.",
  },
  too_large: {
    title: "This is too large.",
    next: "Send something shorter.",
  },
  deadline: {
    title: "Margay did not answer in time.",
    next: "Try again. If it happens again, the log says more.",
  },
  unsupported: {
    title: "Margay cannot do this.",
    next: "What it says tells what it can take instead.",
  },
  not_served: {
    title: "Margay’s program is too old for this.",
    next: "Update the program to the extension’s version, then try again.",
  },
  other: {
    title: "That did not work.",
    next: "Try again. If it happens again, “margay doctor” says more.",
  },
};
