// Brings events to the screen, once a frame, and gives credit back when they
// have been drawn. Between two frames events wait here; there are never more
// than the credit allows, because credit is only renewed after drawing.

import type { Delivery } from "@protocol/client.gen";
import type { Schedule } from "./frames";

interface Batch {
  subscription: number;
  deliveries: Delivery[];
  bytes: number;
}

interface PumpOptions {
  schedule: Schedule;
  apply(deliveries: readonly Delivery[]): void;
  credit(subscription: number, frames: number, bytes: number): void;
}

export class Pump {
  readonly #options: PumpOptions;
  #subscription: number | null = null;
  #waiting: Batch | null = null;
  #drawn: Batch | null = null;
  #scheduled = false;

  constructor(options: PumpOptions) {
    this.#options = options;
  }

  /** Takes events of this subscription only; what waits of another is dropped. */
  watch(subscription: number | null): void {
    if (subscription === this.#subscription) return;
    this.#subscription = subscription;
    this.#waiting = null;
    this.#drawn = null;
  }

  receive(delivery: Delivery, bytes: number): void {
    if (delivery.subscription !== this.#subscription) return;
    this.#waiting ??= { subscription: delivery.subscription, deliveries: [], bytes: 0 };
    this.#waiting.deliveries.push(delivery);
    this.#waiting.bytes += bytes;
    this.#plan();
  }

  #plan(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#options.schedule(() => {
      this.#scheduled = false;
      this.#frame();
    });
  }

  // What the last frame applied has been painted when this one begins.
  #frame(): void {
    const drawn = this.#drawn;
    const batch = this.#waiting;
    this.#drawn = batch;
    this.#waiting = null;
    if (drawn !== null) this.#options.credit(drawn.subscription, drawn.deliveries.length, drawn.bytes);
    if (batch === null) return;
    this.#options.apply(batch.deliveries);
    this.#plan();
  }
}
