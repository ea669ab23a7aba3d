// What only a browser can show about the panel: requests that leave, composition, scroll positions, freezes, key order.

import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, test } from "vitest";
import { startSurfaces } from "./surfaces.mjs";

let surfaces;
let opened = [];
beforeAll(async () => {
  surfaces = await startSurfaces();
});
afterAll(() => surfaces.close());
afterEach(async () => {
  for (const page of opened) await page.send("Page.close");
  opened = [];
});

async function openPanel(options) {
  const page = await surfaces.open(options);
  opened.push(page);
  return page;
}

// A machine under load holds up a page as a fault of the panel does, but not twice.
const onceMore = { retry: 1 };

const compose = (text) => `(() => { const box = document.querySelector("#composer"); box.focus(); document.execCommand("insertText", false, ${JSON.stringify(text)}); })()`;
const lastAnswer = `[...document.querySelectorAll("[data-message][data-role=assistant]")].at(-1)`;
const newestRun = `[...stage.daemon.runs.keys()].at(-1)`;

test("hostile_markdown_loads_and_runs_nothing", async () => {
  const page = await openPanel({ scene: "empty" });
  await page.evaluate(compose("go"));
  await page.key("Enter");
  await page.until(`stage.daemon.runs.size === 1`);
  await page.evaluate(`stage.stream(${newestRun}, stage.hostile, 400)`);
  await page.until(`document.querySelector("#status").dataset.state === "ready"`);
  await page.evaluate("new Promise((r) => setTimeout(r, 300))");
  const foreign = page.requests.filter((url) => !url.startsWith(page.origin));
  assert.deepEqual(foreign, [], "a request left the panel");
  assert.deepEqual(page.trouble, []);
  const made = await page.evaluate(`[...${lastAnswer}.querySelectorAll("img, script, iframe, svg:not(.icon), style, base, form, [onerror], [onload]")].map((e) => e.tagName)`);
  assert.deepEqual(made, [], "elements that must not be made");
  const schemes = await page.evaluate(`[...new Set([...${lastAnswer}.querySelectorAll("a")].map((a) => a.protocol))]`);
  assert.deepEqual(schemes, ["https:"]);
  assert.equal(await page.evaluate(`${lastAnswer}.querySelectorAll("a").length`), 8);
});

test("enter_in_a_composition_does_not_send", async () => {
  const page = await openPanel({ scene: "empty" });
  await page.evaluate(`document.querySelector("#composer").focus()`);
  await page.send("Input.imeSetComposition", { text: "にほん", selectionStart: 3, selectionEnd: 3 });
  await page.key("Enter", { windowsVirtualKeyCode: 229 });
  assert.equal(await page.evaluate(`stage.daemon.count("conversation.send")`), 0);
  await page.send("Input.insertText", { text: "日本" });
  await page.key("Enter");
  await page.until(`stage.daemon.count("conversation.send") === 1`);
  assert.equal(await page.evaluate(`stage.daemon.seen.find((s) => s.route === "conversation.send").params.content[0].text`), "日本");
});

test("two_quick_enters_send_once", async () => {
  const page = await openPanel({ scene: "empty" });
  await page.evaluate(compose("once"));
  await Promise.all([page.key("Enter"), page.key("Enter")]);
  await page.until(`stage.daemon.runs.size === 1`);
  await page.evaluate("new Promise((r) => setTimeout(r, 200))");
  assert.equal(await page.evaluate(`stage.daemon.count("conversation.send")`), 1);
});

test("a_paste_of_300_000_characters_does_not_freeze", onceMore, async () => {
  const page = await openPanel({ scene: "empty" });
  const ms = await page.evaluate(`(() => {
    const box = document.querySelector("#composer");
    box.focus();
    const text = "The quick brown fox jumps over the lazy dog. ".repeat(6667).slice(0, 300000);
    const start = performance.now();
    box.setRangeText(text);
    box.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertFromPaste" }));
    return new Promise((r) => requestAnimationFrame(() => setTimeout(() => r(Math.round(performance.now() - start)), 0)));
  })()`);
  await page.until(`document.querySelector(".trouble").textContent.includes("300,000")`);
  assert.equal(await page.evaluate(`document.querySelector("#send").disabled`), true);
  assert.ok(ms < 1500, `drawn after ${ms} ms`);
});

