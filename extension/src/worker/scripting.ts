// chrome.scripting: the documents of a tab, and calls of the page script in their isolated worlds.
//
// A document's name is Chrome's documentId and a random token that is left in the document's isolated world. The token
// is what makes "a call for a document that is gone never runs in the next one" true: Chrome 156 was seen to resolve
// the documentId of a document that had just been left to the one that followed it. The call compares the token first,
// in the world where it runs. The world, and the token, live exactly as long as the document.

import type { Frame } from "@protocol/driver.gen";
import { FaultError, isObject } from "../wire";
import { browserFault, noDocument } from "./browserfault";
import type { Progress } from "./outcomes";

// How long all documents of a tab may take to say who they are, and those that are well when each is asked to say so itself.
const patienceMs = 1_000;
const rollMs = 500;

// Built from src/page/page.ts, which sets the global that callPage asks.
const pageScript = "page.js";

/** A call under way, so that it can be ended when its document goes. Chrome never settles a call whose document went. */
interface UnderWay {
  readonly document: DocumentName;
  readonly lost: (fault: FaultError) => void;
}

interface DocumentName {
  readonly id: string;
  readonly token: string;
}

/** A page call, as the daemon asks for it. */
interface PageCall {
  readonly tab: number;
  readonly document: string;
  readonly function: string;
  readonly args: unknown;
  readonly act: boolean;
}

/** What is called in a document. */
type Asked = Readonly<{ name: string; args: unknown; act: boolean }>;

/** Reaches into documents. */
export class Pages {
  readonly #underWay = new Map<number, Set<UnderWay>>();

  /** Lists the documents of a tab, the top one first. Frames that cannot be scripted are left out. */
  async frames(tab: number): Promise<Frame[]> {
    const all = inject({ tabId: tab, allFrames: true }, true, describeDocument, [""]).then((results) =>
      results.flatMap(({ documentId, result }) => readFound(documentId, result) ?? []),
    );
    // Chrome answers when all frames have: one that hangs must not keep the rest from being read.
    const found = await within(all, patienceMs);
    if (found !== undefined) return linkFrames(found);
    const told = await callRoll(tab);
    // Where the top document itself does not answer there is nothing to read.
    return told.some(({ path }) => path === "") ? [...linkFrames(told), ...silentOnes(told)] : linkFrames(await all);
  }

  /**
   * Calls a function of the page script. The script is put into the document first where it is not there. Where the
   * document goes away during an act, the fault is outcome_unknown.
   */
  async call({ tab, document, function: name, args, act }: PageCall, progress: Progress): Promise<unknown> {
    const target = parseName(document);
    progress.begin();
    const { lost, done } = this.#watch(tab, target, act);
    try {
      return await Promise.race([callIn(tab, target, { name, args, act }, progress), lost]);
    } finally {
      done();
    }
  }

