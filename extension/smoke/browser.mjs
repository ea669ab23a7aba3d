// A Chromium over --remote-debugging-pipe, with no automation library between: those switch focus emulation on and
// answer dialogs by themselves, and so hide what a person's browser does.

import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const flags = [
  "--headless=new",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--remote-debugging-pipe",
];

/** Starts Chromium, with an extension where one is named; prepare(profile) may write into the fresh profile first. */
export async function launch({ extension, prepare = async () => {}, env = {}, binary = process.env.CHROMIUM || "chromium" }) {
  const profile = await mkdtemp(join(tmpdir(), "margay-smoke-"));
  await prepare(profile);
  const load = extension === undefined ? [] : [`--load-extension=${extension}`];
  const child = spawn(binary, [...flags, `--user-data-dir=${profile}`, ...load, "about:blank"], {
    stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  const exited = new Promise((resolve) => child.once("exit", resolve));
  const pending = new Map();
  const listeners = new Set();
  let last = 0;
  let rest = Buffer.alloc(0);
  child.stdio[4].on("data", (data) => {
    rest = Buffer.concat([rest, data]);
    for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
      const message = JSON.parse(rest.subarray(0, end).toString());
      rest = rest.subarray(end + 1);
      if (message.id === undefined) for (const listen of listeners) listen(message);
      else {
        const { resolve, reject } = pending.get(message.id);
        pending.delete(message.id);
        if (message.error) reject(new Error(message.error.message));
        else resolve(message.result);
      }
    }
  });
  const send = (method, params = {}, sessionId = undefined) =>
    new Promise((resolve, reject) => {
      const id = ++last;
      pending.set(id, { resolve, reject });
      child.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  const targets = async (match) => (await send("Target.getTargets")).targetInfos.filter(match);

  /** Waits until a target matches, and answers it. */
  const target = async (match, withinMs = 15_000) => {
    for (const end = Date.now() + withinMs; ; ) {
      const [hit] = await targets(match);
      if (hit !== undefined) return hit;
      if (Date.now() > end) throw new Error(`no such target: ${match}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };

  const attach = async (targetId) => (await send("Target.attachToTarget", { targetId, flatten: true })).sessionId;

  /** Evaluates an expression, awaited, in a target that is attached to. */
  const evaluate = async (session, expression) => {
    const params = { expression, awaitPromise: true, returnByValue: true, userGesture: true };
    const reply = await send("Runtime.evaluate", params, session);
    if (reply.exceptionDetails) throw new Error(reply.exceptionDetails.exception?.description ?? reply.exceptionDetails.text);
    return reply.result.value;
  };

  const close = async () => {
    child.stdio[3].end();
    setTimeout(() => child.kill("SIGKILL"), 2000).unref();
    await exited;
    await rm(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };
  return { profile, send, targets, target, attach, evaluate, on: (listen) => listeners.add(listen), close };
}
