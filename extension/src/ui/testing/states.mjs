// The states of the extension's pages that are looked at, by eye (panel/testing/look.mjs) and by axe-core.

const quoted = (selector) => JSON.stringify(selector);

/** Waits until there is an element, then does something with it (`it`). All of it is an expression for the page. */
const at = (selector, act) => `new Promise((done) => {
  const look = () => {
    const it = document.querySelector(${quoted(selector)});
    if (it === null) requestAnimationFrame(look);
    else { ${act}; done(); }
  };
  look();
})`;
const press = (selector) => at(selector, "it.click()");
const key = (selector, name) => at(selector, `it.dispatchEvent(new KeyboardEvent("keydown", { key: ${quoted(name)}, bubbles: true }))`);
const type = (selector, text) => at(selector, `it.focus(); document.execCommand("insertText", false, ${quoted(text)})`);
const inOrder = (...steps) => steps.map((step) => `await ${step};`).join("\n").replace(/^/, "(async () => {\n").concat("\n})()");

const attach = at("#composer", `
  const given = new DataTransfer();
  const canvas = Object.assign(document.createElement("canvas"), { width: 80, height: 60 });
  const pen = canvas.getContext("2d");
  pen.fillStyle = "#8f4f0e";
  pen.fillRect(10, 10, 60, 40);
  const png = Uint8Array.from(atob(canvas.toDataURL().split(",")[1]), (c) => c.charCodeAt(0));
  given.items.add(new File([png], "sketch of the page.png", { type: "image/png" }));
  given.items.add(new File(["%PDF-1.7"], "requirements.pdf", { type: "application/pdf" }));
  given.items.add(new File(["PK"], "everything.zip", { type: "application/zip" }));
  it.dispatchEvent(new ClipboardEvent("paste", { clipboardData: given, bubbles: true, cancelable: true }))`);

/** Scenes without a link, one for each cause. */
const troubles = [
  "missing", "forbidden", "broken", "exited", "garbled", "no_daemon", "store_locked", "store_newer", "store_damaged", "version_mismatch", "not_allowed",
];

/** By name: the page, the scene, what is done in it, and what is there when it is done. */
export const states = {
  empty: ["panel", "empty", "", "#model"],
  first: ["panel", "first", "", "#step-model"],
  closed: ["panel", "closed", "", ".empty[data-readable=false]"],
  missing: ["panel", "missing", "", "#link-problem"],
  finished: ["panel", "finished", "", ".run-end"],
  running: ["panel", "running", "", ".working"],
  failed: ["panel", "failed", "", ".failure"],
  interrupted: ["panel", "interrupted", "", "#resume"],
  chats: ["panel", "chats", press("#chats-button"), "[data-conversation]"],
  undo: ["panel", "chats", inOrder(press("#chats-button"), key("[data-conversation=c1]", "Delete")), "#undo"],
  undos: ["panel", "chats", inOrder(press("#chats-button"), ...["c1", "c2", "c3", "c4"].map((c) => key(`[data-conversation=${c}]`, "Delete"))), "#more-undos"],
  rename: ["panel", "chats", inOrder(press("#chats-button"), key("[data-conversation=c1]", "F2")), ".chat-rename"],
  pictures: ["panel", "pictures", "", "[data-blob=b1] img"],
  thoughts: ["panel", "pictures", press(".thoughts summary"), ".thoughts[open]"],
  enlarged: ["panel", "pictures", press("[data-blob=b1] button"), "#picture img"],
  lost: ["panel", "lost", "", ".picture-failed button"],
  attached: ["panel", "empty", attach, "[data-file='everything.zip'][data-state=failed]"],
  unseen: [
    "panel",
    "empty",
    inOrder(at("#model", `it.value = "lab:qwen3-coder-480b-a35b-instruct-2507"; it.dispatchEvent(new Event("change", { bubbles: true }))`), attach),
    "#not-seen",
  ],
  details: ["panel", "running", inOrder(at("[data-call=k2]", "it.open = true"), at("[data-call=k3]", "it.open = true")), "[data-call=k3][open]"],
  writing: ["panel", "running", type("#composer", "And then tell me the confirmation number.\nIn one line, please."), "#stop"],
  hebrew: ["panel", "hebrew", "", ".run-end"],
  arabic: ["panel", "arabic", "", ".run-end"],
  table: ["panel", "table", "", ".run-end"],
  listing: ["panel", "listing", at(".code pre", `document.querySelector(".scroller").scrollTop = it.offsetTop + it.offsetHeight / 2`), ".latest"],
  quotes: ["panel", "quotes", "", ".run-end"],
  deep: ["panel", "deep", "", ".run-end"],
  titles: ["panel", "titles", press("#chats-button"), "[data-conversation]"],
  "titles-undo": ["panel", "titles", inOrder(press("#chats-button"), key("[data-conversation=c1]", "Delete")), "#undo"],
  popup: ["popup", "live", "", ".stop-run"],
  ...Object.fromEntries(troubles.map((scene) => [`popup-${scene}`, ["popup", scene, "", "#link-problem"]])),
  "popup-damaged": ["popup", "damaged", "", "[data-damaged]"],
  damaged: ["panel", "damaged", "", "[data-damaged]"],
  "options-restored": ["options", "restored", "", "#form-restored"],
  "popup-checks": ["popup", "live", press("#run-checks:enabled"), "#checks"],
  "popup-well": ["popup", "well", press("#run-checks:enabled"), "#checks"],
  "popup-old": ["popup", "old", press("#run-checks:enabled"), "[data-kind=not_served]"],
  options: ["options", "models", at("[data-act=test]", `for (const way of document.querySelectorAll("[data-act=test]")) way.click()`), ".outcome-good"],
  "options-first": ["options", "bare", "", "[data-model=offline]"],
  "options-missing": ["options", "missing", "", "#link-problem"],
  "options-form": ["options", "models", inOrder(press("#add-model:enabled"), press("#form-list")), ".name-choice"],
  "options-own": [
    "options",
    "models",
    inOrder(press("[data-model^=lab] [data-act=edit]"), at("#form-name", `it.value = ""; it.dispatchEvent(new Event("input", { bubbles: true }))`), press("#form-save")),
    ".wrong",
  ],
  "options-delete": ["options", "models", press("[data-model^=lab] [data-act=delete]"), ".ask"],
  "options-checks": ["options", "models", inOrder(press("#run-checks:enabled"), at("#checks", `it.scrollIntoView()`)), "#checks"],
};

/** Brings a page into its state, and lets it be drawn. */
export async function reach(page, script, shown) {
  await page.evaluate(script === "" ? "null" : script);
  await page.until(`document.querySelector(${quoted(shown)}) !== null`);
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))).then(() => null)");
}
