// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openPanel } from "./browser";
import { chooseLanguage, language, languageChoice, locale } from "./language";

function browserSpeaks(tag: string): void {
  vi.stubGlobal("chrome", { i18n: { getUILanguage: () => tag } });
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe("the language", () => {
  it("is_the_browsers_until_one_is_chosen", () => {
    browserSpeaks("zh-TW");
    expect([languageChoice(), language()]).toEqual(["auto", "zh-CN"]);
    chooseLanguage("en");
    expect([languageChoice(), language()]).toEqual(["en", "en"]);
    chooseLanguage("auto");
    expect(language()).toBe("zh-CN");
  });

  it("kept_as_something_unknown_is_the_browsers", () => {
    browserSpeaks("en-GB");
    localStorage.setItem("margay.language", "tlh");
    expect([languageChoice(), language()]).toEqual(["auto", "en"]);
  });

  it("is_known_to_every_page_before_it_draws", async () => {
    browserSpeaks("en");
    chooseLanguage("zh-CN");
    vi.resetModules();
    const { strings } = await import("./strings");
    expect(strings.composer.send).toBe("发送");
  });

  it.each([
    ["en-GB", "auto", "en-GB"],
    ["zh-TW", "auto", "zh-TW"],
    ["en-GB", "zh-CN", "zh-CN"],
    ["zh-HK", "en", "en"],
    ["de-AT", "auto", "en"],
  ] as const)("of_a_browser_in_%s_with_the_choice_%s_writes_dates_as_%s", (tag, choice, expected) => {
    browserSpeaks(tag);
    chooseLanguage(choice);
    expect(locale()).toBe(expected);
  });
});

describe("opening_the_panel", () => {
  function browser(open: () => Promise<void>) {
    const create = vi.fn(() => Promise.resolve());
    vi.stubGlobal("chrome", {
      windows: { getCurrent: () => Promise.resolve({ id: 7 }) },
      sidePanel: { open: vi.fn(open) },
      tabs: { create },
      runtime: { getURL: (path: string) => `chrome-extension://id/${path}` },
    });
    return create;
  }

  it("opens_the_side_panel_of_this_window", async () => {
    const create = browser(() => Promise.resolve());
    expect(await openPanel()).toBe(true);
    expect(chrome.sidePanel.open).toHaveBeenCalledWith({ windowId: 7 });
    expect(create).not.toHaveBeenCalled();
  });

  it("opens_a_tab_where_the_browser_has_no_side_panel_to_show", async () => {
    vi.spyOn(console, "warn").mockReturnValue(undefined);
    const create = browser(() => Promise.reject(new Error("No active side panel")));
    expect(await openPanel()).toBe(false);
    expect(create).toHaveBeenCalledWith({ url: "chrome-extension://id/panel.html" });
  });
});
