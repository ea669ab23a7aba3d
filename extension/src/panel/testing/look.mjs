// Looks at the panel in a real Chromium: takes pictures of each scene and checks
// what only a browser can show. It builds what it needs. Run by hand:
//
//   node src/panel/testing/look.mjs OUTPUT_FOLDER [PICTURE or CHECK…]
//
// CHROMIUM names another browser than /usr/bin/chromium.

import { createServer } from "node:http";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { startBrowser } from "./browser.mjs";
import { checks } from "./checks.mjs";

const extension = fileURLToPath(new URL("../../../", import.meta.url));
const [out = "panel-look", ...only] = process.argv.slice(2);
const schemes = ["light", "dark"];
const widths = [320, 420, 900];
// A picture is a scene, and what is done in it before the picture is taken.
const pictures = {
  empty: ["empty", ""],
  finished: ["finished", ""],
  running: ["running", ""],
  failed: ["failed", ""],
  interrupted: ["interrupted", ""],
  menu: ["finished", `document.querySelector("#recent-button").click()`],
  offline: ["empty", `document.querySelector("#offline").open = true`],
  details: ["running", `for (const id of ["k2", "k3"]) document.querySelector("[data-call=" + id + "]").open = true`],
  writing: ["running", `document.execCommand("insertText", false, "And then tell me the confirmation number.\\nIn one line, please.")`],
};

const policy = JSON.parse(readFileSync(join(extension, "static/manifest.json"), "utf8")).content_security_policy.extension_pages;
const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".png": "image/png" };

async function bundle(entry, format) {
  const options = { absWorkingDir: extension, entryPoints: [entry], bundle: true, target: "chrome125", charset: "utf8", write: false };
  return (await esbuild.build({ ...options, format })).outputFiles[0].text;
}
const panel = await bundle("src/panel/panel.tsx", "esm");
const stage = await bundle("src/panel/testing/stage.ts", "iife");

const server = createServer((request, response) => {
  const path = new URL(request.url, "http://x").pathname;
  try {
    const body = path === "/panel.js" ? panel : readFileSync(join(extension, "static", path));
    response.writeHead(200, { "content-type": types[extname(path)] ?? "text/plain", "content-security-policy": policy });
    response.end(body);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const origin = `http://127.0.0.1:${server.address().port}`;

mkdirSync(out, { recursive: true });
const browser = await startBrowser(process.env.CHROMIUM || "chromium");
let failed = 0;
try {
  for (const [name, picture] of Object.entries(pictures)) await photograph(name, ...picture);
  for (const [name, check] of Object.entries(checks)) await run(name, check);
} finally {
  await browser.close();
  server.close();
}
process.exitCode = failed === 0 ? 0 : 1;

/** A page with the panel in it, playing a scene. */
async function openPanel({ scene, width = 420, height = 800, scheme = "light" }) {
  const page = await browser.newPage();
  await page.send("Page.enable");
  await page.send("Runtime.enable");
  await page.send("Network.enable");
  await page.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
  await page.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: scheme }] });
  await page.send("Page.addScriptToEvaluateOnNewDocument", { source: stage });
  page.requests = [];
  page.trouble = [];
  page.listen(({ method, params }) => {
    if (method === "Network.requestWillBeSent") page.requests.push(params.request.url);
    if (method === "Runtime.exceptionThrown") page.trouble.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
    if (method === "Page.javascriptDialogOpening") page.trouble.push(`dialog: ${params.message}`);
    if (method === "Runtime.consoleAPICalled" && params.type === "error") page.trouble.push(params.args.map((a) => a.value).join(" "));
  });
  await page.send("Page.navigate", { url: `${origin}/panel.html?scene=${scene}` });
  try {
    await page.until(`document.querySelector("#status")?.dataset.state === "${scene === "interrupted" || scene === "running" ? scene : "ready"}"`);
  } catch (error) {
    throw new Error([error.message, ...page.trouble].join("; "));
  }
  page.origin = origin;
  page.picture = async (name) => {
    const { data } = await page.send("Page.captureScreenshot", { format: "png" });
    writeFileSync(join(out, `${name}.png`), Buffer.from(data, "base64"));
  };
  return page;
}

async function photograph(name, scene, script) {
  if (only.length > 0 && !only.includes(name)) return;
  for (const scheme of schemes) {
    for (const width of widths) {
      const page = await openPanel({ scene, width, scheme });
      await page.evaluate(script);
      await page.evaluate("new Promise((r) => setTimeout(r, 200))");
      await page.picture(`${name}-${scheme}-${width}`);
      if (page.trouble.length > 0) report(`picture of ${name}`, page.trouble.join("; "));
      await page.send("Page.close");
    }
  }
}

async function run(name, check) {
  if (only.length > 0 && !only.includes(name)) return;
  try {
    const said = await check(openPanel);
    console.log(`ok    ${name}${said === undefined ? "" : `: ${said}`}`);
  } catch (error) {
    report(name, error instanceof Error ? error.message : String(error));
  }
}

function report(name, why) {
  failed++;
  console.log(`FAIL  ${name}: ${why}`);
}
