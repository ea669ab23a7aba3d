// The form of a model as plain values, and what of it is sent.

import type { DiscoverModels, Model, ModelTemplate, SaveModel } from "@protocol/client.gen";

/** The value of the provider's list for a server that is no known vendor's. */
export const own = "";

export interface Draft {
  /** The model that is edited; null for a new one. */
  model: Model | null;
  /** A known provider, or `own`. */
  vendor: string;
  /** The short name of an own server; where it is empty, that of its address. */
  ownName: string;
  /** The names of the known vendors, which are no server's own. */
  vendors: readonly string[];
  address: string;
  name: string;
  label: string;
  key: string;
  /** The id of the model whose key is to be used; empty for none. */
  keyOf: string;
  forgetKey: boolean;
  sees: boolean;
  /** The person said so; else it is guessed by the name. */
  seesSaid: boolean;
}

type Mistake = "needsName" | "needsAddress" | "badAddress" | "badProvider";

/** The vendors whose address is known. A template without one is a server of one's own, which the form has anyway. */
export function vendorsOf(templates: readonly ModelTemplate[]): readonly ModelTemplate[] {
  return templates.filter((t) => t.baseURL !== "");
}

export function draftOf(model: Model | null, templates: readonly ModelTemplate[]): Draft {
  const vendors = vendorsOf(templates);
  const known = vendors.some((t) => t.provider === model?.provider);
  const first = vendors[0]?.provider ?? own;
  return {
    model,
    vendor: model === null ? first : known ? model.provider : own,
    ownName: model === null || known ? "" : model.provider,
    vendors: templates.map((t) => t.provider),
    address: model?.baseURL ?? "",
    name: model?.name ?? "",
    label: model === null || model.label === model.spec ? "" : model.label,
    key: "",
    keyOf: "",
    forgetKey: false,
    sees: model?.sees ?? false,
    seesSaid: model !== null,
  };
}

/** A mistake and the field that it is in. */
export interface Wrong {
  field: "ownName" | "address" | "name";
  mistake: Mistake;
}

/** All that keeps a draft from being saved, first things first; for a list of the provider's models the name may be missing. */
export function mistakesOf(draft: Draft, forList = false): Wrong[] {
  const wrong: Wrong[] = [];
  const address = draft.address.trim();
  if (draft.vendor === own && address === "") wrong.push({ field: "address", mistake: "needsAddress" });
  if (address !== "" && !/^https?:\/\/./i.test(address)) wrong.push({ field: "address", mistake: "badAddress" });
  // Without a name and an address it is the address that is missing.
  const ownName = draft.vendor === own && wrong.length === 0 ? serverName(draft) : draft.ownName.trim();
  if (draft.vendor === own && (wrong.length === 0 || ownName !== "") && !shortName.test(ownName)) wrong.push({ field: "ownName", mistake: "badProvider" });
  if (!forList && draft.name.trim() === "") wrong.push({ field: "name", mistake: "needsName" });
  return wrong;
}

const shortName = /^[a-z][a-z0-9-]*$/;

/** The short name of an own server: the one typed, else one by the host of its address; empty where that says nothing. */
export function serverName({ ownName, address, vendors }: Draft): string {
  if (ownName.trim() !== "") return ownName.trim();
  const derived = nameOfHost(address.trim());
  // The name of a vendor would stand for that one's address and key.
  return vendors.includes(derived) ? `${derived}-server` : derived;
}

// https://api.lab.example/v1 is lab; a machine that has a number only is told apart by its port.
function nameOfHost(address: string): string {
  if (!URL.canParse(address)) return "";
  const { hostname, port } = new URL(address);
  if (hostname === "") return "";
  if (/^[\d.]+$|^\[|^localhost$/.test(hostname)) return ["local", port].filter((part) => part !== "").join("-");
  const labels = hostname.toLowerCase().split(".");
  const [first = ""] = labels.length > 2 && /^(www|api)$/.test(labels[0] ?? "") ? labels.slice(1) : labels;
  const name = first.replace(/[^a-z0-9-]/g, "-").replace(/^-+/, "");
  return shortName.test(name) ? name : `server-${name}`;
}

export function saveOf(draft: Draft): SaveModel {
  const { id, revision } = draft.model ?? {};
  const label = draft.label.trim();
  return {
    ...(id === undefined ? {} : { id }),
    ...(revision === undefined ? {} : { revision }),
    ...whomOf(draft),
    name: draft.name.trim(),
    ...(label === "" ? {} : { label }),
    ...(draft.sees ? { sees: true } : {}),
    ...(draft.forgetKey ? { forgetKey: true } : {}),
  };
}

function whomOf(draft: Draft): DiscoverModels {
  const address = draft.address.trim();
  const key = draft.key.trim();
  const { keyOf } = draft;
  return {
    provider: draft.vendor === own ? serverName(draft) : draft.vendor,
    ...(address === "" ? {} : { baseURL: address }),
    ...(key === "" || draft.forgetKey ? {} : { key }),
    ...(keyOf === "" || key !== "" || draft.forgetKey ? {} : { keyOf }),
  };
}

/** Whom to ask for names: as when saving, with the key that an edited model has already. */
export function askOf(draft: Draft): DiscoverModels {
  const whom = whomOf(draft);
  const { id, key, provider, baseURL = "" } = draft.model ?? {};
  const same = provider === whom.provider && baseURL === (whom.baseURL ?? "");
  const kept = id !== undefined && key?.set === true && !draft.forgetKey && same;
  return whom.key === undefined && whom.keyOf === undefined && kept ? { ...whom, keyOf: id } : whom;
}
