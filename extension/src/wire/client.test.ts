import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Client, helloDeadlineMs, maxFailures, pauseAfter, stableMs } from "./client";
import type { LinkState } from "./client";
import { isObject } from "./json";
import { FakePort, settle } from "./testing/port";

const reply = { product: "margay", version: "1", build: "1", protocol: 1, epoch: "e", lingerMs: 0, dataDir: "", pid: 1 };

/** A client whose ports stay in the test's hands. */
function setup(options: { failures?: number; lastError?: string } = {}) {
  const ports: FakePort[] = [];
  const states: LinkState[] = [];
  let error = options.lastError;
  const client = new Client({
    kind: "test",
    version: "0.1.0",
    build: "dev",
    connect: () => {
      const port = new FakePort();
      ports.push(port);
      return port;
    },
    lastError: () => error,
    onState: (state) => void states.push(state),
    random: () => 1,
    ...(options.failures === undefined ? {} : { failures: options.failures }),
  });
  const port = () => {
    const last = ports.at(-1);
    if (last === undefined) throw new Error("nothing connected");
    return last;
  };
  const greet = async (result: object = reply) => {
    const hello = port().sent[0];
    port().receive({ jsonrpc: "2.0", id: isObject(hello) ? hello["id"] : undefined, result });
    await settle();
  };
  const drop = async (text = "Native host has exited.") => {
    error = text;
    port().drop();
    await settle();
  };
  return { client, ports, port, states, greet, drop, last: () => states.at(-1) };
}

describe("client", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("greets_first_and_opens", async () => {
    const { client, port, greet, states } = setup();
    client.start();
    expect(port().sent).toMatchObject([
      { method: "hello", params: { product: "margay", version: "0.1.0", build: "dev", protocol: { min: 1, max: 1 }, kind: "test" } },
    ]);
    await greet();
    expect(states.map((s) => s.name)).toEqual(["connecting", "open"]);
  });

  test("starting_twice_connects_once", async () => {
    const { client, ports, greet } = setup();
    client.start();
    client.start();
    await greet();
    client.start();
    expect(ports).toHaveLength(1);
  });

  test("comes_back_after_a_drop", async () => {
    const { client, ports, greet, drop, last } = setup();
    client.start();
    await greet();
    await vi.advanceTimersByTimeAsync(stableMs);
    await drop();
    expect(last()).toMatchObject({ name: "waiting", failures: 1, trouble: { kind: "exited" } });
    await vi.advanceTimersByTimeAsync(pauseAfter(1, 1));
    await greet();
    expect(ports).toHaveLength(2);
    expect(last()?.name).toBe("open");
  });

  test("gives_up_on_a_hello_that_is_not_answered", async () => {
    const { client, port, last } = setup();
    client.start();
    await vi.advanceTimersByTimeAsync(helloDeadlineMs);
    expect(last()).toMatchObject({ name: "waiting", trouble: { kind: "silent" } });
    expect(port().disconnected).toBe(true);
  });

  test("stops_after_failures_in_a_row_and_says_why", async () => {
    const { client, ports, drop, last } = setup();
    client.start();
    for (let n = 1; n <= maxFailures; n++) {
      await drop("Specified native messaging host not found.");
      await vi.advanceTimersByTimeAsync(pauseAfter(n, 1));
    }
    expect(last()).toMatchObject({ name: "stopped", failures: maxFailures, trouble: { kind: "not_installed" } });
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(ports).toHaveLength(maxFailures);
    client.retry();
    expect(ports).toHaveLength(maxFailures + 1);
    expect(last()).toEqual({ name: "connecting", failures: 0 });
  });

  // A host that greets and ends a few seconds later is started again and again just as well.
  test("a_short_link_counts_as_a_failure", async () => {
    const { client, greet, drop, last } = setup();
    client.start();
    for (let n = 1; n < 4; n++) {
      await greet();
      await vi.advanceTimersByTimeAsync(stableMs - 1);
      await drop();
      expect(last()).toMatchObject({ name: "waiting", failures: n });
      await vi.advanceTimersByTimeAsync(pauseAfter(n, 1));
    }
  });

  test("carries_on_counting_for_an_earlier_life", async () => {
    const { client, drop, last } = setup({ failures: maxFailures - 1 });
    client.start();
    await drop();
    expect(last()).toMatchObject({ name: "stopped" });
  });

  test.each([
    { name: "version_mismatch", final: true },
    { name: "store_newer", final: true },
    { name: "no_daemon", final: false },
    { name: "store_locked", final: false },
  ])("a_hello_refused_with_$name", async ({ name, final }) => {
    const { client, port, last } = setup();
    client.start();
    port().receive({ jsonrpc: "2.0", id: 1, error: { code: -32000, message: "says why", data: { reason: name, next: "do this" } } });
    await settle();
    expect(last()).toMatchObject({
      name: final ? "stopped" : "waiting",
      trouble: { kind: "refused", reason: name, message: "says why", next: "do this" },
    });
  });

  test("names_a_foreign_program", async () => {
    const { client, greet, last } = setup();
    client.start();
    await greet({ ...reply, product: "other" });
    expect(last()).toMatchObject({ name: "stopped", trouble: { kind: "foreign" } });
  });

  test("closing_ends_it", async () => {
    const { client, ports, greet, last } = setup();
    client.start();
    await greet();
    client.close();
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(last()).toEqual({ name: "idle" });
    expect(ports).toHaveLength(1);
    expect(ports[0]?.disconnected).toBe(true);
  });

  test.each([
    { text: "Specified native messaging host not found.", kind: "not_installed" },
    { text: "Access to the specified native messaging host is forbidden.", kind: "forbidden" },
    { text: "Failed to start native messaging host.", kind: "cannot_start" },
    { text: "Native host has exited.", kind: "exited" },
    { text: "Error when communicating with the native messaging host.", kind: "not_frames" },
    { text: "something new", kind: "closed" },
  ])("tells_the_cause_$kind", async ({ text, kind }) => {
    const { client, drop, last } = setup();
    client.start();
    await drop(text);
    expect(last()).toMatchObject({ name: "waiting", trouble: { kind } });
  });

  test("pauses_grow_and_are_spread", () => {
    const pauses = Array.from({ length: maxFailures }, (_, i) => pauseAfter(i + 1, 1));
    expect(pauses.slice(0, 4)).toEqual([200, 400, 800, 1600]);
    expect(Math.max(...pauses)).toBe(30_000);
    expect(pauseAfter(3, 0)).toBe(400);
  });
});
