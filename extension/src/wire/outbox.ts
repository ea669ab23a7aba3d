// The one way out of a peer. Within a lane messages keep their order; between lanes the pieces of a long message let
// others pass, so that a screenshot on its way does not delay a click.

import { cut, mustCut } from "./chunk";

/** A message and where it belongs. */
interface Outgoing {
  readonly message: object;
  /** The lane; messages without one are ordered with nobody. */
  readonly lane?: string | undefined;
  /** The route whose cap holds for the message when it is cut. */
  readonly route: string;
  /** Told how much of a long message has left, from 0 to 1. */
  readonly progress?: ((share: number) => void) | undefined;
}

interface Waiting {
  readonly lane: string | undefined;
  readonly frames: Iterator<object>;
}

/**
 * Sends messages through post. A short message in a free lane leaves at once, without copying or waiting.
 *
 * Long ones leave a piece a turn of the event loop: the browser takes everything at once and never pushes back, so
 * without the turns a small message would wait behind the whole long one inside the browser.
 */
export class Outbox {
  readonly #post: (frame: object) => void;
  readonly #waiting: Waiting[] = [];
  #stream = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(post: (frame: object) => void) {
    this.#post = post;
  }

  send({ message, lane, route, progress }: Outgoing): void {
    const json = JSON.stringify(message);
    const long = mustCut(json);
    if (!long && !this.#taken(lane)) {
      this.#post(message);
      return;
    }
    const frames = long ? pieces(json, ++this.#stream, route, progress) : [message].values();
    this.#waiting.push({ lane, frames });
    this.#timer ??= setTimeout(this.#turn, 0);
  }

  /** Forgets what has not left. */
  close(): void {
    this.#waiting.length = 0;
    clearTimeout(this.#timer);
  }

  #taken(lane: string | undefined): boolean {
    return lane !== undefined && this.#waiting.some((w) => w.lane === lane);
  }

  // One frame of the oldest message of each lane. A long message alone still goes at one piece a turn, which is about
  // as fast as the browser carries them. A message that is at its end hands its turn to the next one in its lane.
  readonly #turn = (): void => {
    this.#timer = undefined;
    const seen = new Set<string>();
    for (const waiting of [...this.#waiting]) {
      if (waiting.lane !== undefined) {
        if (seen.has(waiting.lane)) continue;
        seen.add(waiting.lane);
      }
      const next = waiting.frames.next();
      if (next.done !== true) {
        this.#post(next.value);
        continue;
      }
      this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
      if (waiting.lane !== undefined) seen.delete(waiting.lane);
    }
    if (this.#waiting.length > 0) this.#timer = setTimeout(this.#turn, 0);
  };
}

function* pieces(json: string, stream: number, route: string, progress: Outgoing["progress"]): Generator<object, void, undefined> {
  for (const params of cut(json, stream, route)) {
    yield { jsonrpc: "2.0", method: "$/chunk", params };
    progress?.((params.number + 1) / params.total);
  }
}
