// Chrome's error texts as faults. Chrome gives extensions texts and no codes, so the texts stand here and nowhere else
// (measured on Chromium 156). What is not known stays as it is, as an internal fault with Chrome's words.

import { FaultError } from "../wire";

const texts: readonly (readonly [pattern: RegExp, fault: (text: string) => FaultError])[] = [
  [/No tab with (given )?id|The tab was closed|No current tab/, () => new FaultError("no_tab", "The tab is gone.", "List the tabs.")],
  [/No document with id|No frame with id|Frame with ID \d+ was removed/i, () => noDocument()],
  [
    /is showing error page/,
    () =>
      new FaultError(
        "not_a_page",
        "The tab shows the browser's error page, because the address could not be loaded.",
        "Navigate to an address that works.",
      ),
  ],
  [
    /extensions gallery cannot be scripted/,
    () => notAPage("The browser's extension store cannot be read or driven."),
  ],
  [/URL of different extension/, () => notAPage("A page of another extension cannot be read or driven.")],
  [
    // The words for a page whose process has ended: of one of the browser's own they name the address.
    /Cannot access contents of the page\b/,
    () => notAPage("The page in this tab cannot be read or driven: it has crashed, or the browser keeps it to itself."),
  ],
  [
    /Cannot access a chrome|Cannot access contents of|Cannot attach to this target|cannot be scripted due to/,
    (text) => notAPage(`This is the browser's own page; it cannot be read or driven (${text}).`),
  ],
  [
    /Another debugger is already attached/,
    () =>
      new FaultError(
        "debugger_refused",
        "Another extension or program is debugging this tab, and the browser allows only one.",
        "Close the other debugger, or use another tab.",
      ),
  ],
  [/Invalid url|Cannot navigate to invalid URL/i, (text) => new FaultError("invalid_params", text, "Check the address.")],
];

function notAPage(message: string): FaultError {
  return new FaultError("not_a_page", message, "Navigate to a web page, or use another tab.");
}

/** The fault of a document that is gone. */
export function noDocument(): FaultError {
  return new FaultError(
    "no_document",
    "The page that this was meant for is gone: the tab shows another document now.",
    "Look at the tab again.",
  );
}

/** What Chrome threw, as a fault. */
export function browserFault(thrown: unknown): FaultError {
  if (thrown instanceof FaultError) return thrown;
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  const hit = texts.find(([pattern]) => pattern.test(text));
  return hit === undefined ? new FaultError("internal", text) : hit[1](text);
}
