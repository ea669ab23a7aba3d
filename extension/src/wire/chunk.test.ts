import { ChunkAbove, ChunkBytes, MaxMessage, MaxPartial } from "@protocol/protocol.gen";
import type { Chunk } from "@protocol/protocol.gen";
import { describe, expect, test } from "vitest";
import { cut, Joiner, mustCut } from "./chunk";
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

describe("cut and join", () => {
  test.each(cases)("$name", ({ text }) => {
    const pieces = [...cut(text, 1, "ping")];
    const joiner = new Joiner();
    const joined = pieces.map((piece) => joiner.add(piece));
    expect(joined.pop()).toBe(text);
    expect(joined.every((j) => j === undefined)).toBe(true);
    for (const piece of pieces) expect(JSON.stringify(piece).length).toBeLessThan(ChunkAbove);
  });

  test("interleaved_messages", () => {
    const a = [...cut("a".repeat(ChunkBytes + 1), 1, "ping")];
    const b = [...cut("b".repeat(ChunkBytes + 1), 2, "ping")];
    const joiner = new Joiner();
    const out = [a[0], b[0], b[1], a[1]].map((piece) => piece && joiner.add(piece)?.[0]);
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
  const refusal = (...chunks: Chunk[]) => {
    const joiner = new Joiner();
    try {
      for (const chunk of chunks) joiner.add(chunk);
    } catch (thrown) {
      return thrown instanceof FaultError ? thrown.reason : thrown;
    }
    return "taken";
  };

  test.each([
    { name: "over_the_cap_of_the_route", chunks: [{ ...piece, size: MaxMessage + 1 }], reason: "too_large" },
    { name: "no_size", chunks: [{ ...piece, size: 0 }], reason: "invalid_request" },
    { name: "a_gap", chunks: [piece, { ...piece, number: 2 }], reason: "invalid_request" },
    { name: "another_total", chunks: [piece, { ...piece, number: 1, total: 3 }], reason: "invalid_request" },
    { name: "more_than_the_size", chunks: [piece, { ...piece, number: 1, data: btoa("abc") }], reason: "invalid_request" },
    { name: "less_than_the_size", chunks: [piece, { ...piece, number: 1, data: btoa("a") }], reason: "invalid_request" },
    { name: "no_base64", chunks: [{ ...piece, data: "%" }], reason: "invalid_request" },
    {
      name: "too_many_at_a_time",
      chunks: Array.from({ length: MaxPartial + 1 }, (_, i) => ({ ...piece, stream: i })),
      reason: "too_large",
    },
    { name: "nothing_that_fits", chunks: [piece, { ...piece, number: 1, data: btoa("cd") }], reason: "taken" },
    { name: "nothing_of_a_message_it_dropped", chunks: [{ ...piece, number: 1 }], reason: "taken" },
  ])("$name", ({ chunks, reason }) => {
    expect(refusal(...chunks)).toBe(reason);
  });

  test("and_goes_on_with_other_messages", () => {
    const joiner = new Joiner();
    joiner.add({ ...piece, stream: 7 });
    expect(() => joiner.add({ ...piece, size: MaxMessage + 1 })).toThrow(FaultError);
    expect(joiner.add({ ...piece, stream: 7, number: 1, data: btoa("cd") })).toBe("abcd");
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
