import { describe, expect, test } from "vitest";
import { loadStorage, outcomeStore } from "./storage";
import { fakeChrome } from "./testing/chrome";

describe("storage", () => {
  test("makes_the_missing_ids_once", async () => {
    const chrome = fakeChrome();
    const first = await loadStorage();
    expect(chrome.storage.local.items["install"]).toBe(first.install);
    expect(await loadStorage()).toEqual(first);
  });

  test("is_not_misled_by_what_is_no_record", async () => {
    fakeChrome({ session: { taken: [7, "x"], failures: "many", "outcome:0": { id: 1 }, "outcome:1": null, session: 5 } });
    const found = await loadStorage();
    expect(found).toMatchObject({ taken: [7], failures: 0 });
    expect(found.session).toMatch(/^[0-9a-f-]{36}$/);
    expect(await outcomeStore.load()).toEqual([]);
  });

  test("keeps_a_large_outcome_without_what_it_returned", async () => {
    const chrome = fakeChrome();
    outcomeStore.keep(3, { id: "a", state: "done", result: "x".repeat(100_000) });
    expect(chrome.storage.session.items["outcome:3"]).toMatchObject({
      id: "a",
      state: "unknown",
      fault: { data: { reason: "outcome_unknown" } },
    });
    expect(await outcomeStore.load()).toHaveLength(1);
  });
});
