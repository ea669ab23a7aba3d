import { ChunkBytes } from "@protocol/protocol.gen";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { isObject } from "./json";
import { Outbox } from "./outbox";

const long = (name: string, pieces = 3) => ({ name, text: "x".repeat(ChunkBytes * pieces - 100) });

// What was posted, in short: a name, or the piece of a stream.
function label(frame: object): string {
  const { name, params } = { name: undefined, params: undefined, ...frame };
  if (!isObject(params)) return String(name);
  return `${String(params["stream"])}.${String(params["number"])}`;
}

describe("outbox", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const posted: string[] = [];
  const make = () => {
    posted.length = 0;
    return new Outbox((frame) => void posted.push(label(frame)));
  };

  test("short_messages_leave_at_once", () => {
    make().send({ message: { name: "a" }, route: "ping" });
    expect(posted).toEqual(["a"]);
  });

  test("short_messages_pass_a_long_one", () => {
    const outbox = make();
    outbox.send({ message: long("long"), route: "ping" });
    vi.advanceTimersToNextTimer();
    outbox.send({ message: { name: "a" }, route: "ping" });
    vi.runAllTimers();
    expect(posted).toEqual(["1.0", "a", "1.1", "1.2"]);
  });

  test("within_a_lane_nothing_passes", () => {
    const outbox = make();
    outbox.send({ message: long("long"), route: "ping", lane: "l" });
    outbox.send({ message: { name: "a" }, route: "ping", lane: "l" });
    outbox.send({ message: { name: "b" }, route: "ping", lane: "other" });
    vi.runAllTimers();
    expect(posted).toEqual(["b", "1.0", "1.1", "1.2", "a"]);
  });

  test("long_messages_of_two_lanes_take_turns", () => {
    const outbox = make();
    outbox.send({ message: long("one", 2), route: "ping", lane: "l" });
    outbox.send({ message: long("two", 2), route: "ping", lane: "m" });
    vi.runAllTimers();
    expect(posted).toEqual(["1.0", "2.0", "1.1", "2.1"]);
  });

  test("says_how_much_of_a_long_message_has_left_after_it_has", () => {
    const outbox = make();
    const told: [share: number, posted: number][] = [];
    outbox.send({ message: long("long"), route: "ping", progress: (share) => void told.push([share, posted.length]) });
    outbox.send({ message: { name: "a" }, route: "ping", progress: () => void told.push([-1, -1]) });
    vi.runAllTimers();
    expect(told.map(([share]) => share)).toEqual([1 / 3, 2 / 3, 1]);
    // Beside the pieces one short message was posted.
    expect(told.map(([, count]) => count)).toEqual([2, 3, 4]);
  });

  test("a_closed_outbox_sends_nothing_more", () => {
    const outbox = make();
    outbox.send({ message: long("long"), route: "ping" });
    outbox.close();
    vi.runAllTimers();
    expect(posted).toEqual([]);
  });
});
