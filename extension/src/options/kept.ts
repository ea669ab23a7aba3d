// The form of a model that is being filled in, kept over the end of the page: an upgrade closes it, and another language loads
// it anew. A key is never kept, nor an address that may hold one. One form is kept; a form that is left or saved is forgotten.

import type { Models } from "@protocol/client.gen";
import { isObject } from "../wire";
import { type Draft, draftOf, own, vendorsOf } from "./draft";

const slot = "margay.form";
/** What was left longer ago surprises more than it helps. */
const longestMs = 24 * 60 * 60 * 1000;

export class KeptForm {
  readonly #kept: Storage;
  readonly #now: () => number;

  constructor(kept: Storage, now: () => number) {
    this.#kept = kept;
    this.#now = now;
  }

  save({ model, vendor, ownName, address, name, label, keyOf, forgetKey, sees, seesSaid }: Draft): void {
    const fields = { vendor, ownName, address: /[@?]/.test(address) ? "" : address, name, label, keyOf, forgetKey, sees, seesSaid };
    try {
      this.#kept.setItem(slot, JSON.stringify({ of: model?.id ?? "", revision: model?.revision ?? 0, at: this.#now(), fields }));
    } catch (error) {
      // Full: then it lives as long as the page.
      console.warn("form:", error);
    }
  }

  clear(): void {
    this.#kept.removeItem(slot);
  }

  /** What was left, where it still fits: the model that it changes is there as it was. */
  load(models: Models): Draft | null {
    const kept = this.#read();
    if (kept === null) return null;
    const model = models.models.find((m) => m.id !== undefined && m.id === kept["of"]) ?? null;
    const fits = kept["of"] === "" || (model !== null && model.revision === kept["revision"]);
    if (!fits || !isObject(kept["fields"])) return null;
    return filled(draftOf(model, models.templates), kept["fields"], models);
  }

  #read(): Record<string, unknown> | null {
    try {
      const value: unknown = JSON.parse(this.#kept.getItem(slot) ?? "null");
      if (!isObject(value) || typeof value["at"] !== "number") return null;
      return this.#now() - value["at"] < longestMs ? value : null;
    } catch {
      return null;
    }
  }
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
