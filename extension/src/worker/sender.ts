// Who may send what to the worker by chrome.runtime messages.
//
// Only the extension's own pages have anything to say to it, and only the nudge to connect; the daemon's calls come over
// the native port. Content scripts and pages are not listened to.

/** Whether a message comes from a page of this extension, not from a script that lives in a web page. */
export function isOwnPage(sender: chrome.runtime.MessageSender): boolean {
  return sender.id === chrome.runtime.id && `${sender.origin}/` === chrome.runtime.getURL("");
}
