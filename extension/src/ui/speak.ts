// The document's language, and starting anew in another one.

import { language, onLanguageChange } from "./language";
import { strings } from "./strings";

/** Says the document's language and title, and loads the page again when another page chooses another language. */
export function speak(title: string = strings.appName): void {
  document.documentElement.lang = language();
  document.title = title;
  onLanguageChange(() => location.reload());
}
