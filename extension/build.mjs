// Builds the extension into dist/: one bundle for each context, and static/ copied beside them.
//
//   node build.mjs            build once
//   node build.mjs --watch    build, then again whenever a source file changes
//
// Bundles are self-contained and not minified: a person who looks at the installed extension can read what runs.

import { cp, mkdir, readdir, rm } from "node:fs/promises";
import { watch } from "node:fs";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));
const dist = `${here}dist`;
const placeholder = ".placeholder";

// out → source and format. The page script is injected by chrome.scripting and by CDP, so it is a plain script.
const entries = {
  worker: { source: "src/worker/worker.ts", format: "esm" },
  panel: { source: "src/panel/panel.tsx", format: "esm" },
  page: { source: "src/page/page.ts", format: "iife" },
};

function options(name, { source, format }) {
  return {
    absWorkingDir: here,
    entryPoints: { [name]: source },
    outdir: dist,
    bundle: true,
    format,
    target: "chrome125", // minimum_chrome_version of static/manifest.json
    charset: "utf8",
    legalComments: "none",
    logLevel: "warning",
  };
}

// What an earlier build left and this one does not make goes last, so that dist is never empty while somebody reads it.
async function sweep() {
  const made = new Set([placeholder, ...Object.keys(entries).map((name) => `${name}.js`), ...(await readdir(`${here}static`))]);
  const stale = (await readdir(dist)).filter((name) => !made.has(name));
  await Promise.all(stale.map((name) => rm(`${dist}/${name}`, { recursive: true })));
}

const copyStatic = () => cp(`${here}static`, dist, { recursive: true });

await mkdir(dist, { recursive: true });
await copyStatic();
if (process.argv.includes("--watch")) {
  for (const [name, entry] of Object.entries(entries)) await (await esbuild.context(options(name, entry))).watch();
  watch(`${here}static`, { recursive: true }, () => void copyStatic());
  console.log("build: watching; stop with Ctrl-C");
} else {
  await Promise.all(Object.entries(entries).map(([name, entry]) => esbuild.build(options(name, entry))));
}
await sweep();
