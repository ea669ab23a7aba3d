// Stands in for a chrome.runtime.Port in tests: keeps what was posted, and lets the test be the other side.

import type { PortLike } from "../peer";

/** One side of a port, with the other side in the test's hands. */
export class FakePort implements PortLike {
  /** Everything posted so far, as it would arrive: through JSON. */
  readonly sent: unknown[] = [];
  disconnected = false;
  readonly #onMessage: ((message: unknown) => void)[] = [];
  readonly #onDisconnect: (() => void)[] = [];

  readonly onMessage = { addListener: (listener: (message: unknown) => void) => void this.#onMessage.push(listener) };
  readonly onDisconnect = { addListener: (listener: () => void) => void this.#onDisconnect.push(listener) };

  postMessage(message: object): void {
    if (this.disconnected) throw new Error("Attempting to use a disconnected port object");
    const copy: unknown = JSON.parse(JSON.stringify(message));
    this.sent.push(copy);
  }

  disconnect(): void {
    this.disconnected = true;
  }

  /** The other side says this. */
  receive(message: unknown): void {
    for (const listener of this.#onMessage) listener(message);
  }

  /** The other side closes the port. */
  drop(): void {
    this.disconnected = true;
    for (const listener of this.#onDisconnect) listener();
  }
}

/** Lets everything that waits for a promise go on. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 20; i++) await Promise.resolve();
}
