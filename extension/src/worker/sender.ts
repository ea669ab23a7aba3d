// Who may open a port to the worker.
//
// Only the extension's own pages have a reason to, and all they say by it is “be there”; the daemon's calls come over the
// native port. Content scripts and pages are not listened to.

/** Whether a sender is a page of this extension, not a script that lives in a web page. */
export function isOwnPage(sender: chrome.runtime.MessageSender | undefined): boolean {
  return sender !== undefined && sender.id === chrome.runtime.id && `${sender.origin}/` === chrome.runtime.getURL("");
}
