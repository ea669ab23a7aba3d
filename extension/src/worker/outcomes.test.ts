import { KeptOutcomes } from "@protocol/driver.gen";
import type { Command, Outcome } from "@protocol/driver.gen";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { FaultError } from "../wire";
import { Performer } from "./outcomes";
import type { OutcomeStore, Progress } from "./outcomes";

const look: Command = { id: "l1", deadlineMs: 100 };
const act: Command = { id: "a1", act: true, deadlineMs: 100 };
const never = new AbortController().signal;

class MemoryStore implements OutcomeStore {
  readonly slots = new Map<number, Outcome>();
  load(): Promise<Outcome[]> {
    return Promise.resolve([...this.slots.values()]);
  }
  keep(slot: number, outcome: Outcome): void {
    this.slots.set(slot, outcome);
  }
}

const begun =
  <T>(then: () => Promise<T>) =>
  (progress: Progress) => {
    progress.begin();
    return then();
  };
const ok = begun(() => Promise.resolve({ result: 1 }));
const fails = (reason: ConstructorParameters<typeof FaultError>[0]) => begun(() => Promise.reject(new FaultError(reason, "says why")));
const hangs = begun(() => new Promise<object>(() => undefined));

describe("a command", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const cases = [
    { name: "look_done", command: look, work: ok, state: "done", reason: undefined },
    { name: "look_failed", command: look, work: fails("no_document"), state: "done", reason: "no_document" },
    { name: "look_late", command: look, work: hangs, state: "unknown", reason: "deadline" },
    { name: "act_done", command: act, work: ok, state: "done", reason: undefined },
    { name: "act_refused_before_it_began", command: act, work: () => Promise.reject(new FaultError("no_tab", "gone")), state: "not_started", reason: "no_tab" },
    { name: "act_that_took_its_beginning_back", command: act, work: (p: Progress) => (p.begin(), p.back(), Promise.reject(new FaultError("no_document", "gone"))), state: "not_started", reason: "no_document" },
    { name: "act_failed_after_it_began", command: act, work: fails("invalid_params"), state: "done", reason: "invalid_params" },
    { name: "act_whose_fate_is_not_known", command: act, work: fails("outcome_unknown"), state: "unknown", reason: "outcome_unknown" },
    { name: "act_late", command: act, work: hangs, state: "unknown", reason: "outcome_unknown" },
    { name: "act_late_before_it_began", command: act, work: () => new Promise<object>(() => undefined), state: "not_started", reason: "not_started" },
    { name: "words_of_the_browser", command: act, work: begun(() => Promise.reject(new Error("No tab with id: 9."))), state: "done", reason: "no_tab" },
  ];
  test.each(cases)("$name", async ({ command, work, state, reason }) => {
    const outcome = new Performer("w", new MemoryStore()).perform(command, never, work);
    await vi.advanceTimersByTimeAsync(100);
    const { state: got, fault, id } = await outcome;
    expect({ state: got, reason: fault?.data?.reason, id }).toEqual({ state, reason, id: command.id });
  });

  test("does_not_begin_after_its_deadline", async () => {
    let began = false;
    const outcome = new Performer("w", new MemoryStore()).perform(act, never, async (progress) => {
      await new Promise((resolve) => setTimeout(resolve, 200));
      progress.begin();
      began = true;
      return {};
    });
    await vi.advanceTimersByTimeAsync(300);
    expect((await outcome).state).toBe("not_started");
    expect(began).toBe(false);
  });

  test("does_not_begin_after_it_was_cancelled", async () => {
    const abort = new AbortController();
    abort.abort();
    const outcome = await new Performer("w", new MemoryStore()).perform(act, abort.signal, ok);
    expect(outcome).toMatchObject({ state: "not_started", fault: { data: { reason: "cancelled" } } });
  });

  test("leaves_no_timer_behind", async () => {
    await new Performer("w", new MemoryStore()).perform(look, never, ok);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("acts", () => {
  const ask = async (performer: Performer, id: string, worker = "w") =>
    (await performer.ask({ worker, ids: [id] })).outcomes[0];

  test("an_act_runs_once_even_when_asked_for_twice", async () => {
    const performer = new Performer("w", new MemoryStore());
    let runs = 0;
    const work = begun(() => Promise.resolve({ result: ++runs }));
    const outcomes = await Promise.all([performer.perform(act, never, work), performer.perform(act, never, work)]);
    expect(outcomes.map((o) => o.result)).toEqual([1, 1]);
  });

  test("a_look_may_run_again", async () => {
    const performer = new Performer("w", new MemoryStore());
    let runs = 0;
    const work = begun(() => Promise.resolve({ result: ++runs }));
    await performer.perform(look, never, work);
    expect((await performer.perform(look, never, work)).result).toBe(2);
  });

  test("asking_waits_for_an_act_under_way", async () => {
    const performer = new Performer("w", new MemoryStore());
    let finish = (): void => undefined;
    void performer.perform(act, never, begun(() => new Promise<object>((resolve) => (finish = () => resolve({ result: 5 })))));
    const asked = ask(performer, "a1");
    finish();
    expect(await asked).toEqual({ id: "a1", state: "done", result: 5 });
  });

  test("an_act_that_ended_after_its_deadline_is_known_later", async () => {
    const performer = new Performer("w", new MemoryStore());
    let finish = (): void => undefined;
    const work = begun(() => new Promise<object>((resolve) => (finish = () => resolve({ result: 5 }))));
    const outcome = await performer.perform({ ...act, deadlineMs: 1 }, never, work);
    expect(outcome.state).toBe("unknown");
    finish();
    await vi.waitFor(async () => expect(await ask(performer, "a1")).toMatchObject({ state: "done", result: 5 }));
  });

  test.each([
    { name: "same_worker", worker: "w", state: "not_started" },
    { name: "earlier_worker", worker: "before", state: "unknown" },
  ])("without_a_record_$name", async ({ worker, state }) => {
    expect(await ask(new Performer("w", new MemoryStore()), "never", worker)).toEqual({ id: "never", state });
  });

  test("a_forgotten_act_is_unknown_and_never_not_started", async () => {
    const performer = new Performer("w", new MemoryStore());
    for (let n = 0; n <= KeptOutcomes; n++) await performer.perform({ ...act, id: `a${n}` }, never, ok);
    expect((await ask(performer, "a0"))?.state).toBe("unknown");
    expect((await ask(performer, "a1"))?.state).toBe("done");
  });

  test("outcomes_outlive_the_worker_and_the_oldest_go", async () => {
    const store = new MemoryStore();
    const first = new Performer("w1", store);
    for (let n = 0; n < KeptOutcomes + 3; n++) await first.perform({ ...act, id: `a${n}` }, never, ok);
    await Promise.resolve();
    const second = new Performer("w2", store);
    await second.load();
    expect(store.slots.size).toBe(KeptOutcomes);
    expect(await ask(second, `a${KeptOutcomes + 2}`, "w1")).toMatchObject({ state: "done", result: 1 });
    expect(await ask(second, "a0", "w1")).toEqual({ id: "a0", state: "unknown" });
  });
});
