import { ChunkAbove, ChunkBytes, MaxMessage, MaxPartial } from "@protocol/protocol.gen";
import type { Chunk } from "@protocol/protocol.gen";
import { describe, expect, test } from "vitest";
import { cut, Joiner, JoinError, mustCut } from "./chunk";
import type { Head } from "./chunk";
import { FaultError } from "./fault";
import { utf8Length } from "./json";

const cases = [
  { name: "ascii", text: "a".repeat(ChunkBytes * 2 + 7) },
  { name: "exact_pieces", text: "a".repeat(ChunkBytes * 2) },
  // Every boundary between pieces falls into the middle of a character.
  { name: "three_byte_characters", text: "x" + "€".repeat(ChunkBytes) },
  { name: "four_byte_characters", text: "xy" + "🐆".repeat(ChunkBytes / 2) },
  { name: "one_piece", text: "short" },
];

const joinAny = () => new Joiner(() => MaxMessage);

describe("cut and join", () => {
  test.each(cases)("$name", ({ text }) => {
    const pieces = [...cut(text, 1, "ping")];
    const joiner = joinAny();
    const joined = pieces.map((piece) => joiner.add(piece));
    expect(joined.pop()).toEqual({ json: text, route: "ping" });
    expect(joined.every((j) => j === undefined)).toBe(true);
    for (const piece of pieces) expect(JSON.stringify(piece).length).toBeLessThan(ChunkAbove);
  });

  test("interleaved_messages", () => {
    const a = [...cut("a".repeat(ChunkBytes + 1), 1, "ping")];
    const b = [...cut("b".repeat(ChunkBytes + 1), 2, "ping")];
    const joiner = joinAny();
    const out = [a[0], b[0], b[1], a[1]].map((piece) => piece && joiner.add(piece)?.json[0]);
    expect(out).toEqual([undefined, undefined, "b", "a"]);
  });

  test("only_the_first_piece_names_the_route", () => {
    const [first, second] = [...cut("a".repeat(ChunkBytes + 1), 1, "ping")];
    expect(first?.route).toBe("ping");
    expect(second?.route).toBeUndefined();
  });
});

describe("the joiner refuses", () => {
  const piece: Chunk = { stream: 1, number: 0, total: 2, size: 4, route: "ping", data: btoa("ab") };
  const second = { ...piece, number: 1, data: btoa("cd") };
  const refusal = (...chunks: Chunk[]) => {
    const joiner = joinAny();
    try {
      for (const chunk of chunks) joiner.add(chunk);
    } catch (thrown) {
      return thrown instanceof JoinError ? thrown.fault.reason : thrown;
    }
    return "taken";
  };

  test.each([
    { name: "over_the_cap_of_the_route", chunks: [{ ...piece, size: MaxMessage + 1 }], reason: "too_large" },
    { name: "no_size", chunks: [{ ...piece, size: 0 }], reason: "invalid_request" },
    { name: "more_pieces_than_bytes", chunks: [{ ...piece, total: 5 }], reason: "invalid_request" },
    { name: "a_gap", chunks: [{ ...piece, total: 3 }, { ...second, total: 3, number: 2 }], reason: "invalid_request" },
    { name: "a_piece_twice", chunks: [{ ...piece, total: 3 }, second, second], reason: "invalid_request" },
    { name: "another_total", chunks: [piece, { ...second, total: 3 }], reason: "invalid_request" },
    { name: "another_size", chunks: [piece, { ...second, size: 5 }], reason: "invalid_request" },
    { name: "an_empty_piece", chunks: [piece, { ...second, data: "" }], reason: "invalid_request" },
    { name: "more_than_the_size", chunks: [piece, { ...second, data: btoa("cde") }], reason: "invalid_request" },
    { name: "less_than_the_size", chunks: [piece, { ...second, data: btoa("c") }], reason: "invalid_request" },
    { name: "a_message_that_begins_twice", chunks: [piece, piece], reason: "invalid_request" },
    { name: "no_base64", chunks: [{ ...piece, data: "%" }], reason: "invalid_request" },
    {
      name: "too_many_at_a_time",
      chunks: Array.from({ length: MaxPartial + 1 }, (_, i) => ({ ...piece, stream: i })),
      reason: "too_large",
    },
    {
      name: "too_many_bytes_at_a_time",
      chunks: Array.from({ length: 5 }, (_, i) => ({ ...piece, stream: i, size: MaxMessage })),
      reason: "too_large",
    },
    { name: "nothing_that_fits", chunks: [piece, second], reason: "taken" },
    { name: "nothing_of_a_message_it_dropped", chunks: [second], reason: "taken" },
  ])("$name", ({ chunks, reason }) => {
    expect(refusal(...chunks)).toBe(reason);
  });

  test("and_goes_on_with_other_messages", () => {
    const joiner = joinAny();
    joiner.add({ ...piece, stream: 7 });
    expect(() => joiner.add({ ...piece, size: MaxMessage + 1 })).toThrow(JoinError);
    expect(joiner.add({ ...second, stream: 7 })?.json).toBe("abcd");
  });

  test("what_is_not_admitted", () => {
    const joiner = new Joiner(() => {
      throw new FaultError("method_not_found", "no");
    });
    expect(() => joiner.add(piece)).toThrow("no");
  });
});

describe("the head of a message is read from its first piece", () => {
  test.each([
    { name: "call", json: '{"jsonrpc":"2.0","id":"q\\"1","method":"test.echo","params":{}}', head: { id: 'q"1', method: "test.echo" } },
    { name: "answer", json: '{"jsonrpc":"2.0","id":7,"result":{"id":8}}', head: { id: 7 } },
    { name: "notice", json: '{"jsonrpc":"2.0","method":"run.event","params":{"id":8}}', head: { method: "run.event" } },
    { name: "something_else", json: '{"a":{"id":1}}', head: {} },
  ])("$name", ({ json, head }) => {
    const heads: Head[] = [];
    const joiner = new Joiner((seen) => heads.push(seen) * MaxMessage);
    for (const piece of cut(json + " ".repeat(ChunkBytes), 1, "r")) joiner.add(piece);
    expect(heads).toEqual([head]);
  });
});

describe("sizes are bytes of UTF-8", () => {
  test.each(["", "plain", "é€🐆", "\ud800", "a\udc00b", "\ud83d\ud83d\udc06"])("%j", (text) => {
    expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length);
  });

  test.each([
    { name: "at_the_limit", text: "a".repeat(ChunkAbove), want: false },
    { name: "one_above", text: "a".repeat(ChunkAbove + 1), want: true },
    { name: "few_characters_of_many_bytes", text: "€".repeat(ChunkAbove / 2), want: true },
    { name: "many_bytes_below", text: "€".repeat(ChunkAbove / 4), want: false },
  ])("$name", ({ text, want }) => {
    expect(mustCut(text)).toBe(want);
  });
});
