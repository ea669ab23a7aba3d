import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { surfaceClient } from "./host";
import { isObject } from "./json";
import { FakePort } from "./testing/port";

const reply = { product: "margay", version: "1", build: "1", protocol: 1, epoch: "e", lingerMs: 0, dataDir: "", pid: 1 };

describe("a surface", () => {
  const native: FakePort[] = [];
  const wake: FakePort[] = [];
  const add = (ports: FakePort[]) => {
    const port = new FakePort();
    ports.push(port);
    return port;
  };

  beforeEach(() => {
    vi.useFakeTimers();
    native.length = wake.length = 0;
    vi.stubGlobal("chrome", {
      runtime: {
        getManifest: () => ({ version: "0.1.0" }),
        connectNative: () => add(native),
        connect: () => add(wake),
      },
    });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  async function open() {
    const client = surfaceClient("panel", { onState: () => undefined });
    client.start();
    const hello = native[0]?.sent[0];
    native[0]?.receive({ jsonrpc: "2.0", id: isObject(hello) ? hello["id"] : 0, result: reply });
    await vi.advanceTimersByTimeAsync(0);
    return client;
  }

  test("holds_on_to_the_worker_only_while_its_link_is_open", async () => {
    const client = await open();
    expect(wake).toHaveLength(1);
    client.close();
    expect(wake[0]?.disconnected).toBe(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(wake).toHaveLength(1);
  });

  test("wakes_a_worker_that_ended_at_once", async () => {
    await open();
    await vi.advanceTimersByTimeAsync(10_000);
    wake[0]?.drop();
    await vi.advanceTimersByTimeAsync(50);
    expect(wake).toHaveLength(2);
  });

  test("does_not_start_a_worker_that_keeps_ending_in_a_tight_loop", async () => {
    await open();
    wake[0]?.drop();
    await vi.advanceTimersByTimeAsync(900);
    expect(wake).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(100);
    expect(wake).toHaveLength(2);
  });
});
