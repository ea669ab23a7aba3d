// Draws static/icons/*.png from the margay.svg beside them, which the panel shows as it is. Run by hand after a change of the drawing: node icons/draw.mjs
// The PNGs are committed, so that a build needs no browser.

import { readFile, writeFile } from "node:fs/promises";
import { launch } from "../smoke/browser.mjs";

const svg = await readFile(new URL("../static/icons/margay.svg", import.meta.url), "utf8");
const browser = await launch({});
try {
  const page = await browser.target((t) => t.type === "page");
  const session = await browser.attach(page.targetId);
  await browser.send("Emulation.setDefaultBackgroundColorOverride", { color: { r: 0, g: 0, b: 0, a: 0 } }, session);
  const { frameTree } = await browser.send("Page.getFrameTree", {}, session);
  for (const size of [16, 32, 48, 128]) {
    const style = `html,body{margin:0;background:transparent}svg{display:block;width:${size}px;height:${size}px}`;
    const html = `<!doctype html><style>${style}</style>${svg}`;
    await browser.send("Page.setDocumentContent", { frameId: frameTree.frame.id, html }, session);
    const clip = { x: 0, y: 0, width: size, height: size, scale: 1 };
    const { data } = await browser.send("Page.captureScreenshot", { format: "png", clip }, session);
    await writeFile(new URL(`../static/icons/${size}.png`, import.meta.url), Buffer.from(data, "base64"));
  }
} finally {
  await browser.close();
}
