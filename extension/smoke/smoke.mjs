// Runs the built extension in a real Chromium against a stand-in for the daemon:
//
//   npm run build && node smoke/smoke.mjs
//
// It shows what no fake of chrome.* can: that the worker starts, connects and registers; what a killed worker still
// knows; that a call for a document that is gone never runs in the next one. CHROMIUM names another browser.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { launch } from "./browser.mjs";
import { daemon } from "./daemon.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const id = "jikhncecejclofdlljmojmfpmphieona";

const work = await mkdtemp(join(tmpdir(), "margay-smoke-host-"));
const socket = join(work, "s");
// A copy, so that a build in the meantime does not pull the files from under the browser.
const extension = join(work, "extension");
await cp(new URL("../dist", import.meta.url), extension, { recursive: true });
const host = join(work, "host");
await writeFile(host, `#!/bin/sh\nexec "${process.execPath}" "${join(here, "host.mjs")}"\n`);
await chmod(host, 0o755);

const server = createServer((request, response) => {
  const path = request.url;
  if (path === "/nothing") return response.writeHead(204).end();
  const frames = `<iframe src="/inner"></iframe><iframe src="http://localhost:${server.address().port}/other"></iframe>`;
  const body = path === "/frames" ? frames : `<h1>${path}</h1><button>Press</button>`;
  response.writeHead(200, { "content-type": "text/html" }).end(`<!doctype html><title>${path}</title>${body}`);
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const site = `http://127.0.0.1:${server.address().port}`;

const fake = await daemon(socket);
const browser = await launch({
  extension,
  env: { MARGAY_SMOKE_SOCKET: socket },
  prepare: async (profile) => {
    await mkdir(join(profile, "NativeMessagingHosts"), { recursive: true });
    const manifest = {
      name: "com.margay.host",
      description: "smoke test",
      path: host,
      type: "stdio",
      allowed_origins: [`chrome-extension://${id}/`],
    };
    await writeFile(join(profile, "NativeMessagingHosts", "com.margay.host.json"), JSON.stringify(manifest));
  },
});

let commands = 0;
const look = (deadlineMs = 5000) => ({ id: `look-${++commands}`, deadlineMs });
const act = (deadlineMs = 5000) => ({ id: `act-${++commands}`, act: true, deadlineMs });
const step = (name) => console.log(`ok  ${name}`);
const isWorker = (t) => t.type === "service_worker" && t.url.startsWith(`chrome-extension://${id}/`);

try {
  let link = await fake.link("worker");
  const first = await link.registration;
  assert.match(first.name, /Chrom/);
  assert.ok(first.tabs.length >= 1);
  assert.deepEqual(first.adopted, []);
  step(`registered as ${first.name} ${first.version} with ${first.tabs.length} tabs`);

  const opened = await link.call("browser.open", { command: act(), url: `${site}/one` });
  assert.equal(opened.state, "done", JSON.stringify(opened));
  assert.equal(opened.tab.url, `${site}/one`);
  assert.equal(opened.tab.active, false);
  const tab = opened.tab.id;
  step("opens in the background and waits for the commit");

  const { frames } = await link.call("browser.frames", { tab });
  assert.equal(frames.length, 1);
  const page = { tab, document: frames[0].document, function: "snapshot", args: { maxChars: 0 } };
  const shot = await link.call("browser.page", { ...page, command: look() });
  assert.match(shot.result?.text ?? JSON.stringify(shot), /button "Press"/);
  step("calls the page script, injected on demand");

  const wrong = await link.call("browser.page", { ...page, command: look(), function: "nope" });
  assert.equal(wrong.fault.data.reason, "invalid_params");
  step("passes an error of the page script on");

  const times = [];
  for (let i = 0; i < 200; i++) {
    const before = performance.now();
    await link.call("browser.page", { ...page, command: look() });
    times.push(performance.now() - before);
  }
  const batchTimes = [];
  for (let i = 0; i < 200; i++) {
    const before = performance.now();
    await link.call("browser.cdp", { command: act(), tab, commands: [{ method: "Runtime.evaluate", params: { expression: "1" } }] });
    batchTimes.push(performance.now() - before);
  }
  const median = (list) => list.sort((a, b) => a - b)[list.length >> 1].toFixed(2);
  step(`page call ${median(times)} ms, batch ${median(batchTimes)} ms (medians, through a Node host)`);

  const batch = await link.call("browser.cdp", {
    command: look(),
    tab,
    commands: [{ method: "Page.enable" }, { method: "No.such" }, { method: "Runtime.evaluate", params: { expression: "1+1" } }],
  });
  assert.deepEqual(batch.replies[0], { result: {} });
  assert.match(batch.replies[1].error, /wasn't found/);
  assert.equal(batch.replies[2].result.result.value, 2);
  step("answers a batch in order, with the browser's words for errors");

  const large = await link.call("browser.cdp", {
    command: look(20_000),
    tab,
    commands: [{ method: "Runtime.evaluate", params: { expression: "'é'.repeat(2e6)", returnByValue: true } }],
  });
  assert.equal(large.replies[0].result.result.value.length, 2e6);
  step("sends a 4 MB answer in pieces");

  const moved = await link.call("browser.navigate", { command: act(), tab, url: `${site}/two` });
  assert.equal(moved.state, "done");
  assert.equal(moved.tab.url, `${site}/two`, JSON.stringify(moved));
  const gone = await link.call("browser.page", { ...page, command: act() });
  assert.equal(gone.state, "not_started", JSON.stringify(gone));
  assert.equal(gone.fault.data.reason, "no_document");
  step("a call for a document that is gone fails and did not start");
  assert.ok(link.notices.some((n) => n.method === "driver.cdpEvent" && n.params.method === "Page.frameNavigated"));
  assert.ok(link.notices.some((n) => n.method === "driver.tabChanged" && n.params.tab.url === `${site}/two`));
  step("passes CDP events and tab changes on");

  const back = await link.call("browser.navigate", { command: act(), tab, move: "back" });
  assert.equal(back.tab?.url, `${site}/one`, JSON.stringify(back));
  const none = await link.call("browser.navigate", { command: act(), tab, move: "back" });
  assert.equal(none.state, "not_started", JSON.stringify(none));
  const reload = await link.call("browser.navigate", { command: act(), tab, move: "reload" });
  assert.equal(reload.tab?.url, `${site}/one`, JSON.stringify(reload));
  const nothing = await link.call("browser.navigate", { command: act(), tab, url: `${site}/nothing` });
  assert.equal(nothing.fault.data.reason, "not_found");
  const nowhere = await link.call("browser.navigate", { command: act(), tab, url: "http://nowhere.invalid/" });
  assert.match(nowhere.fault.message, /ERR_NAME_NOT_RESOLVED/);
  const hash = await link.call("browser.navigate", { command: act(), tab, url: `${site}/frames` });
  assert.equal(hash.tab.url, `${site}/frames`);
  step("walks the history, and says why a page could not be opened");

  const inFrames = (await link.call("browser.frames", { tab })).frames;
  assert.equal(inFrames.length, 3);
  assert.deepEqual(inFrames.slice(1).map((f) => f.parent), [inFrames[0].document, inFrames[0].document]);
  step("lists frames of other origins with their parent");

  const slow = link.call("browser.cdp", {
    command: look(300),
    tab,
    commands: [{ method: "Runtime.evaluate", params: { expression: "new Promise(() => {})", awaitPromise: true } }],
  });
  assert.equal((await slow).fault.data.reason, "deadline");
  step("keeps the deadline");

  const own = await link.call("browser.open", { command: act(), url: "chrome://version/" });
  assert.equal(own.state, "done", JSON.stringify(own));
  const refused = await link.call("browser.cdp", { command: act(), tab: own.tab.id, commands: [{ method: "Page.enable" }] });
  assert.equal(refused.fault.data.reason, "not_a_page");
  assert.equal(refused.state, "not_started");
  await assert.rejects(link.call("browser.frames", { tab: own.tab.id }), /not_a_page/);
  const away = await link.call("browser.navigate", { command: act(), tab: own.tab.id, url: `${site}/three` });
  assert.equal(away.tab.url, `${site}/three`, JSON.stringify(away));
  step("refuses the browser's own pages, and leaves them");

  const lastAct = act();
  await link.call("browser.cdp", { command: lastAct, tab, commands: [{ method: "Runtime.evaluate", params: { expression: "7" } }] });
  link.end();
  link = await fake.link("worker");
  const second = await link.registration;
  assert.equal(second.worker, first.worker);
  const asked = await link.call("browser.outcomes", { worker: first.worker, ids: [lastAct.id, "never"] });
  assert.equal(asked.outcomes[0].replies[0].result.result.value, 7);
  assert.equal(asked.outcomes[1].state, "not_started");
  step("connects again after a lost link, and knows its acts");

  // The panel holds on to the worker: it is there again at once.
  await browser.send("Target.createTarget", { url: `chrome-extension://${id}/panel.html` });
  assert.equal((await (await fake.link("panel")).hello).kind, "panel");
  const worker = await browser.target(isWorker);
  const killed = performance.now();
  await browser.send("Target.closeTarget", { targetId: worker.targetId });
  await link.closed;
  link = await fake.link("worker");
  const third = await link.registration;
  const awake = performance.now() - killed;
  assert.notEqual(third.worker, first.worker);
  assert.equal(third.session, first.session);
  assert.equal(third.install, first.install);
  assert.ok(third.adopted.includes(tab), `adopted ${JSON.stringify(third.adopted)}, wanted ${tab}`);
  const known = await link.call("browser.outcomes", { worker: first.worker, ids: [lastAct.id, "never"] });
  assert.equal(known.outcomes[0].replies[0].result.result.value, 7);
  assert.equal(known.outcomes[1].state, "unknown");
  const still = await link.call("browser.cdp", { command: act(), tab, commands: [{ method: "Runtime.evaluate", params: { expression: "3" } }] });
  assert.equal(still.replies[0].result.result.value, 3);
  step(`a killed worker comes back with its attachments and its acts (registered ${awake.toFixed(0)} ms after)`);

  const closed = await link.call("browser.close", { command: act(), tab });
  assert.equal(closed.state, "done");
  const noTab = await link.call("browser.close", { command: act(), tab });
  assert.equal(noTab.fault.data.reason, "no_tab");
  step("closes a tab, and says when it is gone");
  console.log("smoke test passed");
} finally {
  await browser.close();
  await fake.close();
  server.closeAllConnections();
  server.close();
  await rm(work, { recursive: true, force: true });
}