test("a_chat_of_500_messages_opens_under_a_second_and_loads_in_pieces", onceMore, async () => {
  const page = await openPanel({ scene: "long" });
  await page.until(`document.querySelectorAll("[data-message]").length >= 50`);
  const ms = await page.evaluate(`(() => {
    document.querySelector("#new-chat").click();
    return new Promise((r) => setTimeout(r, 50));
  })().then(() => { document.querySelector("#chats-button").click(); return new Promise((r) => setTimeout(r, 150)); }).then(() => {
    const start = performance.now();
    document.querySelector("[data-conversation=c1]").click();
    return new Promise((resolve) => {
      const look = () => document.querySelectorAll("[data-message]").length >= 50 ? requestAnimationFrame(() => resolve(Math.round(performance.now() - start))) : requestAnimationFrame(look);
      look();
    });
  })`);
  assert.ok(ms < 1000, `opened after ${ms} ms`);
  const moved = await page.evaluate(`(async () => {
    const box = document.querySelector(".scroller");
    const frame = () => new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r)));
    const before = document.querySelectorAll("[data-message]").length;
    box.scrollTop = 0;
    const first = document.querySelector("[data-message]");
    const top = first.getBoundingClientRect().top;
    for (let i = 0; i < 60 && document.querySelectorAll("[data-message]").length === before; i++) await frame();
    await frame();
    return { before, after: document.querySelectorAll("[data-message]").length, moved: Math.abs(first.getBoundingClientRect().top - top) };
  })()`);
  assert.equal(moved.before, 50);
  assert.equal(moved.after, 100);
  assert.ok(moved.moved < 120, `what was read moved by ${moved.moved} px`);
});

test("scrolled_up_during_a_stream_stays", async () => {
  const page = await openPanel({ scene: "empty" });
  await page.evaluate(compose("long"));
  await page.key("Enter");
  await page.until(`stage.daemon.runs.size === 1`);
  const paragraphs = "Lorem ipsum dolor sit amet, consectetur adipiscing elit.\n\n".repeat(80);
  await page.evaluate(`stage.emit(${newestRun}, { type: "new_message", begins: stage.message("x1", ${newestRun}) })`);
  await page.evaluate(`stage.emit(${newestRun}, { type: "content_delta", delta: ${JSON.stringify(paragraphs)} })`);
  await page.until(`document.querySelector(".scroller").scrollHeight > 2000`);
  await page.send("Input.dispatchMouseEvent", { type: "mouseWheel", x: 200, y: 300, deltaX: 0, deltaY: -900 });
  await page.until(`document.querySelector(".latest") !== null`);
  await page.evaluate("new Promise((r) => setTimeout(r, 300))");
  const seen = await page.evaluate(`(async () => {
    const mark = document.elementFromPoint(200, 300);
    const top = mark.getBoundingClientRect().top;
    for (let i = 0; i < 20; i++) {
      stage.emit(${newestRun}, { type: "content_delta", delta: ${JSON.stringify(paragraphs.slice(0, 400))} });
      await new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r)));
    }
    return { moved: Math.abs(mark.getBoundingClientRect().top - top), height: document.querySelector(".scroller").scrollHeight };
  })()`);
  assert.ok(seen.moved < 2, `moved by ${seen.moved}`);
  await page.evaluate(`document.querySelector(".latest").click()`);
  await page.until(`document.querySelector(".latest") === null`);
  await page.evaluate(`stage.emit(${newestRun}, { type: "content_delta", delta: ${JSON.stringify(paragraphs)} })`);
  await page.evaluate("new Promise((r) => setTimeout(r, 300))");
  const left = await page.evaluate(`(() => { const b = document.querySelector(".scroller"); return b.scrollHeight - b.scrollTop - b.clientHeight; })()`);
  assert.ok(left < 2, `not at the end: ${left} px left`);
});

test("what_is_unfolded_stays_under_the_pointer", async () => {
  const page = await openPanel({ scene: "finished", height: 420 });
  await page.evaluate(`(() => { const b = document.querySelector(".scroller"); b.scrollTop = b.scrollHeight; })()`);
  const at = await page.evaluate(`(async () => {
    const summary = document.querySelector("[data-call=k2] summary");
    summary.scrollIntoView({ block: "center" });
    const frames = async (n) => { for (let i = 0; i < n; i++) await new Promise((r) => requestAnimationFrame(r)); };
    await frames(3);
    const before = summary.getBoundingClientRect().top;
    summary.click();
    await frames(8);
    return { moved: Math.abs(summary.getBoundingClientRect().top - before), open: summary.parentElement.open };
  })()`);
  assert.equal(at.open, true);
  assert.ok(at.moved < 2, `moved by ${at.moved} px`);
  const end = await openPanel({ scene: "running", height: 420 });
  const last = await end.evaluate(`(async () => {
    const summary = document.querySelector("[data-call=k4] summary");
    const frames = async (n) => { for (let i = 0; i < n; i++) await new Promise((r) => requestAnimationFrame(r)); };
    const before = summary.getBoundingClientRect().top;
    summary.click();
    await frames(8);
    return Math.abs(summary.getBoundingClientRect().top - before);
  })()`);
  assert.ok(last < 2, `at the end it moved by ${last} px`);
});

