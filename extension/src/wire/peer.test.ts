import { ChunkBytes, MaxMessage } from "@protocol/protocol.gen";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { HandlerTable } from "./contract";
import { FaultError } from "./fault";
import { isObject } from "./json";
import { Peer } from "./peer";
import { FakePort, settle } from "./testing/port";

const reasonOf = (thrown: unknown) => (thrown instanceof FaultError ? thrown.reason : thrown);

function open(serve: HandlerTable = {}) {
  const port = new FakePort();
  const peer = new Peer(port, { serve, onClose: () => "Native host has exited." });
  return { port, peer };
}

const answer = (id: unknown, result: unknown) => ({ jsonrpc: "2.0", id, result });
const request = (id: unknown, method: unknown, params: unknown = {}) => ({ jsonrpc: "2.0", id, method, params });

describe("a call", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("is_answered", async () => {
    const { port, peer } = open();
    const call = peer.call("ping", {});
    expect(port.sent).toEqual([request(1, "ping")]);
    port.receive(answer(1, { product: "margay" }));
    await expect(call).resolves.toEqual({ product: "margay" });
  });

  test("fails_with_the_fault_that_came", async () => {
    const { port, peer } = open();
    const call = peer.call("ping", {});
    port.receive({ jsonrpc: "2.0", id: 1, error: { code: -32011, message: "no", data: { reason: "no_daemon", next: "run it" } } });
    await expect(call).rejects.toMatchObject({ reason: "no_daemon", message: "no", next: "run it" });
  });

  test("takes_a_fault_of_an_unknown_reason_by_its_code", async () => {
    const { port, peer } = open();
    const call = peer.call("ping", {});
    port.receive({ jsonrpc: "2.0", id: 1, error: { code: -32009, message: "no", data: { reason: "from_the_future" } } });
    await expect(call).rejects.toMatchObject({ reason: "busy" });
  });

  test("fails_at_its_deadline_and_tells_the_other_side", async () => {
    const { port, peer } = open();
    const call = peer.call("ping", {}, { deadlineMs: 50 }).catch(reasonOf);
    await vi.advanceTimersByTimeAsync(50);
    expect(await call).toBe("deadline");
    expect(port.sent[1]).toEqual({ jsonrpc: "2.0", method: "$/cancel", params: { id: 1 } });
  });

  test("is_cancelled_by_its_signal", async () => {
    const { port, peer } = open();
    const abort = new AbortController();
    const call = peer.call("ping", {}, { signal: abort.signal }).catch(reasonOf);
    abort.abort();
    expect(await call).toBe("cancelled");
    expect(port.sent[1]).toMatchObject({ method: "$/cancel", params: { id: 1 } });
    // The answer may cross the cancel.
    port.receive(answer(1, { product: "margay" }));
    expect(port.sent).toHaveLength(2);
  });

  test("fails_at_once_when_the_link_closes_with_the_reason", async () => {
    const { port, peer } = open();
    const calls = [peer.call("ping", {}, { deadlineMs: 60_000 }), peer.call("ping", {})];
    port.drop();
    for (const call of calls) await expect(call).rejects.toMatchObject({ reason: "closed", message: "Native host has exited." });
    expect(vi.getTimerCount()).toBe(0);
    await expect(peer.call("ping", {})).rejects.toMatchObject({ reason: "closed" });
    expect((await peer.closed).message).toBe("Native host has exited.");
  });

  test("fails_when_the_port_can_not_be_written", async () => {
    const { port, peer } = open();
    port.disconnected = true;
    await expect(peer.call("ping", {})).rejects.toMatchObject({ reason: "closed" });
  });

  test("gets_a_long_answer_joined", async () => {
    const { port, peer } = open();
    const call = peer.call("ping", {});
    const json = JSON.stringify(answer(1, { product: "é".repeat(ChunkBytes) }));
    const bytes = Buffer.from(json);
    const total = Math.ceil(bytes.length / ChunkBytes);
    for (let number = 0; number < total; number++) {
      const data = bytes.subarray(number * ChunkBytes, (number + 1) * ChunkBytes).toString("base64");
      port.receive({ jsonrpc: "2.0", method: "$/chunk", params: { stream: 1, number, total, size: bytes.length, data, route: "ping" } });
    }
    await expect(call).resolves.toEqual({ product: "é".repeat(ChunkBytes) });
  });

  test("fails_when_its_answer_is_over_the_limit", async () => {
    const { port, peer } = open();
    const call = peer.call("ping", {}).catch(reasonOf);
    const data = btoa('{"jsonrpc":"2.0","id":1,"result":{');
    const params = { stream: 1, number: 0, total: 99, size: MaxMessage + 1, route: "ping", data };
    port.receive({ jsonrpc: "2.0", method: "$/chunk", params });
    expect(await call).toBe("too_large");
  });
});

