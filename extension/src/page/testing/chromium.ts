// A headless Chromium for the tests of the page script, driven over the
// debugging pipe without a library: what is tested is the bundle as it ships,
// in an isolated world, with real layout and real input. A browser ends when
// its pipe closes, so a crashed test run leaves no process behind.

import { spawn, type ChildProcess } from "node:child_process";
import { readdirSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable, Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import type { Functions } from "@protocol/pagescript.gen";

const testdata = fileURLToPath(new URL("../testdata/", import.meta.url));
// Pages that the tests of the drivers in Go use as well stand there and not twice.
const shared = fileURLToPath(new URL("../../../../host/browser/browsertest/pages/", import.meta.url));
const source = fileURLToPath(new URL("../page.ts", import.meta.url));
const answerWithin = 20_000;

const flags = [
  "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync", "--hide-scrollbars", "--window-size=1000,800", "--remote-debugging-pipe",
];

/** Bundles the page script as build.mjs does, from the sources as they are now. */
async function bundle(): Promise<string> {
  const built = await esbuild.build({ entryPoints: [source], bundle: true, write: false, format: "iife", target: "chrome125", charset: "utf8" });
  const [file] = built.outputFiles;
  if (file === undefined) throw new Error("the page script was not built");
  return file.text;
}

type Json = Record<string, unknown>;
type Waiting = { resolve: (result: Json) => void; reject: (why: Error) => void; timer: NodeJS.Timeout };

const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);
const json = (value: unknown): Json => (isJson(value) ? value : {});
const text = (value: unknown): string => (typeof value === "string" ? value : "");

const fromFile = (path: string): Promise<Buffer> => readFile(join(testdata, path)).catch(() => readFile(join(shared, path)));

/** The pages that have a golden snapshot in testdata, or that lie there and get one. */
export function goldenPages(): string[] {
  const files = readdirSync(testdata).filter((file) => /\.(html|snap\.txt)$/.test(file));
  return [...new Set(files.map((file) => file.replace(/snap\.txt$/, "html")))];
}

