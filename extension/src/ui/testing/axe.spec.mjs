// What a screen reader and a keyboard meet: axe-core on every page of the extension, in the states that people see, in both
// colour schemes. Anything that it finds fails, not only what it calls serious.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startSurfaces } from "./surfaces.mjs";
import { reach, states } from "./states.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
let surfaces;
beforeAll(async () => {
  surfaces = await startSurfaces();
});
afterAll(() => surfaces.close());

async function findings(page, scheme, rules = {}) {
  await page.send("Emulation.setEmulatedMedia", {
    features: [{ name: "prefers-color-scheme", value: scheme }, { name: "prefers-reduced-motion", value: "reduce" }],
  });
  const { violations } = await page.evaluate(`axe.run(document, ${JSON.stringify({ resultTypes: ["violations"], ...rules })})`);
  return violations.flatMap(({ id, impact, nodes }) => nodes.map((n) => `${scheme}: ${id} (${impact}): ${n.target.join(" ")}: ${n.failureSummary}`));
}

async function look(page, script, shown) {
  await page.evaluate(`${axe}; null`);
  await reach(page, script, shown);
  expect(page.trouble).toEqual([]);
  // Only colours are others in the dark.
  const found = [...(await findings(page, "light")), ...(await findings(page, "dark", { runOnly: ["color-contrast"] }))];
  await page.send("Page.close");
  return found;
}

test.each(Object.entries(states))("%s", async (_name, [surface, scene, script, shown]) => {
  const width = surface === "popup" ? 340 : 420;
  const page = await surfaces.open({ surface, scene, width });
  expect(await look(page, script, shown)).toEqual([]);
});

test.each(["panel", "popup", "options"])("%s_in_chinese", async (surface) => {
  const page = await surfaces.open({ surface, scene: surface === "options" ? "models" : "live", language: "zh-CN" });
  expect(await page.evaluate("document.documentElement.lang")).toBe("zh-CN");
  expect(await look(page, "", "main")).toEqual([]);
});

test("a_page_with_a_fault_would_not_pass", async () => {
  const page = await surfaces.open({ scene: "first" });
  const faults = `const img = new Image(); document.body.append(img); document.querySelector(".empty").append(document.createElement("button")); document.querySelector(".lead").style.color = "#555"`;
  const found = await look(page, faults, ".empty > button");
  expect(found.filter((f) => f.includes("image-alt"))).toHaveLength(1);
  expect(found.filter((f) => f.includes("button-name"))).toHaveLength(1);
  expect(found.filter((f) => f.includes("dark: color-contrast"))).toHaveLength(1);
});
