// The extension's pages in a real Chromium: built as they are, with the manifest's policy, and a daemon in memory
// (panel/testing/stage.ts) in place of the browser's native port. For pictures, checks, accessibility and figures.

import { createServer } from "node:http";
import { readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { startBrowser } from "../../panel/testing/browser.mjs";

const extension = fileURLToPath(new URL("../../../", import.meta.url));
const sources = { panel: "src/panel/panel.tsx", popup: "src/popup/popup.tsx", options: "src/options/options.tsx" };
const policy = JSON.parse(readFileSync(join(extension, "static/manifest.json"), "utf8")).content_security_policy.extension_pages;
const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".png": "image/png", ".svg": "image/svg+xml" };

/** When a page has drawn what its scene holds. */
const drawn = {
  panel: `/^(ready|running|interrupted|waiting|stopped)$/.test(document.querySelector("#status")?.dataset.state ?? "") && document.querySelector(".aside")?.textContent !== "Opening…"`,
  popup: `/^(open|waiting|stopped)$/.test(document.querySelector("#state")?.dataset.state ?? "") && (document.querySelector("#state").dataset.state !== "open" || document.querySelector("#model") !== null)`,
  options: `document.querySelector("[data-model]") !== null || /^(waiting|stopped)$/.test(document.querySelector("#options")?.dataset.state ?? "")`,
};

async function bundle(entry, format) {
  const options = { absWorkingDir: extension, entryPoints: [entry], bundle: true, target: "chrome125", charset: "utf8", write: false };
  return (await esbuild.build({ ...options, format })).outputFiles[0].text;
}

/** Builds the pages, serves them and starts a browser. */
export async function startSurfaces() {
  const names = Object.keys(sources);
  const built = await Promise.all(names.map((name) => bundle(sources[name], "esm")));
  const scripts = new Map(names.map((name, i) => [`/${name}.js`, built[i]]));
  const stage = await bundle("src/panel/testing/stage.ts", "iife");
  const server = createServer((request, response) => {
    const path = new URL(request.url, "http://x").pathname;
    try {
      const body = scripts.get(path) ?? readFileSync(join(extension, "static", path));
      response.writeHead(200, { "content-type": types[extname(path)] ?? "text/plain", "content-security-policy": policy });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${server.address().port}`;
  const browser = await startBrowser(process.env.CHROMIUM || "chromium");

  /** A page of the extension, playing a scene. */
  async function open({ surface = "panel", scene, width = 420, height = 800, scheme = "light", language = "en" }) {
    const page = await browser.newPage();
    await Promise.all([page.send("Page.enable"), page.send("Runtime.enable"), page.send("Network.enable")]);
    await page.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
    await page.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: scheme }] });
    await page.send("Page.addScriptToEvaluateOnNewDocument", { source: stage });
    page.requests = [];
    page.trouble = [];
    page.origin = origin;
    page.listen(({ method, params }) => {
      if (method === "Network.requestWillBeSent") page.requests.push(params.request.url);
      if (method === "Runtime.exceptionThrown") page.trouble.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
      if (method === "Page.javascriptDialogOpening") page.trouble.push(`dialog: ${params.message}`);
      if (method === "Runtime.consoleAPICalled" && params.type === "error") page.trouble.push(params.args.map((a) => a.value).join(" "));
    });
    await page.send("Page.navigate", { url: `${origin}/${surface}.html?scene=${scene}&language=${language}` });
    try {
      await page.until(drawn[surface]);
    } catch (error) {
      throw new Error([error.message, ...page.trouble].join("; "));
    }
    return page;
  }

  async function close() {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
  return { open, close };
}
