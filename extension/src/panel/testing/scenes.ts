// More scenes: what the lists, the pictures, the popup and the options page show.

import type { Block, Message } from "@protocol/chat.gen";
import type { Diagnosis } from "@protocol/client.gen";
import type { Reason } from "@protocol/protocol.gen";
import { FaultError } from "../../wire";
import type { FakeDaemon } from "./daemon";
import { agent, call, conversation, run as makeRun, text, user } from "./make";
import { someModels } from "./shelf";

const titles = [
  "Order a shirt for Mira", "Find the cheapest flight to Lisbon in week 8", "整理十一月的发票并写一封邮件", "What is on this page?",
  "Compare three laptops under 900 €", "Fill in the visa form", "Read the release notes of the last two versions", "Unsubscribe from the newsletters",
];

export function moreScenes(daemon: FakeDaemon, portError: (error: string) => void): Record<string, () => void> {
  const chats = (count: number) => {
    for (let i = 0; i < count; i++) {
      const updatedAt = new Date(Date.now() - i * 7_000_000).toISOString();
      daemon.store({ ...conversation(`c${i}`, titles[i % titles.length] ?? ""), updatedAt }, i === 0 ? exchange() : []);
    }
    daemon.models = someModels();
    daemon.model = daemon.models.default;
    localStorage.setItem("margay.conversation", "c0");
  };
  const connected = () => {
    daemon.status = {
      dataDir: "/home/mira/.local/share/margay", logPath: "/home/mira/.local/share/margay/log/margay.log", build: "1626320f", pid: 4711,
      browsers: [
        { instance: "a", name: "Chromium", version: "156", connected: true },
        { instance: "b", name: "Chrome", version: "156", connected: false },
      ],
    };
  };
  const pictures = () => {
    const image = (id: string, name: string, width: number, height: number): Block => {
      daemon.blobs.set(id, { bytes: drawing(width, height), mimeType: "image/png" });
      return { type: "image", blob: id, mimeType: "image/png", name, size: 20_480 };
    };
    const shot: Block = { ...image("b1", "", 1280, 720) };
    delete shot.name;
    const messages: Message[] = [
      user("u1", "Does the page look like my sketch?", {
        content: [...text("Does the page look like my sketch?"), image("b2", "sketch.png", 600, 420), { type: "file", blob: "b3", name: "requirements for the order page.pdf", size: 182_000, excerpt: { characters: 100_000, ofCharacters: 431_512, pages: 200, ofPages: 431 } }],
      }),
      agent("a1", "", {
        content: [
          { type: "thinking", text: "The person wants a comparison.\n\nFirst I need to **see** the page, so a screenshot is the next step; then the sketch." },
          { type: "text", text: "I’ll take a screenshot of the page." },
        ],
        toolCalls: [
          call("k1", { name: "screenshot", arguments: "{}", status: "completed", result: "A screenshot of tab 1, 1280 × 720.", durationMs: 61, attachments: [shot] }),
          call("k2", { name: "click", arguments: '{"ref":"e2","element":"Size guide"}', status: "completed", result: 'Clicked link "Size guide".', durationMs: 61 }),
        ],
      }),
      agent("a2", "Nearly: the button stands **below** the price, not beside it.", { round: 2, usage: { inputTokens: 5210, outputTokens: 122 }, durationMs: 4100 }),
    ];
    daemon.store(conversation("c1", "Compare the page with a sketch"), messages);
    daemon.models = someModels();
    daemon.model = daemon.models.default;
    localStorage.setItem("margay.conversation", "c1");
  };
  return {
    first: () => undefined,
    // As first, with a page of the browser in front: see stage.ts.
    closed: () => undefined,
    ...troubles(daemon, portError),
    damaged: () => {
      chats(3);
      connected();
      daemon.status = { ...daemon.status, damaged: [{ file: "margay.db.damaged-20261130-180000.000", at: "2026-11-30T18:00:00Z" }] };
    },
    restored: () => {
      chats(3);
      connected();
      const fields = { vendor: "deepseek", ownName: "", address: "", name: "deepseek-chat", label: "Chat", keyOf: "", sees: false, seesSaid: false };
      localStorage.setItem("margay.form", JSON.stringify({ of: "", revision: 0, at: Date.now(), fields }));
    },
    chats: () => chats(120),
    thousand: () => chats(1000),
    live: () => {
      chats(3);
      const began = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();
      daemon.begin(makeRun({ id: "r1", conversation: "c1", createdAt: began(9) }), []);
      daemon.begin(makeRun({ id: "r2", conversation: "c2", state: "interrupted", createdAt: began(3000) }), []);
      daemon.diagnosis = diagnosis;
    },
    well: () => {
      chats(3);
      connected();
      daemon.diagnosis = wellDiagnosis;
    },
    old: () => {
      chats(3);
      daemon.missing.add("doctor.run");
    },
    models: () => {
      chats(3);
      connected();
      daemon.diagnosis = diagnosis;
    },
    bare: () => {
      connected();
    },
    pictures,
    lost: () => {
      pictures();
      daemon.blobs.clear();
    },
  };
}

