// Which addresses a person may be led to from text that nobody vouches for.

const allowed = new Set(["http:", "https:", "mailto:"]);

/** An address as the browser will really go there, or null where it may not be a link. */
export function safeAddress(address: string): URL | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return allowed.has(url.protocol) ? url : null;
}

/** What to show as the place a link goes to: the host, or the address of a mail. */
export function placeOf(url: URL): string {
  return url.protocol === "mailto:" ? url.pathname : url.host;
}

// Something in the text that a reader takes for an address: a scheme, "www.", or a dotted name.
const looksLikeAddress = /[a-z][a-z0-9+.-]*:\/\/|www\.|[^\s/@]+\.[a-z]{2,}(?=$|[\s/:?#)\].,;!])/i;

/** Reports whether a link's text would lead a reader to expect another place than where it goes. */
export function misleads(text: string, url: URL): boolean {
  if (url.username !== "" || url.password !== "") return true;
  const shown = text.trim();
  if (!looksLikeAddress.test(shown)) return false;
  return expectedPlace(shown) !== placeOf(url).toLowerCase();
}

// The place that the text names, as far as it names one and nothing else.
function expectedPlace(text: string): string {
  const withScheme = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `${/^[^\s/]+@/.test(text) ? "mailto:" : "https://"}${text}`;
  const url = safeAddress(withScheme);
  return url === null ? "" : placeOf(url).toLowerCase();
}
