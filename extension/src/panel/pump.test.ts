import { describe, expect, it } from "vitest";
import { Pump } from "./pump";
import { delivery } from "./testing/make";

function rig() {
  const frames: (() => void)[] = [];
  const applied: number[][] = [];
  const credits: [number, number, number][] = [];
  const pump = new Pump({
    schedule: (work) => void frames.push(work),
    apply: (deliveries) => void applied.push(deliveries.map((d) => d.event.seq)),
    credit: (...given) => void credits.push(given),
  });
  pump.watch(1);
  const send = (...seqs: number[]) => seqs.forEach((seq) => pump.receive(delivery(seq, { type: "content_delta", delta: "x" }), 10));
  return { pump, applied, credits, send, frame: () => frames.splice(0).forEach((work) => work()) };
}

describe("the pump", () => {
  it("applies_once_a_frame_whatever_came", () => {
    const { applied, send, frame } = rig();
    send(1, 2, 3);
    expect(applied).toEqual([]);
    frame();
    send(4);
    frame();
    expect(applied).toEqual([[1, 2, 3], [4]]);
  });

  it("gives_credit_only_after_the_frame_that_drew", () => {
    const { credits, send, frame } = rig();
    send(1, 2);
    frame();
    expect(credits).toEqual([]);
    frame();
    expect(credits).toEqual([[1, 2, 20]]);
    frame();
    expect(credits).toHaveLength(1);
  });

  it("gives_all_credit_back_over_many_frames", () => {
    const { credits, send, frame } = rig();
    for (let i = 0; i < 50; i++) {
      send(2 * i, 2 * i + 1);
      frame();
    }
    frame();
    expect(credits.reduce((sum, [, frames]) => sum + frames, 0)).toBe(100);
    expect(credits.reduce((sum, [, , bytes]) => sum + bytes, 0)).toBe(1000);
  });

  it("drops_what_waits_of_a_subscription_that_is_left", () => {
    const { pump, applied, credits, send, frame } = rig();
    send(1);
    pump.watch(2);
    send(2);
    frame();
    frame();
    expect(applied).toEqual([]);
    expect(credits).toEqual([]);
  });
});
