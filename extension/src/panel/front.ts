// Whether the page in front is one that an extension may read at all: told before a person asks for it in vain.

import { Observable } from "../ui/observable";

/** What is needed of the browser: the tab that is meant, and word when it may be another one. */
export interface FrontTabs {
  /** The address of the tab in front; empty where it is not known. */
  address: () => Promise<string>;
  /** Calls back when another tab is in front or shows another page. */
  changed: (again: () => void) => void;
}

// The browsers keep the pages of their extension stores to themselves.
const stores = /^https:\/\/(chromewebstore\.google\.com\/|chrome\.google\.com\/webstore|microsoftedge\.microsoft\.com\/addons)/;

/** An address of a web page, or one that is not known. */
export function isReadable(address: string): boolean {
  if (address === "" || address === "about:blank") return true;
  return /^(https?|file|data|blob):/.test(address) && !stores.test(address);
}

/** True while the page in front is, as far as is known, one that can be read. */
export class Front {
  readonly readable = new Observable(true);
  readonly #tabs: FrontTabs;
  #asked = 0;

  constructor(tabs: FrontTabs) {
    this.#tabs = tabs;
    tabs.changed(() => void this.look());
  }

  async look(): Promise<void> {
    const number = ++this.#asked;
    const address = await this.#tabs.address().catch(() => "");
    if (number === this.#asked) this.readable.set(isReadable(address));
  }
}
