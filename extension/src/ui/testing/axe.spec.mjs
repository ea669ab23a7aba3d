// What a screen reader and a keyboard meet: axe-core on every page of the extension, in the states that people see, in both
// colour schemes. Anything that it finds fails, not only what it calls serious. And each of them in the narrowest window.

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

async function look(page, script, shown, narrowest = 320) {
  await page.evaluate(`${axe}; null`);
  await reach(page, script, shown);
  expect(page.trouble).toEqual([]);
  // Only colours are others in the dark.
  const found = [...(await findings(page, "light")), ...(await findings(page, "dark", { runOnly: ["color-contrast"] }))];
  return [...found, ...(await tooWide(page, narrowest))];
}

/** What does not fit into a window that narrow, of the page and of the boxes in it that are scrolled up and down only. */
async function tooWide(page, width) {
  await page.send("Emulation.setDeviceMetricsOverride", { width, height: 800, deviceScaleFactor: 1, mobile: false });
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))).then(() => null)");
  return page.evaluate(`[document.documentElement, ...document.querySelectorAll(".scroller, .drawer, .chat-list")]
    .map((e) => [e.className || "page", e.scrollWidth, Math.min(${width}, e.clientWidth)])
    .filter(([, wide, room]) => wide > room).map(([name, wide, room]) => \`\${name}: \${wide} px wide where there are \${room}\`)`);
}

test.each(Object.entries(states))("%s", async (_name, [surface, scene, script, shown]) => {
  // A popup gives its window the width, and has one only.
  const [width, narrowest] = surface === "popup" ? [340, 340] : [420, 320];
  const page = await surfaces.open({ surface, scene, width });
  expect(await look(page, script, shown, narrowest)).toEqual([]);
  await page.send("Page.close");
});

test.each(["panel", "popup", "options"])("%s_in_chinese", async (surface) => {
  const page = await surfaces.open({ surface, scene: surface === "options" ? "models" : "live", language: "zh-CN" });
  expect(await page.evaluate("document.documentElement.lang")).toBe("zh-CN");
  expect(await look(page, "", "main", surface === "popup" ? 340 : 320)).toEqual([]);
  await page.send("Page.close");
});

test("a_page_with_a_fault_would_not_pass", async () => {
  const page = await surfaces.open({ scene: "first" });
  const faults = `const img = new Image(); document.body.append(img); document.querySelector(".empty").append(document.createElement("button")); document.querySelector(".lead").style.cssText = "color: #555; width: 400px"`;
  const found = await look(page, faults, ".empty > button");
  expect(found.filter((f) => f.includes("image-alt"))).toHaveLength(1);
  expect(found.filter((f) => f.includes("button-name"))).toHaveLength(1);
  expect(found.filter((f) => f.includes("dark: color-contrast"))).toHaveLength(1);
  expect(found.filter((f) => f.startsWith("scroller: "))).toHaveLength(1);
});
