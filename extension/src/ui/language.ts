// The language of the interface: what the person chose in the options, else that of the browser. The choice is kept in the
// extension's localStorage, because it must be known before the first drawing and all pages of the extension share it.

export const languages = ["en", "zh-CN"] as const;
export type Language = (typeof languages)[number];
export type LanguageChoice = Language | "auto";

const key = "margay.language";

/** What the person chose. Where nothing can be kept, the browser's language holds. */
export function languageChoice(): LanguageChoice {
  const kept = typeof localStorage === "undefined" ? null : localStorage.getItem(key);
  return languages.find((known) => known === kept) ?? "auto";
}

/** Keeps the choice. Pages that are open draw themselves anew (see onLanguageChange). */
export function chooseLanguage(choice: LanguageChoice): void {
  if (choice === "auto") localStorage.removeItem(key);
  else localStorage.setItem(key, choice);
}

/** Calls when another page of the extension has chosen another language. */
export function onLanguageChange(changed: () => void): void {
  window.addEventListener("storage", (event) => {
    if (event.key === key) changed();
  });
}

/** The language that the browser speaks, as its tag. */
export function browserLanguage(): string {
  if (typeof chrome !== "undefined" && chrome.i18n !== undefined) return chrome.i18n.getUILanguage();
  return typeof navigator === "undefined" ? "en" : navigator.language;
}

/** The language of ours that comes nearest to a tag. */
export function nearest(tag: string): Language {
  return /^zh\b/i.test(tag) ? "zh-CN" : "en";
}

/** The language to speak. */
export function language(choice: LanguageChoice = languageChoice()): Language {
  return choice === "auto" ? nearest(browserLanguage()) : choice;
}

/** The tag for dates and numbers: the browser's own where it is of the language spoken, because it also knows the country. */
export function locale(): string {
  const spoken = language();
  const own = browserLanguage();
  return nearest(own) === spoken && own.slice(0, 2) === spoken.slice(0, 2) ? own : spoken;
}
