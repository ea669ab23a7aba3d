// Takes pictures of the extension's pages in a real Chromium, of each scene, for eyes; what can be held without them is in
// ui/testing/*.spec.mjs. It builds what it needs. Run by hand:
//
//   node src/panel/testing/look.mjs OUTPUT_FOLDER [PICTURE…]
//
// CHROMIUM names another browser than /usr/bin/chromium, PAGE_LANGUAGE another language than en.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { reach, states as pictures } from "../../ui/testing/states.mjs";
import { startSurfaces } from "../../ui/testing/surfaces.mjs";

const [out = "panel-look", ...only] = process.argv.slice(2);
const schemes = ["light", "dark"];
const panelWidths = [320, 420, 900];
const language = process.env.PAGE_LANGUAGE ?? "en";
// How wide and high a page is looked at.
const sizes = {
  panel: panelWidths.map((width) => [width, 800]),
  popup: [[340, 520]],
  options: [[320, 1400], [900, 1400]],
};

mkdirSync(out, { recursive: true });
const surfaces = await startSurfaces();
let failed = 0;
try {
  for (const [name, picture] of Object.entries(pictures)) await photograph(name, ...picture);
} finally {
  await surfaces.close();
}
process.exitCode = failed === 0 ? 0 : 1;

async function photograph(name, surface, scene, script, shown) {
  if (only.length > 0 && !only.includes(name)) return;
  for (const scheme of schemes) {
    for (const [width, height] of sizes[surface]) {
      const page = await surfaces.open({ surface, scene, width, height, scheme, language });
      await reach(page, script, shown);
      // What slides or fades in has done so.
      await page.evaluate("new Promise((r) => setTimeout(r, 400))");
      const { data } = await page.send("Page.captureScreenshot", { format: "png" });
      writeFileSync(join(out, `${name}-${scheme}-${width}.png`), Buffer.from(data, "base64"));
      const wide = await page.evaluate("document.documentElement.scrollWidth");
      if (wide > width) report(`picture of ${name}`, `${wide} px wide in a window of ${width}`);
      if (page.trouble.length > 0) report(`picture of ${name}`, page.trouble.join("; "));
      await page.send("Page.close");
    }
  }
}

function report(name, why) {
  failed++;
  console.log(`FAIL  ${name}: ${why}`);
}
