import { describe, expect, it } from "vitest";
import { duration, size, tokens, when } from "./format";

describe("format", () => {
  it.each([[0, "0"], [999, "999"], [1000, "1.0k"], [9949, "9.9k"], [9950, "10k"], [12_400, "12k"]])("tokens_%i", (count, text) => {
    expect(tokens(count)).toBe(text);
  });

  it.each([[-5, "0 ms"], [80, "80 ms"], [1400, "1.4 s"], [59_940, "59.9 s"], [59_960, "1 min 00 s"], [125_000, "2 min 05 s"]])("duration_%i", (ms, text) => {
    expect(duration(ms)).toBe(text);
  });

  it.each([[512, "512 B"], [4096, "4 KB"], [1_400_000, "1.3 MB"], [2_200_000_000, "2.0 GB"]])("size_%i", (bytes, text) => {
    expect(size(bytes)).toBe(text);
  });

  it("dates_are_a_time_today_a_day_before_and_nothing_where_there_is_none", () => {
    const at = new Date(2026, 10, 30, 9, 5);
    expect(when(at.toISOString(), at.getTime())).toMatch(/9:05/);
    expect(when(at.toISOString(), at.getTime() + 86_400_000)).toMatch(/30/);
    expect(when("no date", 0)).toBe("");
  });
});
