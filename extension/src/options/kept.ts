// The form of a model that is being filled in, kept over the end of the page: an upgrade closes it, and another language loads
// it anew. A key is never kept, nor an address that may hold one. A form that is left or saved is forgotten.
//
// Every page writes to a slot of its own and holds it by a lock of the browser's, which ends with the page. One that opens takes
// up the newest form that nobody holds; so what is being filled in in one tab never comes up in another.

import type { Models } from "@protocol/client.gen";
import type { Hold } from "../panel/drafts";
import { isObject } from "../wire";
import { type Draft, draftOf, own, vendorsOf } from "./draft";

const prefix = "margay.form";
/** What was left longer ago surprises more than it helps. */
const longestMs = 24 * 60 * 60 * 1000;

/** What tells this page from others that are open. */
interface Page {
  hold: Hold;
  id: string;
}

export class KeptForm {
  readonly #kept: Storage;
  readonly #now: () => number;
  readonly #hold: Hold;
  #slot: string;

  constructor(kept: Storage, now: () => number, { hold, id }: Page) {
    this.#kept = kept;
    this.#now = now;
    this.#hold = hold;
    this.#slot = `${prefix}.${id}`;
  }

  save({ model, vendor, ownName, address, name, label, keyOf, forgetKey, sees, seesSaid }: Draft): void {
    const fields = { vendor, ownName, address: /[@?]/.test(address) ? "" : address, name, label, keyOf, forgetKey, sees, seesSaid };
    try {
      this.#kept.setItem(this.#slot, JSON.stringify({ of: model?.id ?? "", revision: model?.revision ?? 0, at: this.#now(), fields }));
    } catch (error) {
      // Full: then it lives as long as the page.
      console.warn("form:", error);
    }
  }

  clear(): void {
    this.#kept.removeItem(this.#slot);
  }

  /** What was left, where it still fits: the model that it changes is there as it was. Asked once. */
  async load(models: Models): Promise<Draft | null> {
    const own = this.#slot;
    await this.#hold(own);
    for (const { name, kept } of this.#slots()) {
      const draft = name === own ? null : draftIn(kept, models);
      if (draft === null || (await this.#hold(name)) === null) continue;
      this.#slot = name;
      // What was typed here meanwhile is the form that is open.
      const typed = this.#kept.getItem(own);
      this.#kept.removeItem(own);
      if (typed !== null) this.#kept.setItem(name, typed);
      return typed === null ? draft : null;
    }
    return null;
  }

  // The newest first; what is too old, or no form at all, goes.
  #slots(): readonly Slot[] {
    const names = Array.from({ length: this.#kept.length }, (_, i) => this.#kept.key(i) ?? "");
    const slots: Slot[] = [];
    for (const name of names.filter((n) => n === prefix || n.startsWith(`${prefix}.`))) {
      const kept = formOf(this.#kept.getItem(name));
      if (kept === null || this.#now() - kept.at >= longestMs) this.#kept.removeItem(name);
      else slots.push({ name, kept });
    }
    return slots.toSorted((a, b) => b.kept.at - a.kept.at);
  }
}

interface Kept {
  at: number;
  of: unknown;
  revision: unknown;
  fields: unknown;
}

interface Slot {
  name: string;
  kept: Kept;
}

function formOf(text: string | null): Kept | null {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    if (!isObject(value) || typeof value["at"] !== "number") return null;
    return { at: value["at"], of: value["of"], revision: value["revision"], fields: value["fields"] };
  } catch {
    return null;
  }
}

function draftIn({ of, revision, fields }: Kept, models: Models): Draft | null {
  const model = models.models.find((m) => m.id !== undefined && m.id === of) ?? null;
  const fits = of === "" || (model !== null && model.revision === revision);
  return fits && isObject(fields) ? filled(draftOf(model, models.templates), fields, models) : null;
}

function filled(draft: Draft, fields: Readonly<Record<string, unknown>>, { models, templates }: Models): Draft {
  const text = (name: "vendor" | "ownName" | "address" | "name" | "label" | "keyOf") => {
    const value = fields[name];
    return typeof value === "string" ? value : draft[name];
  };
  const vendor = text("vendor");
  const keyOf = text("keyOf");
  return {
    ...draft,
    vendor: vendorsOf(templates).some((t) => t.provider === vendor) || vendor === own ? vendor : draft.vendor,
    ownName: text("ownName"),
    address: text("address"),
    name: text("name"),
    label: text("label"),
    keyOf: models.some((m) => m.id === keyOf) ? keyOf : "",
    forgetKey: fields["forgetKey"] === true,
    sees: fields["sees"] === true,
    seesSaid: fields["seesSaid"] === true,
  };
}
