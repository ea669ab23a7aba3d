// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from "vitest";
import { doing, draw, one, soon } from "../panel/testing/draw";
import { CopyButton } from "./copy";
import { strings } from "./strings";

afterEach(() => vi.unstubAllGlobals());

/** A button in a browser that answers a writing so; draws it and presses it. */
async function pressed(answer: () => Promise<void>) {
  const writeText = vi.fn<(text: string) => Promise<void>>(answer);
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  const root = await draw(<CopyButton text={"margay doctor\n --data 'a b'"} label="Copy the command" />);
  const button = one(root, "button");
  expect(button.textContent).toBe(strings.common.copy);
  await doing(() => button.click());
  return { button, writeText };
}

describe("the button that copies", () => {
  it("writes_the_text_as_it_is_and_says_so_for_a_while", async () => {
    const { button, writeText } = await pressed(() => Promise.resolve());
    expect(writeText.mock.calls).toEqual([["margay doctor\n --data 'a b'"]]);
    expect(button.textContent).toBe(strings.common.copied);
    await soon(() => expect(button.textContent).toBe(strings.common.copy));
  });

  it("says_nothing_where_the_browser_refuses", async () => {
    const { button, writeText } = await pressed(() => Promise.reject(new DOMException("Write permission denied.", "NotAllowedError")));
    expect(writeText).toHaveBeenCalledOnce();
    expect(button.textContent).toBe(strings.common.copy);
    expect(button.getAttribute("aria-label")).toBe("Copy the command");
  });
});