/** Pages that a test made up, and those from files; both are served from loopback. */
async function serve(): Promise<{ server: Server; base: string; pages: Map<string, string> }> {
  const pages = new Map<string, string>();
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    const made = pages.get(path);
    const type = path.endsWith(".svg") ? "image/svg+xml" : path.endsWith(".xml") ? "application/xml" : "text/html; charset=utf-8";
    const body = made === undefined ? fromFile(path) : Promise.resolve(made);
    body.then(
      (found) => response.writeHead(200, { "content-type": type }).end(found),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the test server has no port");
  return { server, base: `http://127.0.0.1:${address.port}`, pages };
}

export class Browser {
  readonly #child: ChildProcess;
  readonly #to: Writable;
  readonly #profile: string;
  readonly #server: Server;
  readonly #waiting = new Map<number, Waiting>();
  readonly #listeners = new Set<(session: string, method: string, params: Json) => void>();
  readonly #made: Map<string, string>;
  readonly base: string;
  readonly script: string;
  #next = 0;
  #rest = "";

  private constructor(child: ChildProcess, profile: string, web: Awaited<ReturnType<typeof serve>>, script: string) {
    const [, , , to, from] = child.stdio;
    if (!(to instanceof Writable) || !(from instanceof Readable)) throw new Error("the browser has no debugging pipe");
    this.#child = child;
    this.#to = to;
    this.#profile = profile;
    this.#server = web.server;
    this.#made = web.pages;
    this.base = web.base;
    this.script = script;
    from.setEncoding("utf8");
    from.on("data", (part: string) => this.#take(part));
    to.on("error", () => undefined);
    child.once("exit", () => this.#failAll(new Error("the browser ended")));
  }

  static async start(): Promise<Browser> {
    const script = await bundle();
    const profile = await mkdtemp(join(tmpdir(), "page-test-"));
    const web = await serve();
    const program = process.env["CHROMIUM"] || "chromium";
    const child = spawn(program, [...flags, `--user-data-dir=${profile}`, "about:blank"], {
      stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
    });
    return new Browser(child, profile, web, script);
  }

  async close(): Promise<void> {
    const ended = new Promise<void>((done) => this.#child.once("exit", () => done()));
    await this.send("Browser.close").catch(() => this.#child.kill("SIGKILL"));
    await ended;
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }

  send(method: string, params: Json = {}, sessionId?: string): Promise<Json> {
    const id = ++this.#next;
    this.#to.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(id);
        reject(new Error(`${method}: no answer`));
      }, answerWithin);
      this.#waiting.set(id, { resolve, reject, timer });
    });
  }

  on(listener: (session: string, method: string, params: Json) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Opens a page by its file name. */
  open(file: string): Promise<Page> {
    return this.#openPath(`/${file}`);
  }

  /** Opens a page made of body, or of a whole document when it begins with "<!" or "<?". */
  openHTML(body: string, path = `/made-${this.#made.size}.html`): Promise<Page> {
    const whole = /^<[!?]/.test(body) ? body : `<!doctype html><meta charset="utf-8"><title>Test</title><body>${body}`;
    this.#made.set(path, whole);
    return this.#openPath(path);
  }

  async #openPath(path: string): Promise<Page> {
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
    const page = new Page(this, text(sessionId), text(targetId));
    await page.send("Page.enable");
    const loaded = page.event("Page.loadEventFired");
    await page.send("Page.navigate", { url: this.base + path });
    await loaded;
    await page.inject();
    return page;
  }

  #take(part: string): void {
    const messages = (this.#rest + part).split("\0");
    this.#rest = messages.pop() ?? "";
    for (const one of messages) {
      const parsed: unknown = JSON.parse(one);
      this.#dispatch(json(parsed));
    }
  }

  #dispatch(message: Json): void {
    const waiting = typeof message["id"] === "number" ? this.#waiting.get(message["id"]) : undefined;
    if (waiting === undefined) {
      for (const listener of this.#listeners) listener(text(message["sessionId"]), text(message["method"]), json(message["params"]));
      return;
    }
    this.#waiting.delete(Number(message["id"]));
    clearTimeout(waiting.timer);
    if (isJson(message["error"])) waiting.reject(new Error(text(message["error"]["message"])));
    else waiting.resolve(json(message["result"]));
  }

  #failAll(why: Error): void {
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(why);
    }
    this.#waiting.clear();
  }
}

export class Page {
  readonly #browser: Browser;
  readonly #session: string;
  readonly #target: string;
  #context = 0;

  constructor(browser: Browser, session: string, target: string) {
    this.#browser = browser;
    this.#session = session;
    this.#target = target;
  }

  send(method: string, params: Json = {}): Promise<Json> {
    return this.#browser.send(method, params, this.#session);
  }

