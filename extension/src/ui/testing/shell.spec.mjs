// What panel.html draws before its script has come: it stands where the panel will, and goes when the panel is there.

import { afterAll, beforeAll, expect, test } from "vitest";
import { startSurfaces } from "./surfaces.mjs";

let surfaces;
beforeAll(async () => {
  surfaces = await startSurfaces();
});
afterAll(() => surfaces.close());

const places = `JSON.stringify([".header", ".title .mark", ".bottom", ".field"].map((part) => {
  const { x, y, width, height } = document.querySelector(part).getBoundingClientRect();
  return [part, x, y, width, height];
}))`;

test.each([320, 420, 900])("the_shell_of_the_panel_moves_nothing_at_%i_pixels", async (width) => {
  const page = await surfaces.open({ scene: "empty", width });
  const drawn = await page.evaluate(places);
  expect(await page.evaluate(`document.querySelector(".shell") === null`)).toBe(true);
  await page.send("Network.setBlockedURLs", { urls: ["*/panel.js"] });
  await page.send("Page.reload");
  await page.until(`document.querySelector(".shell") !== null && document.readyState === "complete" && document.querySelector(".shell .mark").complete`);
  expect(await page.evaluate(places)).toBe(drawn);
  await page.send("Page.close");
});