test("thirty_thousand_deltas_do_not_freeze", onceMore, async () => {
  const page = await openPanel({ scene: "empty" });
  await page.evaluate(compose("much"));
  await page.key("Enter");
  await page.until(`stage.daemon.runs.size === 1`);
  const seen = await page.evaluate(`(async () => {
    const run = ${newestRun};
    let longest = 0, last = performance.now(), going = true;
    const beat = () => { const now = performance.now(); longest = Math.max(longest, now - last); last = now; if (going) setTimeout(beat, 0); };
    beat();
    const start = performance.now();
    stage.emit(run, { type: "new_message", begins: stage.message("x1", run) });
    for (let i = 0; i < 30000; i++) {
      stage.emit(run, { type: "content_delta", delta: i % 40 === 39 ? "word\\n\\n" : "word " });
      if (i % 500 === 499) await new Promise((r) => setTimeout(r, 0));
    }
    stage.emit(run, { type: "done", usage: { inputTokens: 1, outputTokens: 30000 }, durationMs: 5 });
    await new Promise((resolve) => { const look = () => document.querySelector("#status").dataset.state === "ready" ? resolve() : setTimeout(look, 10); look(); });
    going = false;
    const words = ${lastAnswer}.textContent.match(/word/g).length;
    const credited = stage.daemon.credits.reduce((sum, c) => sum + c.frames, 0);
    return { ms: Math.round(performance.now() - start), longest: Math.round(longest), words, credited };
  })()`);
  assert.equal(seen.words, 30000);
  assert.ok(seen.longest < 1500, `held up for ${seen.longest} ms`);
});

test("one_block_of_200_000_characters_does_not_freeze", onceMore, async () => {
  const page = await openPanel({ scene: "empty" });
  await page.evaluate(compose("much"));
  await page.key("Enter");
  await page.until(`stage.daemon.runs.size === 1`);
  const longest = await page.evaluate(`(async () => {
    const run = ${newestRun};
    let longest = 0, last = performance.now(), going = true;
    const beat = () => { const now = performance.now(); longest = Math.max(longest, now - last); last = now; if (going) setTimeout(beat, 0); };
    beat();
    stage.emit(run, { type: "new_message", begins: stage.message("x1", run) });
    for (let i = 0; i < 400; i++) {
      stage.emit(run, { type: "content_delta", delta: "some *words* and \`code\` that go on ".repeat(15) });
      await new Promise((r) => setTimeout(r, 0));
    }
    await new Promise((r) => setTimeout(r, 100));
    going = false;
    return Math.round(longest);
  })()`);
  assert.ok(longest < 1500, `held up for ${longest} ms`);
});

test("each_trouble_has_its_own_words_and_a_next_step", async () => {
  const titles = new Set();
  const faults = [
    ["store_locked", "The database is held by process 4711.", "End process 4711, then try again."],
    ["store_newer", "The database was written by version 9.", "Install version 9 or later."],
    ["store_damaged", "The database cannot be read; it was kept as margay.db.bad.", "Look at the log."],
    ["version_mismatch", "This program speaks protocol 2 to 3, the extension 1.", "Reload the extension."],
    ["no_daemon", "The daemon could not be started: permission denied.", "Run margay serve."],
    ["not_allowed", "This origin may not call.", ""],
  ];
  for (const [reason, message, next] of faults) {
    const page = await openPanel({ scene: "empty" });
    await page.evaluate(`stage.refuse(${JSON.stringify(reason)}, ${JSON.stringify(message)}, ${JSON.stringify(next)}); stage.daemon.drop();`);
    await page.until(`document.querySelector("#link-problem")?.dataset.kind === ${JSON.stringify(reason)}`);
    const words = await page.evaluate(`document.querySelector("#link-problem").innerText`);
    assert.ok(next === "" || words.includes(next), `${reason}: no next step in ${words}`);
    titles.add(words.split("\n")[0]);
  }
  assert.equal(titles.size, faults.length, "two troubles share their words");
});

test("a_lost_link_comes_back_and_the_run_goes_on", async () => {
  const page = await openPanel({ scene: "running" });
  await page.until(`document.querySelector("[data-call=k4]")?.dataset.status === "started"`);
  await page.evaluate(`stage.daemon.drop()`);
  await page.until(`document.querySelector("#status").dataset.state === "waiting"`);
  await page.until(`document.querySelector("#status").dataset.state === "running"`);
  await page.evaluate(`stage.emit("r1", { type: "done", usage: { inputTokens: 1, outputTokens: 1 }, durationMs: 5 })`);
  await page.until(`document.querySelector("#status").dataset.state === "ready"`);
  assert.equal(await page.evaluate(`document.querySelectorAll("[data-message]").length`), 2);
});

