// Looks at the extension's pages in a real Chromium: takes pictures of each scene and checks
// what only a browser can show. It builds what it needs. Run by hand:
//
//   node src/panel/testing/look.mjs OUTPUT_FOLDER [PICTURE or CHECK…]
//
// CHROMIUM names another browser than /usr/bin/chromium, PAGE_LANGUAGE another language than en.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startSurfaces } from "../../ui/testing/surfaces.mjs";
import { checks } from "./checks.mjs";

const [out = "panel-look", ...only] = process.argv.slice(2);
const schemes = ["light", "dark"];
const panelWidths = [320, 420, 1280];
const language = process.env.PAGE_LANGUAGE ?? "en";
const press = (selector) => `document.querySelector(${JSON.stringify(selector)}).click()`;
const type = (selector, text) => `(() => { const box = document.querySelector(${JSON.stringify(selector)}); box.focus(); document.execCommand("insertText", false, ${JSON.stringify(text)}); })()`;
const attach = `(() => {
  const given = new DataTransfer();
  const canvas = Object.assign(document.createElement("canvas"), { width: 80, height: 60 });
  const pen = canvas.getContext("2d");
  pen.fillStyle = "#8f4f0e"; pen.fillRect(10, 10, 60, 40);
  const png = Uint8Array.from(atob(canvas.toDataURL().split(",")[1]), (c) => c.charCodeAt(0));
  given.items.add(new File([png], "sketch of the page.png", { type: "image/png" }));
  given.items.add(new File(["%PDF-1.7"], "requirements.pdf", { type: "application/pdf" }));
  given.items.add(new File(["PK"], "everything.zip", { type: "application/zip" }));
  document.querySelector("#composer").dispatchEvent(new ClipboardEvent("paste", { clipboardData: given, bubbles: true, cancelable: true }));
})()`;
// A picture is a page, a scene, and what is done in it before the picture is taken.
const pictures = {
  empty: ["panel", "empty", ""],
  first: ["panel", "first", ""],
  missing: ["panel", "missing", ""],
  finished: ["panel", "finished", ""],
  running: ["panel", "running", ""],
  failed: ["panel", "failed", ""],
  interrupted: ["panel", "interrupted", ""],
  chats: ["panel", "chats", press("#chats-button")],
  undo: ["panel", "chats", `${press("#chats-button")}; setTimeout(() => document.querySelector("[data-conversation=c1]").dispatchEvent(new KeyboardEvent("keydown", { key: "Delete", bubbles: true })), 100)`],
  rename: ["panel", "chats", `${press("#chats-button")}; setTimeout(() => document.querySelector("[data-conversation=c1]").dispatchEvent(new KeyboardEvent("keydown", { key: "F2", bubbles: true })), 100)`],
  pictures: ["panel", "pictures", ""],
  thoughts: ["panel", "pictures", press(".thoughts summary")],
  enlarged: ["panel", "pictures", `setTimeout(() => ${press("[data-blob=b1] button")}, 150)`],
  attached: ["panel", "empty", attach],
  details: ["panel", "running", `for (const id of ["k2", "k3"]) document.querySelector("[data-call=" + id + "]").open = true`],
  writing: ["panel", "running", type("#composer", "And then tell me the confirmation number.\nIn one line, please.")],
  popup: ["popup", "live", ""],
  "popup-missing": ["popup", "missing", ""],
  "popup-checks": ["popup", "live", press("#run-checks")],
  "popup-old": ["popup", "old", press("#run-checks")],
  options: ["options", "models", `for (const way of document.querySelectorAll("[data-act=test]")) way.click()`],
  "options-first": ["options", "bare", ""],
  "options-missing": ["options", "missing", ""],
  "options-form": ["options", "models", `${press("#add-model")}; setTimeout(() => ${press("#form-list")}, 50)`],
  "options-own": ["options", "models", `document.querySelector("[data-model^=lab] [data-act=edit]").click(); setTimeout(() => { const name = document.querySelector("#form-name"); name.value = ""; name.dispatchEvent(new Event("input", { bubbles: true })); setTimeout(() => ${press("#form-save")}, 30); }, 50)`],
  "options-delete": ["options", "models", `document.querySelector("[data-model^=lab] [data-act=delete]").click()`],
  "options-checks": ["options", "models", `${press("#run-checks")}; setTimeout(() => document.querySelector("#data").scrollIntoView(), 100)`],
};
// How wide and high a page is looked at.
const sizes = {
  panel: panelWidths.map((width) => [width, 800]),
  popup: [[340, 520]],
  options: [[320, 1400], [1280, 1400]],
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

async function photograph(name, surface, scene, script) {
  if (only.length > 0 && !only.includes(name)) return;
  for (const scheme of schemes) {
    for (const [width, height] of sizes[surface]) {
      const page = await open({ surface, scene, width, height, scheme });
      await page.evaluate(script);
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