  /** To be called when a tab begins to load: ends the calls whose documents are no longer there. */
  onLoading(tab: number): void {
    for (const call of this.#underWay.get(tab) ?? []) void endIfGone(tab, call);
  }

  /**
   * Waits until the top document of a tab is ready to be read, within a limit; what is wrong with it (an error page, the
   * browser's own page) is thrown.
   */
  async ready(tab: number, withinMs: number): Promise<void> {
    // Chrome holds this back until the document is there.
    await within(inject({ tabId: tab }, false, nothing, []), withinMs);
  }

  #watch(tab: number, document: DocumentName, act: boolean): { lost: Promise<never>; done: () => void } {
    const calls = this.#underWay.get(tab) ?? new Set<UnderWay>();
    this.#underWay.set(tab, calls);
    let call: UnderWay | undefined;
    const lost = new Promise<never>((_, reject) => {
      call = { document, lost: (fault) => reject(act ? lostDuringAct() : fault) };
      calls.add(call);
    });
    const done = () => {
      if (call !== undefined) calls.delete(call);
      if (calls.size === 0 && this.#underWay.get(tab) === calls) this.#underWay.delete(tab);
    };
    return { lost, done };
  }
}

async function callIn(
  tab: number,
  target: DocumentName,
  asked: Asked,
  progress: Progress,
): Promise<unknown> {
  const where = { tabId: tab, documentIds: [target.id] };
  for (let injected = false; ; injected = true) {
    const reply = await injectKnown(where, target, asked, progress);
    if ("value" in reply) return reply["value"];
    if (typeof reply["error"] === "string") throw new FaultError("invalid_params", reply["error"]);
    progress.back();
    if (reply["gone"] === true) throw noDocument();
    if (injected) throw new FaultError("internal", "The page script did not start in this document.");
    await insertScript(where);
    progress.begin();
  }
}

// One try. When Chrome refuses before anything ran, the progress goes back.
async function injectKnown(
  where: chrome.scripting.InjectionTarget,
  target: DocumentName,
  { name, args, act }: Asked,
  progress: Progress,
): Promise<Readonly<Record<string, unknown>>> {
  let results: chrome.scripting.InjectionResult<unknown>[];
  try {
    results = await inject(where, true, callPage, [target.token, name, args]);
  } catch (thrown) {
    const fault = browserFault(thrown);
    // "was removed" comes for a document that went while the call ran; the other texts come before it runs.
    if (thrown instanceof Error && thrown.message.includes("was removed")) throw act ? lostDuringAct() : fault;
    progress.back();
    throw fault;
  }
  const reply = results[0]?.result;
  if (isObject(reply)) return reply;
  // No result: the function was ended together with its world.
  if (act) throw lostDuringAct();
  return { gone: true };
}

async function insertScript(where: chrome.scripting.InjectionTarget): Promise<void> {
  await chrome.scripting.executeScript({ target: where, files: [pageScript], injectImmediately: true });
}

async function endIfGone(tab: number, call: UnderWay): Promise<void> {
  try {
    const [found] = await inject({ tabId: tab, documentIds: [call.document.id] }, true, readToken, []);
    if (found?.result === call.document.token) return;
    call.lost(noDocument());
  } catch (thrown) {
    call.lost(browserFault(thrown));
  }
}

function lostDuringAct(): FaultError {
  return new FaultError(
    "outcome_unknown",
    "The page went away while it was acted on; the act may or may not have happened.",
    "Look before you repeat it.",
  );
}

function inject<Args extends unknown[]>(
  target: chrome.scripting.InjectionTarget,
  immediately: boolean,
  func: (...args: Args) => unknown,
  args: Args,
): Promise<chrome.scripting.InjectionResult<unknown>[]> {
  return chrome.scripting.executeScript({ target, injectImmediately: immediately, func, args });
}

function parseName(document: string): DocumentName {
  const [id, token] = document.split(":");
  if (id === undefined || id === "" || token === undefined) throw noDocument();
  return { id, token };
}

interface Found {
  /** The places of all frames of the tab, told by the top document. */
  readonly places: readonly string[];
  readonly document: string;
  readonly url: string;
  /** The place among the frames of the top document, and of each document in it: "" for the top one, then "0", "0/2". */
  readonly path: string;
  readonly parentPath: string | undefined;
}

function readFound(documentId: string, result: unknown): Found | undefined {
  if (!isObject(result)) return undefined;
  const { token, url, path, parentPath, places } = result;
  if (typeof token !== "string" || typeof url !== "string" || typeof path !== "string") return undefined;
  return {
    document: `${documentId}:${token}`,
    url,
    path,
    parentPath: typeof parentPath === "string" ? parentPath : undefined,
    places: Array.isArray(places) ? places.filter((one) => typeof one === "string") : [],
  };
}

/** What a promise brings within a time; undefined where it takes longer. */
async function within<T>(promise: Promise<T>, limitMs: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), limitMs);
  });
  try {
    return await Promise.race([promise, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** Has each document of a tab tell about itself, and takes those that do; the others are silent. */
async function callRoll(tab: number): Promise<Found[]> {
  const roll = crypto.randomUUID();
  const told = new Map<string, Found>();
  const take = (message: unknown, sender: chrome.runtime.MessageSender): void => {
    if (sender.id !== chrome.runtime.id || sender.tab?.id !== tab || sender.documentId === undefined) return;
    if (!isObject(message) || message["roll"] !== roll) return;
    const found = readFound(sender.documentId, message);
    if (found !== undefined) told.set(found.document, found);
  };
  chrome.runtime.onMessage.addListener(take);
  try {
    await within(inject({ tabId: tab, allFrames: true }, true, describeDocument, [roll]), rollMs);
  } finally {
    chrome.runtime.onMessage.removeListener(take);
  }
  return [...told.values()];
}

/** The frames that the top document knows of and that have not told about themselves. */
function silentOnes(found: readonly Found[]): Frame[] {
  const heard = new Set(found.map(({ path }) => path));
  const top = found.find(({ path }) => path === "");
  const silent = top?.places.filter((path) => !heard.has(path)) ?? [];
  return silent.map((path) => ({ document: `silent:${path}`, url: "", ...(top === undefined ? {} : { parent: top.document }), silent: true }));
}

/** Turns what the documents say of their own places into parents; the top document comes first. */
export function linkFrames(found: readonly Omit<Found, "places">[]): Frame[] {
  const byPath = new Map(found.map((f) => [f.path, f.document]));
  const top = found.filter((f) => f.parentPath === undefined);
  const rest = found.filter((f) => f.parentPath !== undefined);
  return [...top, ...rest].map(({ document, url, parentPath }) => {
    const parent = parentPath === undefined ? undefined : (byPath.get(parentPath) ?? top[0]?.document);
    return parent === undefined ? { document, url } : { document, url, parent };
  });
}

// The functions below run in the page's isolated world: Chrome sends their text, so they stand alone.

function nothing(): void {
  // Only whether it can run is wanted.
}

function readToken(): unknown {
  return Reflect.get(globalThis, "__margayDocument");
}

function describeDocument(roll: string): unknown {
  const left: unknown = Reflect.get(globalThis, "__margayDocument");
  const token = typeof left === "string" ? left : crypto.getRandomValues(new Uint32Array(4)).join("-");
  Reflect.set(globalThis, "__margayDocument", token);
  // Which frame of its parent a window is can be asked across origins. A frame in a shadow root is in no list of
  // frames: its place is "?", which names it well enough to find its own parent by.
  const place = (w: Window): string => {
    const steps: string[] = [];
    for (; w !== w.parent; w = w.parent) {
      const index = Array.from({ length: w.parent.length }, (_, i) => i).find((i) => w.parent[i] === w);
      steps.unshift(index === undefined ? "?" : String(index));
    }
    return steps.join("/");
  };
  const below = (w: Window): Window[] => Array.from({ length: w.length }, (_, i) => w[i]).flatMap((one) => (one === undefined ? [] : [one, ...below(one)]));
  const path = place(window);
  const top = window === window.parent;
  const found = { token, url: location.href, path, ...(top ? { places: below(window).map(place) } : { parentPath: place(window.parent) }) };
  if (roll !== "") void chrome.runtime.sendMessage({ ...found, roll }).catch(() => undefined);
  return found;
}

async function callPage(token: string, name: string, args: unknown): Promise<unknown> {
  interface Script {
    call(name: string, args: unknown): unknown;
  }
  const isScript = (value: unknown): value is Script => typeof value === "object" && value !== null && "call" in value;
  if (Reflect.get(globalThis, "__margayDocument") !== token) return { gone: true };
  const script: unknown = Reflect.get(globalThis, "__margay");
  if (!isScript(script)) return { missing: true };
  try {
    return { value: (await script.call(name, args)) ?? null };
  } catch (thrown) {
    return { error: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}