function exchange(): Message[] {
  return [user("u1", "Order a shirt."), agent("a1", "The order is in.", { usage: { inputTokens: 900, outputTokens: 60 }, durationMs: 2100 })];
}

/** Why there is no link: each thing that the browser says, and each with which the program refuses. */
function troubles(daemon: FakeDaemon, portError: (error: string) => void): Record<string, () => void> {
  const refused = (reason: Reason, message: string, next: string) => () => {
    localStorage.setItem("margay.data", "/home/mira/.local/share/margay");
    daemon.refuse = new FaultError(reason, message, next);
  };
  return {
    missing: () => portError("Specified native messaging host not found."),
    forbidden: () => portError("Access to the specified native messaging host is forbidden."),
    broken: () => portError("Failed to start native messaging host."),
    exited: () => portError("Native host has exited."),
    garbled: () => portError("Error when communicating with the native messaging host."),
    no_daemon: refused("no_daemon", "The daemon is there but does not answer: i/o timeout.", 'Run: /home/mira/.local/share/margay/bin/margay stop --data /home/mira/.local/share/margay. If that does not end it, end the process "margay serve" and try again.'),
    store_locked: refused("store_locked", "The process 712 (margay serve) holds the data in /home/mira/.local/share/margay.", "Run: /home/mira/.local/share/margay/bin/margay stop"),
    store_newer: refused("store_newer", "The data was written by version 0.9.0, this is 0.1.0.", "Install version 0.9.0 or a later one."),
    store_damaged: refused("store_damaged", "The data file cannot be read: invalid database.", "Margay starts anew by itself and keeps the file under another name. Then try again."),
    version_mismatch: refused("version_mismatch", "The extension speaks protocol 1 to 1, the program 2 to 3.", "Update the older of the two: the extension, or the program with: margay install"),
    not_allowed: refused("not_allowed", "The extension abcdefghijklmnopabcdefghijklmnop may not connect.", "Run: margay install"),
  };
}

const diagnosis: Diagnosis = {
  ok: false,
  checks: [
    { id: "registered", title: "Registration with Chromium", state: "ok", detail: "The manifest names /home/mira/.local/share/margay/bin/margay." },
    { id: "store", title: "Store", state: "ok", detail: "It opens; 41 GB are free." },
    { id: "page", title: "A page function in a tab", state: "skipped", detail: "No tab with a web page is open." },
    { id: "path", title: "PATH", state: "warning", detail: "It was learned from the login shell in 2.1 s.", next: "Make the start of your shell faster." },
    { id: "keyring", title: "Keyring", state: "failed", cause: "The keyring did not answer within 3 s.", next: "Unlock it, then check again.", command: "margay doctor" },
  ],
};

// As long as it is where all is well, and with nothing in it that takes the focus.
const wellDiagnosis: Diagnosis = {
  ok: true,
  checks: [
    "Program", "Data folder", "Registration with Chromium", "Registration with Chrome", "Link of the browser", "Store", "A page function in a tab", "Keyring", "PATH", "Model",
    "Disk", "Log",
  ].map((title, i) => ({ id: `c${i}`, title, state: "ok", detail: `${title}: it is there, it answers and it is of version 0.1.0, as the extension is.` })),
};

/** A picture drawn here: the bytes of a PNG. */
function drawing(width: number, height: number): Uint8Array {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width, height });
  const pen = canvas.getContext("2d");
  if (pen === null) return new Uint8Array();
  pen.fillStyle = "#f4efe6";
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = "#8f4f0e";
  pen.fillRect(width * 0.08, height * 0.12, width * 0.5, height * 0.1);
  pen.fillStyle = "#c9bfae";
  for (let i = 0; i < 5; i++) pen.fillRect(width * 0.08, height * (0.32 + i * 0.1), width * (0.8 - i * 0.09), height * 0.04);
  const [, data = ""] = canvas.toDataURL("image/png").split(",");
  return Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
}
