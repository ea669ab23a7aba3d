// Put into the page before the panel by surfaces.mjs: in place of the browser's
// `chrome` it offers a daemon in memory, and scenes to play on it.

import type { ChatEvent, Message, ToolCall } from "@protocol/chat.gen";
import { FaultError } from "../../wire";
import type { Reason } from "@protocol/protocol.gen";
import { FakeDaemon } from "./daemon";
import { hostile } from "./hostile";
import { agent, call, conversation, run as makeRun, user } from "./make";
import { portPair } from "./ports";
import { moreScenes } from "./scenes";
import { someModels } from "./shelf";
import { textScenes } from "./texts";

const daemon = new FakeDaemon();
let portError: string | undefined;

function asked(name: string): string | null {
  return new URLSearchParams(location.search).get(name);
}

const fakeChrome = {
  runtime: {
    connectNative: () => {
      const port = daemon.connect();
      if (portError !== undefined) daemon.drop();
      return port;
    },
    getManifest: () => ({ version: "0.1.0" }),
    getURL: (path: string) => `/${path}`,
    openOptionsPage: () => Promise.resolve(),
    // The port to the worker, on which nothing is said.
    connect: () => portPair()[0],
    get lastError() {
      return portError === undefined ? undefined : { message: portError };
    },
  },
  i18n: { getUILanguage: () => asked("language") ?? "en" },
  windows: { getCurrent: () => Promise.resolve({ id: 1 }), onFocusChanged: { addListener: () => undefined } },
  sidePanel: { open: () => Promise.resolve() },
  tabs: {
    create: () => Promise.resolve(),
    getCurrent: () => Promise.resolve(undefined),
    query: () => Promise.resolve([{ id: 7, active: true, url: asked("scene") === "closed" ? "chrome://extensions/" : "https://shop.example.test/order" }]),
    onActivated: { addListener: () => undefined },
    onUpdated: { addListener: () => undefined },
  },
};

const answer = `Your order is in. The page shows this:

| Field | Value |
| --- | --- |
| Confirmation | **MG-20418** |
| Size | Medium |
| Price | 24.00 € |

What I did:

1. Filled in the form with the values you gave me
2. Chose **Medium** and ticked *Gift wrap*
3. Clicked \`Order\`

> The shop says that it ships on Tuesday.

You can follow it at [the order page](https://shop.example.test/orders/MG-20418), or ask for it:

\`\`\`sh
curl -s https://shop.example.test/api/orders/MG-20418 | jq .state
\`\`\`
`;

const done = { inputTokens: 4210, outputTokens: 386 };

function finished(id: string, name: string, args: object, result: string, durationMs: number): ToolCall {
  return call(id, { name, arguments: JSON.stringify(args), status: "completed", result, durationMs });
}

function calls(): ToolCall[] {
  const page = '- heading "Order" [level=1]\n- form "Order form"\n  - textbox "Full name" [ref=e1] required\n  - combobox "Size" [ref=e3] value="Small" options="Small","Medium"\n  - button "Order" [ref=e7]';
  return [
    finished("k1", "snapshot", {}, page, 84),
    finished("k2", "fill", { ref: "e1", value: "Mira Lind" }, 'Filled "Full name" with "Mira Lind".', 41),
    call("k3", { name: "click", arguments: '{"ref":"e9"}', status: "error", result: "No element e9: the page has changed. Take a snapshot.", durationMs: 12 }),
    call("k4", { name: "click", arguments: '{"ref":"e7","element":"Order button at the end of the form"}', status: "started" }),
  ];
}

/** Scenes by name; each leaves the daemon as a page should find it. */
const scenes: Record<string, () => void> = {
  ...moreScenes(daemon, (error) => {
    portError = error;
  }),
  ...textScenes(daemon),
  empty: () => {
    daemon.store(conversation("c0", "An earlier chat"), []);
    daemon.models = someModels();
    daemon.model = daemon.models.default;
  },
  finished: () => open([
    user("u1", "Fill in the form. Full name: Mira Lind, Email: mira@example.com, Size: Medium. Then click “Order” and tell me the confirmation number."),
    agent("a1", "I’ll look at the page first.", { toolCalls: calls().slice(0, 2) }),
    agent("a2", answer, { round: 2, usage: done, durationMs: 6412 }),
  ]),
  running: () => {
    const messages = [user("u1", "Fill in the order form for Mira Lind and press Order."), agent("a1", "I’ll fill in the form.", { toolCalls: calls() })];
    const active = makeRun({ createdAt: new Date(Date.now() - 9000).toISOString() });
    open(messages);
    daemon.begin(active, messages);
  },
  failed: () => open([
    user("u1", "Summarise this page."),
    agent("a1", "", { error: "401 Incorrect API key provided: sk-****", errorCode: "auth", durationMs: 640 }),
    user("u2", "And now?", { run: "r2" }),
    agent("a2", "I was about to read the page when", { run: "r2", cut: true, error: "stopped", errorCode: "cancelled", durationMs: 2100 }),
  ]),
  interrupted: () => {
    const messages = [
      user("u1", "Press Order."),
      agent("a1", "Pressing it now.", { toolCalls: [call("k1", { status: "unknown", result: "The outcome of this call is unknown, because the program stopped while it ran. Look before you repeat it." })] }),
    ];
    open(messages);
    daemon.begin(makeRun({ state: "interrupted" }), messages);
  },
  long: () => open(Array.from({ length: 500 }, (_, i) => (i % 2 === 0 ? user(`m${i}`, `Question ${i}`, { run: `r${i}` }) : agent(`m${i}`, `${answer}\n\nThat was ${i}.`, { run: `r${i - 1}` })))),
};

function open(messages: Message[]): void {
  daemon.store(conversation("c1", "Order a shirt for Mira"), messages);
  for (let i = 2; i < 9; i++) daemon.store(conversation(`c${i}`, `Find the cheapest flight to Lisbon in week ${i}`), []);
  localStorage.setItem("margay.conversation", "c1");
}

/** Plays a text into a run as it would stream: begin, deltas, end. */
function stream(run: string, text: string, pieces: number): void {
  daemon.emit(run, { type: "new_message", begins: agent(`${run}-a`, "", { run }) });
  const size = Math.max(1, Math.ceil(text.length / pieces));
  for (let at = 0; at < text.length; at += size) {
    daemon.emit(run, { type: "content_delta", delta: text.slice(at, at + size) });
  }
  daemon.emit(run, { type: "done", usage: done, durationMs: 1234 });
}

const stage = {
  daemon,
  shown: () => firstMessage,
  hostile: hostile.join("\n\n"),
  scenes,
  stream,
  emit: (run: string, event: ChatEvent) => daemon.emit(run, event),
  message: (id: string, run: string) => agent(id, "", { run }),
  refuse: (reason: Reason, message: string, next: string) => {
    daemon.refuse = new FaultError(reason, message, next);
  },
  portError: (message: string | undefined) => {
    portError = message;
  },
};

// When the first message was in the document, in milliseconds since the page was asked for.
let firstMessage = NaN;
new MutationObserver((_, observer) => {
  if (document.querySelector("[data-message]") === null) return;
  observer.disconnect();
  requestAnimationFrame(() => {
    firstMessage = performance.now();
  });
}).observe(document, { childList: true, subtree: true });

const scene = asked("scene");
if (scene !== null) {
  localStorage.clear();
  Object.defineProperty(globalThis, "chrome", { value: fakeChrome, configurable: true });
  Object.defineProperty(globalThis, "stage", { value: stage });
  scenes[scene]?.();
}
