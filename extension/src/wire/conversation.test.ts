// Replays the conversations that Go and TypeScript share; protocol/testdata/README.md documents their format.

import { readdirSync, readFileSync } from "node:fs";
import { ReasonValues } from "@protocol/protocol.gen";
import { describe, expect, test } from "vitest";
import type { HandlerTable } from "./contract";
import { FaultError } from "./fault";
import { isObject } from "./json";
import { Peer } from "./peer";
import type { CallOptions } from "./peer";
import { FakePort } from "./testing/port";

const folder = new URL("../../../protocol/testdata/conversations/", import.meta.url);
const all = readdirSync(folder).filter((name) => name.endsWith(".txt"));
const files = all.map((name) => ({ name, text: readFileSync(new URL(name, folder), "utf8") }));
// The extension has no server side.
const ours = files.filter(({ text }) => /^peer client$/m.test(text));

// The routes of the files are not routes of the product, which is what a peer's methods are typed for; the method form
// lets TypeScript see one as the other.
interface AnyPeer {
  call(route: string, params: object, options: CallOptions): Promise<object>;
  notify(notice: string, params: object, lane: string): void;
}

/** The peer of the files, with the routes that the README lists. */
function makePeer(port: FakePort): AnyPeer {
  const notes: unknown[] = [];
  const serve: HandlerTable = {
    "test.echo": (params) => params,
    "test.wait": (_, { signal }) =>
      new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("stopped")))),
    "test.fail": (params) => {
      const { reason, next } = { reason: undefined, next: undefined, ...params };
      const known = ReasonValues.find((r) => r === reason) ?? "internal";
      throw new FaultError(known, "as asked", typeof next === "string" ? next : undefined);
    },
    "test.crash": () => {
      throw new TypeError("as asked");
    },
    "test.events": (params, call) => {
      call.lane("events");
      const { count } = { count: 0, ...params };
      // The reply is queued when this handler has returned; the events follow it in its lane.
      setTimeout(() => {
        for (let n = 1; n <= count; n++) peer.notify("test.event", { n }, "events");
      }, 0);
      return {};
    },
    "test.notes": () => ({ notes }),
  };
  const hear = {
    "test.note": (params: object) => void notes.push({ text: undefined, ...params }.text),
  };
  const peer: AnyPeer = new Peer(port, { serve, hear });
  return peer;
}

/** A conversation under way. */
class Replay {
  readonly port = new FakePort();
  readonly peer = makePeer(this.port);
  readonly #names = new Map<string, unknown>();
  readonly #calls = new Map<string, { abort: AbortController; outcome: Promise<unknown> }>();
  #heard = 0;

  async step(line: string): Promise<void> {
    const [word = "", rest = ""] = split(line);
    const [name = "", tail = ""] = split(rest);
    switch (word) {
      case "peer":
        return;
      case "->":
        return this.#say(rest);
      case "<-":
        return this.#match(await this.#hear(), JSON.parse(rest));
      case "call":
        return this.#call(name, ...split(tail));
      case "cancel":
        this.#calls.get(name)?.abort.abort();
        return;
      case "result":
        return this.#match(await this.#calls.get(name)?.outcome, JSON.parse(tail));
      case "fault": {
        const outcome = await this.#calls.get(name)?.outcome;
        expect(outcome instanceof FaultError ? outcome.reason : outcome).toBe(tail);
        return;
      }
      case "end":
        await turn();
        expect(this.port.sent.slice(this.#heard)).toEqual([]);
        this.port.drop();
        return;
      default:
        throw new Error(`no such step: ${line}`);
    }
  }

  #say(text: string): void {
    const filled = text.replace(/"<(\w+)>"/g, (_, name: string) => JSON.stringify(this.#names.get(name)));
    this.port.receive(JSON.parse(filled));
  }

  async #hear(): Promise<unknown> {
    for (let turns = 0; this.port.sent.length <= this.#heard && turns < 10; turns++) await turn();
    return this.port.sent[this.#heard++];
  }

  #call(name: string, method = "", params = "{}"): void {
    const abort = new AbortController();
    const given: unknown = JSON.parse(params);
    const call = this.peer.call(method, isObject(given) ? given : {}, { signal: abort.signal });
    const outcome = call.catch((thrown: unknown) => thrown);
    this.#calls.set(name, { abort, outcome });
  }

  #match(got: unknown, want: unknown): void {
    expect(this.#fill(got, want)).toEqual(want);
  }

  // What came, with the places marked in the file put in where something is, so that the rest can be compared whole.
  #fill(got: unknown, want: unknown): unknown {
    if (typeof want === "string" && got !== undefined) {
      const name = /^<(\w+)>$/.exec(want)?.[1];
      if (name === undefined) return got;
      if (name !== "any" && !this.#names.has(name)) this.#names.set(name, got);
      return name === "any" || this.#names.get(name) === got ? want : got;
    }
    if (Array.isArray(got) && Array.isArray(want)) return got.map((item, i) => this.#fill(item, want[i]));
    if (!isObject(got) || !isObject(want)) return got;
    return Object.fromEntries(Object.entries(got).map(([key, value]) => [key, this.#fill(value, want[key])]));
  }
}

function split(text: string): [string, string] {
  const at = text.indexOf(" ");
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

// Chrome reads the frames and closes the port at one that is no JSON: such a frame, and the answer that Go gives to it,
// never come here.
function withoutUnreadable(lines: readonly string[]): string[] {
  const unreadable = (line: string) => line.startsWith("-> ") && !isJSON(line.slice(3).replace(/"<\w+>"/g, "0"));
  return lines.filter((line, i) => !unreadable(line) && !(i > 0 && unreadable(lines[i - 1] ?? "")));
}

function isJSON(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe("conversations", () => {
  test("there_are_some", () => {
    expect(ours.length).toBeGreaterThan(5);
  });

  test.each(ours)("$name", async ({ text }) => {
    const replay = new Replay();
    const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
    for (const line of withoutUnreadable(lines)) await replay.step(line);
  });
});
