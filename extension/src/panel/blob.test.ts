import { expect, it } from "vitest";
import type { Routes } from "@protocol/client.gen";
import { readText } from "./blob";

// Answers blob.read with pieces of these bytes, `step` at a time at most.
function holding(bytes: Uint8Array, step: number) {
  return {
    call: <K extends keyof Routes>(_route: K, params: Routes["blob.read"]["params"]) => {
      const at = params.offset ?? 0;
      const piece = bytes.subarray(at, at + Math.min(step, params.limit ?? step));
      return Promise.resolve({ data: btoa(Array.from(piece, (b) => String.fromCharCode(b)).join("")), size: bytes.length });
    },
  };
}

it("a_letter_cut_between_two_pieces_is_whole", async () => {
  const text = "größer 日本 🐆";
  expect(await readText(holding(new TextEncoder().encode(text), 3), "b")).toEqual({ text, whole: true });
});

it("a_very_long_text_is_cut_and_says_so", async () => {
  const read = await readText(holding(new Uint8Array(5 << 20).fill(97), 1 << 20), "b");
  expect(read.whole).toBe(false);
  expect(read.text.length).toBe(2 << 20);
});

it("a_size_that_is_not_kept_ends_all_the_same", async () => {
  const lying = { call: () => Promise.resolve({ data: "", size: 100 }) };
  expect(await readText(lying, "b")).toEqual({ text: "", whole: true });
});