describe("a call that came", () => {
  test.each([
    { name: "unknown_method", message: request(1, "no.such"), reason: "method_not_found", id: 1 },
    { name: "member_of_the_prototype", message: request(1, "toString"), reason: "method_not_found", id: 1 },
    { name: "parameters_that_are_a_list", message: request(1, "test", [1]), reason: "invalid_params", id: 1 },
    { name: "parameters_that_are_a_text", message: request(1, "test", "x"), reason: "invalid_request", id: null },
    { name: "another_protocol", message: { id: 1, method: "test" }, reason: "invalid_request", id: null },
    { name: "neither_call_nor_answer", message: { jsonrpc: "2.0", id: 1 }, reason: "invalid_request", id: null },
    { name: "an_array", message: [1], reason: "invalid_request", id: null },
    { name: "a_null", message: null, reason: "invalid_request", id: null },
    { name: "an_id_that_is_an_object", message: request({}, "test"), reason: "invalid_request", id: null },
    { name: "an_id_that_is_a_fraction", message: request(1.5, "test"), reason: "invalid_request", id: null },
    { name: "an_id_that_is_null", message: request(null, "test"), reason: "invalid_request", id: null },
    { name: "a_piece_without_members", message: { jsonrpc: "2.0", method: "$/chunk", params: {} }, reason: "invalid_params", id: null },
  ])("is_refused_$name", async ({ message, reason, id }) => {
    const { port } = open({ test: () => ({}) });
    port.receive(message);
    await settle();
    expect(port.sent).toMatchObject([{ id, error: { data: { reason } } }]);
  });

  test("is_begun_in_arrival_order", async () => {
    const order: unknown[] = [];
    const { port } = open({ test: (params) => void order.push(params) });
    for (let n = 0; n < 5; n++) port.receive(request(n, "test", { n }));
    expect(order).toEqual([{ n: 0 }, { n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }]);
    await settle();
  });

  test("with_the_same_id_twice_is_served_twice", async () => {
    const { port } = open({ test: (params) => params });
    port.receive(request("a", "test", { n: 1 }));
    port.receive(request("a", "test", { n: 2 }));
    await settle();
    expect(port.sent).toEqual([answer("a", { n: 1 }), answer("a", { n: 2 })]);
  });

  test("is_cancelled", async () => {
    const { port } = open({
      test: (_, { signal }) => new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("stopped")))),
    });
    port.receive(request(4, "test"));
    port.receive({ jsonrpc: "2.0", method: "$/cancel", params: { id: 4 } });
    await settle();
    expect(port.sent).toMatchObject([{ id: 4, error: { data: { reason: "cancelled" } } }]);
  });

  test("is_not_aborted_when_the_link_closes", async () => {
    let seen: AbortSignal | undefined;
    const { port } = open({ test: (_, { signal }) => new Promise(() => void (seen = signal)) });
    port.receive(request(4, "test"));
    port.drop();
    await settle();
    expect(seen?.aborted).toBe(false);
  });

  test("that_throws_is_answered", async () => {
    const { port } = open({
      crash: () => {
        throw new TypeError("boom");
      },
      fault: () => {
        throw new FaultError("no_tab", "gone", "look");
      },
    });
    port.receive(request(1, "crash"));
    port.receive(request(2, "fault"));
    await settle();
    expect(port.sent).toMatchObject([
      { id: 1, error: { code: -32603, message: "boom" } },
      { id: 2, error: { code: -32021, message: "gone", data: { reason: "no_tab", next: "look" } } },
    ]);
  });

  test("with_a_result_that_is_no_json_is_answered", async () => {
    const { port } = open({ test: () => ({ n: 1n }) });
    port.receive(request(1, "test"));
    await settle();
    expect(port.sent).toMatchObject([{ id: 1, error: { data: { reason: "internal" } } }]);
  });

  test("is_answered_after_what_was_said_in_its_lane", async () => {
    vi.useFakeTimers();
    const { port, peer } = open({
      test: (_, call) => {
        call.lane("tab:1");
        peer.notify("driver.cdpEvent", { tab: 1, method: "Big.event", params: "x".repeat(ChunkBytes * 2) }, "tab:1");
        return {};
      },
    });
    port.receive(request(1, "test"));
    await vi.runAllTimersAsync();
    vi.useRealTimers();
    expect(port.sent.map((m) => (isObject(m) ? (m["method"] ?? m["id"]) : m))).toEqual(["$/chunk", "$/chunk", "$/chunk", 1]);
  });

  test("ping_is_answered_by_itself", async () => {
    const { port } = open();
    port.receive(request("p", "ping"));
    await settle();
    expect(port.sent).toEqual([answer("p", { product: "margay" })]);
  });
});

describe("notices", () => {
  test("are_heard_in_order_and_unknown_ones_passed_over", () => {
    const heard: unknown[] = [];
    const port = new FakePort();
    new Peer(port, { hear: { note: (params) => void heard.push(params) } });
    port.receive({ jsonrpc: "2.0", method: "note", params: { n: 1 } });
    port.receive({ jsonrpc: "2.0", method: "other", params: {} });
    port.receive({ jsonrpc: "2.0", method: "note", params: { n: 2 } });
    expect(heard).toEqual([{ n: 1 }, { n: 2 }]);
    expect(port.sent).toEqual([]);
  });
});
