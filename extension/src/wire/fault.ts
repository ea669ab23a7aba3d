// Faults: errors as they travel on the wire, and the Error that carries one inside the extension.
// The list of reasons is closed and comes from protocol/.

import { codes, ReasonValues } from "@protocol/protocol.gen";
import type { Fault, Reason } from "@protocol/protocol.gen";
import { isObject } from "./json";

/** An error with a reason that programs read, words for a person, and the next step where there is one. */
export class FaultError extends Error {
  override readonly name = "FaultError";

  constructor(
    readonly reason: Reason,
    message: string,
    readonly next?: string,
  ) {
    super(message);
  }

  /** The fault as it travels. */
  toFault(): Fault {
    const data = this.next === undefined ? { reason: this.reason } : { reason: this.reason, next: this.next };
    return { code: codes[this.reason], message: this.message, data };
  }

  /** Reads a fault that came. A reason that this build does not know is taken by its code, else as internal. */
  static from(value: unknown): FaultError {
    if (!isObject(value)) return new FaultError("internal", "the other side answered with an error that is no object");
    const message = typeof value["message"] === "string" ? value["message"] : "no message";
    const data = isObject(value["data"]) ? value["data"] : {};
    const next = typeof data["next"] === "string" ? data["next"] : undefined;
    return new FaultError(reasonOf(data["reason"], value["code"]), message, next);
  }

  /** What was thrown, as a fault: faults stay as they are, everything else is internal. */
  static wrap(thrown: unknown): FaultError {
    if (thrown instanceof FaultError) return thrown;
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    return new FaultError("internal", message, "The console of the extension has more.");
  }
}

function reasonOf(reason: unknown, code: unknown): Reason {
  return (
    ReasonValues.find((known) => known === reason) ?? ReasonValues.find((known) => codes[known] === code) ?? "internal"
  );
}
