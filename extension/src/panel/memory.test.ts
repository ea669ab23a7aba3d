// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";
import { askToOpen, localMemory, onAskedToOpen } from "./memory";
import { soon } from "./testing/draw";

beforeEach(() => localStorage.clear());

it("the_open_chat_is_there_again_and_a_new_one_forgets_it", () => {
  localMemory().save("c1");
  expect(localMemory().load()).toBe("c1");
  localMemory().save(null);
  expect(localMemory().load()).toBeNull();
});

it("the_popup_asks_the_panel_of_its_own_window_only", async () => {
  const here = vi.fn();
  const there = vi.fn();
  onAskedToOpen(() => Promise.resolve(7), here);
  onAskedToOpen(() => Promise.resolve(8), there);
  askToOpen("c3", 7);
  await soon(() => expect(here).toHaveBeenCalledWith("c3"));
  expect(there).not.toHaveBeenCalled();
  expect(localMemory().load()).toBe("c3");
});
