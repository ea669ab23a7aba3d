import { expect, test } from "vitest";
import { browserFault } from "./browserfault";

// Chrome's words as they were seen; a page whose process has ended is told apart from one of the browser's own.
test.each([
  ["Cannot access contents of the page. Extension manifest must request permission to access the respective host.", "not_a_page", "it has crashed"],
  ['Cannot access contents of url "chrome://version/". Extension manifest must request permission to access this host.', "not_a_page", "browser's own page"],
  ["Cannot access a chrome:// URL", "not_a_page", "browser's own page"],
  ["No tab with id: 7.", "no_tab", "gone"],
  ["Frame with ID 0 is showing error page", "not_a_page", "error page"],
  ["No frame with ID: 7.", "no_document", ""],
  ["Frame with ID 7 was removed.", "no_document", ""],
  ["something new", "internal", "something new"],
])("tells %s", (text, reason, words) => {
  const fault = browserFault(new Error(text));
  expect(fault.reason).toBe(reason);
  expect(fault.message).toContain(words);
});
