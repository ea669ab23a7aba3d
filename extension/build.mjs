// Builds the extension into dist/: one bundle for each context, and static/ copied beside them.
//
//   node build.mjs            build once
//   node build.mjs --watch    build, then again whenever a source file changes
//
// Bundles are self-contained and not minified: a person who looks at the installed extension can read what runs.

import { createHash } from "node:crypto";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { watch } from "node:fs";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));
const dist = `${here}dist`;
const placeholder = ".placeholder";

// The build is named by what it holds, in this file and inside the worker, which can so tell that other files were put in
// the place of those that it runs. While watching there is no name, and so nothing to tell.
const buildFile = "build.txt";
const unnamed = "@build@";

// out → source and format. The page script is injected by chrome.scripting and by CDP, so it is a plain script.
const entries = {
  worker: { source: "src/worker/worker.ts", format: "esm" },
  panel: { source: "src/panel/panel.tsx", format: "esm" },
  popup: { source: "src/popup/popup.tsx", format: "esm" },
  options: { source: "src/options/options.tsx", format: "esm" },
  page: { source: "src/page/page.ts", format: "iife" },
};

function options(name, { source, format }, build) {
  return {
    define: { margayBuild: JSON.stringify(build) },
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
  const made = new Set([placeholder, buildFile, ...Object.keys(entries).map((name) => `${name}.js`), ...(await readdir(`${here}static`))]);
  const stale = (await readdir(dist)).filter((name) => !made.has(name));
  await Promise.all(stale.map((name) => rm(`${dist}/${name}`, { recursive: true })));
}

// A hash of all bundles and all static files with their names, in a fixed order.
async function nameOf(bundles) {
  const files = (await readdir(`${here}static`, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const parts = await Promise.all(
    files.map(async ({ parentPath, name }) => [`${parentPath}/${name}`.slice(here.length), await readFile(`${parentPath}/${name}`)]),
  );
  parts.push(...bundles.map(({ path, contents }) => [path.slice(here.length), contents]));
  const hash = createHash("sha256");
  for (const [path, data] of parts.sort(([a], [b]) => (a < b ? -1 : 1))) hash.update(`${path} ${data.length}\n`).update(data);
  return hash.digest("hex").slice(0, 16);
}

const copyStatic = () => cp(`${here}static`, dist, { recursive: true });

await mkdir(dist, { recursive: true });
await copyStatic();
if (process.argv.includes("--watch")) {
  await rm(`${dist}/${buildFile}`, { force: true });
  for (const [name, entry] of Object.entries(entries)) await (await esbuild.context(options(name, entry, ""))).watch();
  watch(`${here}static`, { recursive: true }, () => void copyStatic());
  console.log("build: watching; stop with Ctrl-C");
} else {
  const built = await Promise.all(Object.entries(entries).map(([name, entry]) => esbuild.build({ ...options(name, entry, unnamed), write: false })));
  const bundles = built.flatMap(({ outputFiles }) => outputFiles);
  const name = await nameOf(bundles);
  await Promise.all(bundles.map(({ path, text }) => writeFile(path, text.replaceAll(unnamed, name))));
  await writeFile(`${dist}/${buildFile}`, `${name}\n`);
}
await sweep();
