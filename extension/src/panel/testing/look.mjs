// Looks at the extension's pages in a real Chromium: takes pictures of each scene and checks
// what only a browser can show. It builds what it needs. Run by hand:
//
//   node src/panel/testing/look.mjs OUTPUT_FOLDER [PICTURE or CHECK…]
//
// CHROMIUM names another browser than /usr/bin/chromium, PAGE_LANGUAGE another language than en.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { reach, states as pictures } from "../../ui/testing/states.mjs";
import { startSurfaces } from "../../ui/testing/surfaces.mjs";
import { checks } from "./checks.mjs";

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
  for (const [name, check] of Object.entries(checks)) await run(name, check);
} finally {
  await surfaces.close();
}
process.exitCode = failed === 0 ? 0 : 1;

async function open(options) {
  const page = await surfaces.open({ language, ...options });
  page.picture = async (name) => {
    const { data } = await page.send("Page.captureScreenshot", { format: "png" });
    writeFileSync(join(out, `${name}.png`), Buffer.from(data, "base64"));
  };
  return page;
}

async function photograph(name, surface, scene, script, shown) {
  if (only.length > 0 && !only.includes(name)) return;
  for (const scheme of schemes) {
    for (const [width, height] of sizes[surface]) {
      const page = await open({ surface, scene, width, height, scheme });
      await reach(page, script, shown);
      // What slides or fades in has done so.
      await page.evaluate("new Promise((r) => setTimeout(r, 400))");
      await page.picture(`${name}-${scheme}-${width}`);
      const wide = await page.evaluate("document.documentElement.scrollWidth");
      if (wide > width) report(`picture of ${name}`, `${wide} px wide in a window of ${width}`);
      if (page.trouble.length > 0) report(`picture of ${name}`, page.trouble.join("; "));
      await page.send("Page.close");
    }
  }
}

async function run(name, check) {
  if (only.length > 0 && !only.includes(name)) return;
  try {
    const said = await check(open);
    console.log(`ok    ${name}${said === undefined ? "" : `: ${said}`}`);
  } catch (error) {
    report(name, error instanceof Error ? error.message : String(error));
  }
}

function report(name, why) {
  failed++;
  console.log(`FAIL  ${name}: ${why}`);
}
