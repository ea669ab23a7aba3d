// The words in use. They are chosen once, when the page loads: whoever changes the language has the page loaded anew.

import { language, type Language } from "./language";
import { english } from "./words/en";
import type { Strings } from "./words/types";
import { chinese } from "./words/zh";

export type { CallState, ProblemKind, ProblemWords, Strings } from "./words/types";

export const wordsOf: Readonly<Record<Language, Strings>> = { en: english, "zh-CN": chinese };

export const strings: Strings = wordsOf[language()];
