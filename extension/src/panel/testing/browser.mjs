// Chromium over a debugging pipe, as far as look.mjs needs it. Nothing of it is
// left when its parent ends.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export async function startBrowser(executable) {
  const profile = mkdtempSync(join(tmpdir(), "panel-look-"));
  const flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--hide-scrollbars"];
  flags.push("--disable-background-networking", "--disable-component-update", "--disable-sync", "--remote-debugging-pipe");
  const child = spawn(executable, [...flags, `--user-data-dir=${profile}`, "about:blank"], {
    stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
  });
  const [, , , input, output] = child.stdio;
  const pending = new Map();
  const listeners = new Set();
  let rest = "";
  let last = 0;
  output.setEncoding("utf8");
  output.on("data", (data) => {
    const parts = (rest + data).split("\0");
    rest = parts.pop();
    for (const part of parts) take(JSON.parse(part));
  });
  function take(message) {
    const call = pending.get(message.id);
    if (call === undefined) return listeners.forEach((listen) => listen(message));
    pending.delete(message.id);
    if (message.error) call.reject(new Error(`${call.method}: ${message.error.message}`));
    else call.resolve(message.result);
  }
  function send(method, params = {}, sessionId = undefined) {
    return new Promise((resolve, reject) => {
      const id = ++last;
      pending.set(id, { method, resolve, reject });
      input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }
  async function newPage() {
    const { targetId } = await send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
    return new Page((method, params) => send(method, params, sessionId), (listen) => {
      listeners.add((message) => message.sessionId === sessionId && listen(message));
    });
  }
  async function close() {
    const gone = new Promise((resolve) => child.once("exit", resolve));
    await send("Browser.close").catch(() => undefined);
    await gone;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
  return { newPage, close };
}

class Page {
  constructor(send, listen) {
    this.send = send;
    this.listen = listen;
  }

  async evaluate(expression) {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true, userGesture: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  /** Waits, in the page, until the expression is true. */
  async until(expression, ms = 10_000) {
    const ok = await this.evaluate(`new Promise((resolve) => {
      const end = performance.now() + ${ms};
      const look = () => { if (${expression}) resolve(true); else if (performance.now() > end) resolve(false); else setTimeout(look, 20); };
      look();
    })`);
    if (!ok) throw new Error(`never became true: ${expression}`);
  }

  async key(key, more = {}) {
    // A key that an input method has taken carries no text.
    const text = key === "Enter" && more.windowsVirtualKeyCode !== 229 ? { text: "\r" } : {};
    const code = { Enter: 13, Escape: 27, Tab: 9, ArrowDown: 40, F2: 113 }[key] ?? 0;
    const base = { key, code: key, windowsVirtualKeyCode: code, ...more };
    await this.send("Input.dispatchKeyEvent", { type: "keyDown", ...text, ...base });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", ...base });
  }
}
