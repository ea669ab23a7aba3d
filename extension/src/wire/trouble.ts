// Why there is no link to the daemon: the exact cause, and what a person can do about it. Chrome tells it only in the
// words of chrome.runtime.lastError, which stand here and nowhere else.

import type { Reason } from "@protocol/protocol.gen";
import type { FaultError } from "./fault";

/** What kind of trouble it is. */
export type TroubleKind =
  | "not_installed"
  | "forbidden"
  | "cannot_start"
  | "exited"
  | "not_frames"
  | "silent"
  | "foreign"
  | "refused"
  | "closed";

/** Why there is no link. */
export interface Trouble {
  readonly kind: TroubleKind;
  /** What happened, in words for a person. */
  readonly message: string;
  /** What to do next. */
  readonly next: string;
  /** The reason of the fault, where the program itself said no. */
  readonly reason?: Reason;
  /** Trying again by itself cannot help: something must be installed or updated first. */
  readonly final: boolean;
}

// Chrome's texts, in extensions/browser/api/messaging/native_message_port's terms.
const known: readonly (readonly [text: string, trouble: Trouble])[] = [
  [
    "Specified native messaging host not found.",
    {
      kind: "not_installed",
      message: "This browser does not know the program margay.",
      next: "Run “margay install” in a terminal, then try again.",
      final: false,
    },
  ],
  [
    "Access to the specified native messaging host is forbidden.",
    {
      kind: "forbidden",
      message: "The program margay is registered for another extension.",
      next: "Run “margay install” in a terminal, then try again.",
      final: false,
    },
  ],
  [
    "Failed to start native messaging host.",
    {
      kind: "cannot_start",
      message: "The browser could not start the program margay: it is missing or may not be run.",
      next: "Run “margay install” in a terminal, then try again.",
      final: false,
    },
  ],
  [
    "Native host has exited.",
    {
      kind: "exited",
      message: "The program margay ended at once.",
      next: "Run “margay serve” in a terminal to see why.",
      final: false,
    },
  ],
  [
    "Error when communicating with the native messaging host.",
    {
      kind: "not_frames",
      message: "The program that the browser started does not speak Margay's protocol.",
      next: "Run “margay install” in a terminal, so that the browser starts the right program.",
      final: false,
    },
  ],
];

/** The trouble that the closing of a link tells. */
export function troubleOfClose(text: string): Trouble {
  const hit = known.find(([start]) => text.startsWith(start));
  if (hit !== undefined) return hit[1];
  return { kind: "closed", message: text, next: "It connects again by itself.", final: false };
}

// What no further try can mend.
const finalReasons: readonly Reason[] = ["version_mismatch", "not_allowed", "store_newer"];

/** The trouble that a failed hello tells. */
export function troubleOfHello(fault: FaultError): Trouble {
  if (fault.reason === "closed") return troubleOfClose(fault.message);
  if (fault.reason === "deadline") {
    return {
      kind: "silent",
      message: "The program margay was started but does not answer.",
      next: "Run “margay serve” in a terminal to see why.",
      final: false,
    };
  }
  return {
    kind: "refused",
    message: fault.message,
    next: fault.next ?? "Run “margay serve” in a terminal to see why.",
    reason: fault.reason,
    final: finalReasons.includes(fault.reason),
  };
}

/** The trouble of a program that answers, but under another name. */
export function troubleOfProduct(product: string): Trouble {
  return {
    kind: "foreign",
    message: `The program behind this extension's name is “${product}”, not Margay.`,
    next: "Run “margay install” in a terminal, so that the browser starts the right program.",
    final: true,
  };
}
