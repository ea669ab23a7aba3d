// What this browser is called, for people who have several.

import { isObject } from "../wire";

/** The browser's name and version, as it calls itself. */
export function browserName(): { name: string; version: string } {
  return readBrands(Reflect.get(navigator, "userAgentData"));
}

/** Reads navigator.userAgentData, which TypeScript's library does not know yet. */
export function readBrands(data: unknown): { name: string; version: string } {
  const brands: unknown = isObject(data) ? data["brands"] : undefined;
  const known = Array.isArray(brands) ? brands.flatMap((b: unknown) => readBrand(b) ?? []) : [];
  // One brand is made up on purpose, and every Chromium names that too: the own name of the product goes first.
  const real = known.filter(({ name }) => !/not.*brand/i.test(name));
  return real.find(({ name }) => name !== "Chromium") ?? real[0] ?? { name: "Chromium", version: "" };
}

function readBrand(brand: unknown): { name: string; version: string } | undefined {
  if (!isObject(brand)) return undefined;
  const { brand: name, version } = brand;
  return typeof name === "string" && typeof version === "string" ? { name, version } : undefined;
}