  event(name: string): Promise<Json> {
    return new Promise((resolve) => {
      const off = this.#browser.on((session, method, params) => {
        if (session !== this.#session || method !== name) return;
        off();
        resolve(params);
      });
    });
  }

  /** Puts the bundle into an isolated world of a frame, the top one unless named; again is harmless. */
  async inject(frameId?: string): Promise<void> {
    const frame = frameId ?? text(json(json((await this.send("Page.getFrameTree"))["frameTree"])["frame"])["id"]);
    const { executionContextId } = await this.send("Page.createIsolatedWorld", { frameId: frame, worldName: "margay" });
    this.#context = Number(executionContextId);
    await this.#evaluate({ expression: this.#browser.script, contextId: this.#context });
  }

  /** The ids of the child frames of the top document, in order. */
  async childFrames(): Promise<string[]> {
    const { childFrames } = json((await this.send("Page.getFrameTree"))["frameTree"]);
    return Array.isArray(childFrames) ? childFrames.map((child) => text(json(json(child)["frame"])["id"])) : [];
  }

  /** The children that live in processes of their own, each a page with the script in it. */
  async foreignFrames(): Promise<Page[]> {
    const found: Page[] = [];
    const off = this.#browser.on((session, method, params) => {
      if (session !== this.#session || method !== "Target.attachedToTarget") return;
      found.push(new Page(this.#browser, text(params["sessionId"]), text(json(params["targetInfo"])["targetId"])));
    });
    await this.send("Target.setAutoAttach", { autoAttach: true, flatten: true, waitForDebuggerOnStart: false });
    off();
    for (const page of found) await page.inject();
    return found;
  }

  /** Calls a function of the page script as the drivers do. */
  async call<K extends keyof Functions>(name: K, args: Functions[K]["args"]): Promise<Functions[K]["result"]> {
    const reply = await this.send("Runtime.callFunctionOn", {
      functionDeclaration: "(name, args) => globalThis.__margay.call(name, args)",
      arguments: [{ value: name }, { value: args }],
      executionContextId: this.#context,
      awaitPromise: true,
      returnByValue: true,
    });
    return outcome(reply);
  }

  /** Runs an expression in the page's own world. */
  async evaluate(expression: string): Promise<unknown> {
    return this.#evaluate({ expression, awaitPromise: true, returnByValue: true });
  }

  /** Runs an expression in the isolated world. */
  async inside(expression: string): Promise<unknown> {
    return this.#evaluate({ expression, contextId: this.#context, awaitPromise: true, returnByValue: true });
  }

  /** What the page says happened, where it follows the habit of the cases. */
  async result(): Promise<string> {
    return String(await this.evaluate(`document.getElementById("result").textContent`));
  }

  async snapshot(root?: string): Promise<string> {
    const { text: lines } = await this.call("snapshot", root === undefined ? { maxChars: 0 } : { maxChars: 0, root });
    return lines;
  }

  /** The ref on the first line of the snapshot that holds words. */
  async ref(words: string): Promise<string> {
    const lines = await this.snapshot();
    const line = lines.split("\n").find((one) => one.includes(words) && one.includes("[ref="));
    const found = /\[ref=([^\]]+)\]/.exec(line ?? "")?.[1];
    if (found === undefined) throw new Error(`no line with a ref holds ${words}:\n${lines}`);
    return found;
  }

  /** Aims and presses with real input, as the driver does; returns the problem, empty if pressed. */
  async click(ref: string): Promise<string> {
    const aim = await this.call("aim", { ref });
    if (aim.problem !== "") return aim.problem;
    await this.press(aim.x, aim.y);
    return "";
  }

  async press(x: number, y: number): Promise<void> {
    const at = { x, y, button: "left", clickCount: 1 };
    await Promise.all([
      this.send("Input.dispatchMouseEvent", { ...at, type: "mouseMoved" }),
      this.send("Input.dispatchMouseEvent", { ...at, type: "mousePressed" }),
      this.send("Input.dispatchMouseEvent", { ...at, type: "mouseReleased" }),
    ]);
  }

  async type(words: string): Promise<void> {
    await this.send("Input.insertText", { text: words });
  }

  /**
   * Lets this much of the page's own time pass at once: its clock goes on, and what is due runs. From then on its time
   * stands still until more is let pass.
   */
  async pass(milliseconds: number): Promise<void> {
    const over = this.event("Emulation.virtualTimeBudgetExpired");
    await this.send("Emulation.setVirtualTimePolicy", { policy: "advance", budget: milliseconds });
    await over;
  }

  async close(): Promise<void> {
    await this.#browser.send("Target.closeTarget", { targetId: this.#target });
  }

  async #evaluate(params: Json): Promise<unknown> {
    return outcome(await this.send("Runtime.evaluate", params));
  }
}

/** The value of a reply of Runtime; what the page threw is thrown here. The caller states its type. */
function outcome<T>(reply: Json): T;
function outcome(reply: Json): unknown {
  const failed = reply["exceptionDetails"];
  if (isJson(failed)) throw new Error(text(json(failed["exception"])["description"]) || text(failed["text"]));
  return json(reply["result"])["value"];
}
