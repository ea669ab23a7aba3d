// Two ends of a port in memory. Messages arrive in order, each in a task of its
// own and as a copy, as the browser delivers them.

import type { PortLike } from "../../wire";

type Listener<T> = (value: T) => void;

class End implements PortLike {
  other: End | null = null;
  open = true;
  readonly #message: Listener<unknown>[] = [];
  readonly #gone: (() => void)[] = [];

  readonly onMessage = { addListener: (listener: Listener<unknown>) => void this.#message.push(listener) };
  readonly onDisconnect = { addListener: (listener: () => void) => void this.#gone.push(listener) };

  postMessage(message: object): void {
    if (!this.open) throw new Error("Attempting to use a disconnected port object");
    const copy: unknown = JSON.parse(JSON.stringify(message));
    const to = this.other;
    queueTask(() => {
      if (to?.open === true) for (const listener of to.#message) listener(copy);
    });
  }

  disconnect(): void {
    if (!this.open) return;
    this.open = false;
    const to = this.other;
    queueTask(() => {
      if (to?.open !== true) return;
      to.open = false;
      for (const listener of to.#gone) listener();
    });
  }
}

export function portPair(): [PortLike, PortLike] {
  const a = new End();
  const b = new End();
  a.other = b;
  b.other = a;
  return [a, b];
}

// A task of its own, without a timer's delay and independent of simulated time.
function queueTask(work: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    work();
  };
  port2.postMessage(null);
}
