import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Commits } from "./commits";
import { historyEntry } from "./navigate";
import { fakeChrome } from "./testing/chrome";

describe("an expected commit", () => {
  let chrome: ReturnType<typeof fakeChrome>;
  beforeEach(() => {
    vi.useFakeTimers();
    chrome = fakeChrome();
    chrome.tabs.get.mockResolvedValue({ ...chrome.tab, status: "loading" });
  });
  afterEach(() => void vi.useRealTimers());

  const ended = (wait: Promise<void>) => {
    const state = { now: "waiting" };
    wait.then(
      () => (state.now = "settled"),
      () => (state.now = "failed"),
    );
    return state;
  };

  test("settles_when_the_tab_begins_to_load", async () => {
    const commits = new Commits();
    const wait = ended(commits.expect(7).settled(() => false));
    await vi.advanceTimersByTimeAsync(5000);
    commits.onLoading(8);
    await vi.advanceTimersByTimeAsync(0);
    expect(wait.now).toBe("waiting");
    commits.onLoading(7);
    await vi.advanceTimersByTimeAsync(0);
    expect(wait.now).toBe("settled");
    expect(vi.getTimerCount()).toBe(0);
  });

  test("that_came_before_anybody_waited_counts", async () => {
    const commits = new Commits();
    const commit = commits.expect(7);
    commits.onLoading(7);
    const wait = ended(commit.settled(() => false));
    await vi.advanceTimersByTimeAsync(0);
    expect(wait.now).toBe("settled");
  });

  test("settles_when_the_tab_comes_to_rest_without_one", async () => {
    const wait = ended(new Commits().expect(7).settled(() => false));
    await vi.advanceTimersByTimeAsync(1000);
    expect(wait.now).toBe("waiting");
    chrome.tabs.get.mockResolvedValue(chrome.tab);
    await vi.advanceTimersByTimeAsync(100);
    expect(wait.now).toBe("settled");
  });

  test("fails_when_the_tab_is_closed", async () => {
    chrome.tabs.get.mockRejectedValue(new Error("No tab with id: 7."));
    const wait = ended(new Commits().expect(7).settled(() => false));
    await vi.advanceTimersByTimeAsync(100);
    expect(wait.now).toBe("failed");
  });

  test("is_not_waited_for_after_the_deadline", async () => {
    let over = false;
    const wait = ended(new Commits().expect(7).settled(() => over));
    await vi.advanceTimersByTimeAsync(500);
    over = true;
    await vi.advanceTimersByTimeAsync(100);
    expect(wait.now).toBe("settled");
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("a step in the history", () => {
  const history = { currentIndex: 1, entries: [{ id: 10 }, { id: 11 }, { id: 12 }] };
  test.each([
    { name: "back", history, move: "back" as const, want: 10 },
    { name: "forward", history, move: "forward" as const, want: 12 },
    { name: "nothing_behind", history: { ...history, currentIndex: 0 }, move: "back" as const, want: undefined },
    { name: "nothing_ahead", history: { ...history, currentIndex: 2 }, move: "forward" as const, want: undefined },
    { name: "no_answer", history: undefined, move: "back" as const, want: undefined },
  ])("$name", ({ history: given, move, want }) => {
    expect(historyEntry(given, move)).toBe(want);
  });
});