test("escape_ends_what_is_nearest_and_stops_nothing_else", async () => {
  const page = await openPanel({ scene: "running" });
  await page.evaluate(`document.querySelector("#chats-button").focus()`);
  await page.evaluate(`document.querySelector("#chats-button").click()`);
  await page.until(`document.querySelector("[data-conversation=c1]") !== null`);
  await page.key("ArrowDown");
  await page.until(`document.activeElement.dataset.conversation === "c1"`);
  await page.key("F2");
  await page.until(`document.activeElement.className === "chat-rename"`);
  await page.key("Escape");
  await page.until(`document.activeElement.dataset.conversation === "c1"`);
  assert.equal(await page.evaluate(`document.querySelector("#chats").open`), true, "the drawer went with the renaming");
  await page.key("Escape");
  await page.until(`document.querySelector("#chats") === null`);
  await page.until(`document.activeElement.id === "chats-button"`);
  assert.equal(await page.evaluate(`stage.daemon.count("run.stop")`), 0, "the run was stopped");
  await page.key("Escape");
  await page.until(`stage.daemon.count("run.stop") === 1`);
});

test("a_file_chosen_by_the_button_goes_with_the_message", async () => {
  const page = await openPanel({ scene: "empty" });
  await page.send("DOM.enable");
  const { root } = await page.send("DOM.getDocument");
  const { nodeId } = await page.send("DOM.querySelector", { nodeId: root.nodeId, selector: "#attach-input" });
  await page.send("DOM.setFileInputFiles", { nodeId, files: [fileURLToPath(new URL("../../../static/icons/48.png", import.meta.url))] });
  await page.until(`document.querySelector("[data-file]")?.dataset.state === "ready"`);
  await page.evaluate(compose("What is this?"));
  await page.key("Enter");
  await page.until(`document.querySelector("[data-message] .picture img, [data-pending] .picture img")?.naturalWidth === 48`);
  const content = await page.evaluate(`stage.daemon.seen.find((s) => s.route === "conversation.send").params.content.map((b) => b.type + " " + (b.name ?? b.text))`);
  assert.deepEqual(content, ["text What is this?", "image 48.png"]);
  assert.deepEqual(page.trouble, [], "the policy let no image through");
});

test("everything_can_be_reached_by_keyboard", async () => {
  const page = await openPanel({ scene: "finished" });
  const count = await page.evaluate(`(() => {
    const all = document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]");
    window.unreached = new Set([...all].filter((e) => e.checkVisibility({ visibilityProperty: true }) && !e.disabled && e.tabIndex >= 0));
    document.addEventListener("focusin", (event) => window.unreached.delete(event.target));
    document.activeElement.blur();
    return window.unreached.size;
  })()`);
  assert.ok(count > 12, `only ${count} can be reached`);
  // Some stops are no control: the page itself, and boxes that only scroll.
  for (let i = 0; i < count + 5; i++) await page.key("Tab");
  assert.deepEqual(await page.evaluate(`[...window.unreached].map((e) => e.id || e.className || e.tagName)`), []);
});

test("what_is_read_from_the_right_stands_at_the_right", async () => {
  const page = await openPanel({ scene: "arabic", width: 320 });
  const [gaps, sides, columns] = await page.evaluate(`(() => {
    const room = document.querySelector(".markdown").getBoundingClientRect();
    const gaps = [...document.querySelectorAll(".task input")].map((e) => Math.round(room.right - e.getBoundingClientRect().right));
    const cells = [...document.querySelectorAll(".table tr > *")];
    const columns = [...document.querySelectorAll(".table tr")].map(({ cells: [first, second] }) => first.offsetLeft > second.offsetLeft);
    return [gaps, [...new Set(cells.map((e) => getComputedStyle(e).textAlign))], columns];
  })()`);
  assert.deepEqual(gaps, [2, 2], "pixels right of the boxes of the tasks");
  assert.deepEqual(sides, ["right"]);
  assert.deepEqual(columns, [true, true, true], "the first column is the right one");
});

test("the_button_that_copies_stays_in_view_over_a_long_listing", async () => {
  const page = await openPanel({ scene: "listing", width: 320 });
  await page.until(`document.querySelector(".code .copy") !== null`);
  const below = await page.evaluate(`(() => {
    const scroller = document.querySelector(".scroller");
    const pre = document.querySelector(".code pre");
    scroller.scrollTop = pre.offsetTop + pre.offsetHeight / 2;
    return document.querySelector(".code .copy").getBoundingClientRect().top - scroller.getBoundingClientRect().top;
  })()`);
  assert.ok(below >= 0 && below < 20, `${below} px below the top`);
});
