import { expect, test } from "vitest";
import { readBrands } from "./browsername";

const brand = (name: string, version = "156") => ({ brand: name, version });

test.each([
  { name: "chromium", brands: [brand("Not:A-Brand", "8"), brand("Chromium")], want: "Chromium" },
  { name: "chrome", brands: [brand("Chromium"), brand("Google Chrome"), brand("Not(A)Brand", "24")], want: "Google Chrome" },
  { name: "another_chromium", brands: [brand("Brave"), brand("Not=A?Brand", "8"), brand("Chromium")], want: "Brave" },
])("names_$name", ({ brands, want }) => {
  expect(readBrands({ brands })).toEqual({ name: want, version: "156" });
});

test.each([undefined, null, {}, { brands: "x" }, { brands: [null, { brand: 1 }] }])("names_a_browser_that_tells_nothing %j", (data) => {
  expect(readBrands(data)).toEqual({ name: "Chromium", version: "" });
});
