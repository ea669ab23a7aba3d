// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from "vitest";
import { strings } from "../../ui/strings";
import { Drafts } from "../drafts";
import { FakeDaemon } from "../testing/daemon";
import { doing, one, press, soon } from "../testing/draw";
import { agent, call, conversation, user } from "../testing/make";
import { drawPanel, openLink, stubBrowser } from "../testing/panel";
import { someModels } from "../testing/shelf";

beforeEach(stubBrowser);

const png = () => new File(["png"], "a.png", { type: "image/png" });

function bringing(name: string, files: File[], types: string[] = ["Files"]): Event {
  const event = new Event(name, { bubbles: true, cancelable: true });
  const data = { files, types };
  Object.defineProperty(event, name === "paste" ? "clipboardData" : "dataTransfer", { value: data });
  return event;
}

async function settled(root: HTMLElement, state: string): Promise<void> {
  await soon(() => expect(one(root, "[data-file]").dataset["state"]).toBe(state));
}

describe("a file", () => {
  it("gives_the_focus_to_the_next_one_or_to_the_composer_when_it_is_removed", async () => {
    const { root, files } = await drawPanel({ daemon: new FakeDaemon() });
    await doing(() => void files.add([png(), new File(["b"], "b.txt", { type: "text/plain" })], "Pasted"));
    await soon(() => expect(files.ready()).toHaveLength(2));
    const remove = (name: string) => one(root, `[data-file="${name}"] .icon-button`);
    const press = (name: string) => doing(() => {
      remove(name).focus();
      remove(name).click();
    });
    await press("a.png");
    expect(document.activeElement).toBe(remove("b.txt"));
    await press("b.txt");
    expect(document.activeElement).toBe(one(root, "#composer"));
  });

  it("that_is_pasted_goes_with_the_message", async () => {
    const { root, send } = await drawPanel({ daemon: new FakeDaemon() });
    const paste = bringing("paste", [png()]);
    await doing(() => void one(root, "#composer").dispatchEvent(paste));
    expect(paste.defaultPrevented).toBe(true);
    await settled(root, "ready");
    await doing(() => void press(one(root, "#composer"), "Enter"));
    expect(send.mock.calls).toEqual([["", [expect.objectContaining({ type: "image", name: "a.png" })], undefined]]);
    expect(root.querySelector("[data-file]")).toBeNull();
  });

  it.each([
    [{ characters: 100_000, ofCharacters: 250_000 }, ["The model reads the first 100,000 of 250,000 characters."]],
    [{ characters: 8, ofCharacters: 8, pages: 200, ofPages: 431 }, ["Of its 431 pages the first 200 are read."]],
    [{ characters: 1, ofCharacters: 2, pages: 3, ofPages: 4 }, ["Of its 4 pages the first 3 are read.", "The model reads the first 1 of 2 characters."]],
    [undefined, []],
  ] as const)("says_how_much_of_it_a_model_reads_%o", async (excerpt, said) => {
    const block = { type: "file", blob: "b1", name: "long.pdf", mimeType: "application/pdf", size: 9, ...(excerpt === undefined ? {} : { excerpt }) } as const;
    const message = user("u1", "read it");
    message.content.push(block);
    const page = { conversation: conversation(), messages: [message], live: [] };
    // Kept with what is not sent, too: whoever opens the panel again sees it.
    localStorage.setItem("margay.draft.x", JSON.stringify({ text: "", files: [block], at: 1 }));
    const draft = new Drafts({ kept: localStorage, hold: () => Promise.resolve(() => Promise.resolve()), now: () => 2, id: "own" });
    const { root } = await drawPanel({ draft, actions: [openLink, { type: "page", older: false, page }] });
    await settled(root, "ready");
    for (const place of [".strip-item", ".file-chip"]) {
      expect([...root.querySelectorAll(`${place} .file-excerpt`)].map((e) => e.textContent)).toEqual(said);
    }
  });

  it("that_is_a_picture_of_pasted_text_is_left_to_the_text", async () => {
    const { root } = await drawPanel({ daemon: new FakeDaemon() });
    const paste = bringing("paste", [png()], ["text/plain", "text/html", "Files"]);
    await doing(() => void one(root, "#composer").dispatchEvent(paste));
    expect(paste.defaultPrevented).toBe(false);
    expect(root.querySelector("[data-file]")).toBeNull();
  });

  it("that_is_dropped_anywhere_is_attached_and_not_opened", async () => {
    const { root } = await drawPanel({ daemon: new FakeDaemon() });
    const over = bringing("dragover", []);
    await doing(() => void one(root, ".transcript").dispatchEvent(over));
    expect(over.defaultPrevented).toBe(true);
    expect(one(root, ".drop-here").textContent).toBe(strings.files.drop);
    const drop = bringing("drop", [png()]);
    await doing(() => void one(root, ".transcript").dispatchEvent(drop));
    expect(drop.defaultPrevented).toBe(true);
    expect(root.querySelector(".drop-here")).toBeNull();
    await settled(root, "ready");
  });

  it("is_not_meant_by_dragged_text", async () => {
    const { root } = await drawPanel();
    const over = bringing("dragover", [], ["text/plain"]);
    await doing(() => void one(root, ".transcript").dispatchEvent(over));
    expect(over.defaultPrevented).toBe(false);
  });

  it("that_is_not_taken_says_why_and_is_left_out", async () => {
    const { root, send } = await drawPanel({ daemon: new FakeDaemon() });
    const zip = new File(["PK"], "a.zip", { type: "application/zip" });
    await doing(() => void one(root, "#composer").dispatchEvent(bringing("paste", [zip])));
    await settled(root, "failed");
    // The program has looked into the file and says what is wrong with it.
    expect(one(root, "[data-file] [role=alert]").textContent).toBe("Archives cannot be attached.");
    await doing(() => void press(one(root, "#composer"), "Enter"));
    expect(send).not.toHaveBeenCalled();
    await doing(() => one(root, "[data-file] .icon-button").click());
    expect(root.querySelector("[data-file]")).toBeNull();
  });

  it("that_is_not_taken_stays_with_its_reason_when_the_message_goes", async () => {
    const { root, send, files } = await drawPanel({ daemon: new FakeDaemon() });
    const zip = new File(["PK"], "a.zip", { type: "application/zip" });
    await doing(() => void one(root, "#composer").dispatchEvent(bringing("paste", [zip, png()])));
    await soon(() => expect(files.state.value.items.map((f) => f.state)).toEqual(["failed", "ready"]));
    await doing(() => void press(one(root, "#composer"), "Enter"));
    expect(send.mock.calls).toEqual([["", [expect.objectContaining({ name: "a.png" })], undefined]]);
    expect(one(root, "[data-file] [role=alert]").textContent).toBe("Archives cannot be attached.");
  });

  it("over_ten_is_named_and_one_that_was_not_taken_takes_no_place", async () => {
    const { root, files } = await drawPanel({ daemon: new FakeDaemon() });
    const bad = new File([""], "empty.txt");
    const many = Array.from({ length: 12 }, (_, i) => new File(["x"], `f${i + 1}.txt`, { type: "text/plain" }));
    await doing(() => void files.add([bad, ...many], "Pasted"));
    await soon(() => expect(files.state.value.items.filter((f) => f.state === "ready")).toHaveLength(10));
    expect(one(root, ".strip-trouble").textContent).toBe(strings.files.tooMany(10, "f11.txt, f12.txt"));
  });
});

describe("an image that the model would not see", () => {
  it("is_said_to_be_of_no_use_until_a_model_is_picked_that_sees", async () => {
    const daemon = new FakeDaemon();
    daemon.models = { ...someModels(), default: "offline" };
    const { root, models } = await drawPanel({ daemon });
    await doing(() => void models.load());
    await soon(() => expect(root.querySelector("#model")).not.toBeNull());
    await doing(() => void one(root, "#composer").dispatchEvent(bringing("paste", [png()])));
    await settled(root, "ready");
    expect(one(root, "#not-seen").textContent).toBe(strings.files.notSeen(strings.common.offlineModel));
    await doing(() => models.pick(null, "openai:gpt-5-mini"));
    expect(root.querySelector("#not-seen")).toBeNull();
  });
});

describe("an image", () => {
  const block = { type: "image", blob: "b1", mimeType: "image/png", name: "sketch.png", size: 3 } as const;

  it("of_a_message_or_a_call_is_shown_with_its_words_and_enlarges", async () => {
    const shot = call("k1", { name: "screenshot", status: "completed", attachments: [{ type: "image", blob: "b2", mimeType: "image/png" }] });
    const messages = [user("u1", "look", { content: [{ type: "text", text: "look" }, block] }), agent("a1", "", { toolCalls: [shot] })];
    const { root, readImage } = await drawPanel({ actions: [openLink, { type: "page", older: false, page: { conversation: conversation(), messages, live: [] } }] });
    await soon(() => expect(root.querySelectorAll(".picture img")).toHaveLength(2));
    expect(readImage.mock.calls).toEqual([["b1", "image/png"], ["b2", "image/png"]]);
    const alts = [...root.querySelectorAll<HTMLImageElement>(".picture img")].map((i) => i.alt);
    expect(alts).toEqual([strings.picture.named("sketch.png"), strings.picture.by("screenshot")]);
    await doing(() => one(root, "[data-blob=b1] button").click());
    expect(one(root, "#picture").getAttribute("aria-label")).toBe(strings.picture.named("sketch.png"));
    await doing(() => one(root, "#picture .icon-button").click());
    expect(root.querySelector("#picture")).toBeNull();
  });

  it("that_cannot_be_read_says_why_and_can_be_tried_again", async () => {
    const messages = [user("u1", "look", { content: [block] })];
    const { root, readImage, dispatch } = await drawPanel();
    readImage.mockRejectedValueOnce(new Error("there is no such blob"));
    await dispatch({ type: "page", older: false, page: { conversation: conversation(), messages, live: [] } });
    await soon(() => expect(one(root, ".picture").textContent).toContain("there is no such blob"));
    await doing(() => {
      one(root, ".picture button").focus();
      one(root, ".picture button").click();
    });
    await soon(() => expect(root.querySelectorAll(".picture img")).toHaveLength(1));
    expect(document.activeElement).toBe(one(root, ".picture button"));
  });
});

describe("an image that could not be read for want of a link", () => {
  it("is_read_again_when_there_is_one_and_has_the_focus_again", async () => {
    const block = { type: "image", blob: "b1", mimeType: "image/png", name: "sketch.png", size: 3 } as const;
    const messages = [user("u1", "look", { content: [block] })];
    const { root, readImage, dispatch } = await drawPanel();
    readImage.mockRejectedValueOnce(new Error("no link"));
    await dispatch({ type: "page", older: false, page: { conversation: conversation(), messages, live: [] } });
    await soon(() => expect(root.querySelector(".picture-failed")).not.toBeNull());
    await dispatch({ type: "link", link: { state: "connecting" } });
    expect(root.querySelector(".picture-failed")).not.toBeNull();
    await doing(() => one(root, ".picture button").focus());
    await dispatch(openLink);
    await soon(() => expect(root.querySelectorAll(".picture img")).toHaveLength(1));
    expect(document.activeElement).toBe(one(root, ".picture button"));
  });
});

describe("the model picker", () => {
  it("marks_the_default_and_picks_for_this_chat", async () => {
    const daemon = new FakeDaemon();
    daemon.models = someModels();
    const page = { conversation: conversation("c1"), messages: [user("u1", "go")], live: [] };
    const { root, models } = await drawPanel({ daemon, actions: [openLink, { type: "page", older: false, page }] });
    await doing(() => void models.load());
    await soon(() => expect(root.querySelector("#model")).not.toBeNull());
    const list = one(root, "#model");
    if (!(list instanceof HTMLSelectElement)) throw new Error("no list");
    expect([...list.options].map((o) => o.text)).toEqual([
      "GPT-5 mini (default)", "Offline model", "lab:qwen3-coder-480b-a35b-instruct-2507", "deepseek:deepseek-chat",
    ]);
    await doing(() => {
      list.value = "offline";
      list.dispatchEvent(new Event("change", { bubbles: true }));
    });
    expect(models.picked("c1")).toBe("offline");
    expect(models.picked("c2")).toBe("");
    expect(one(root, ".picker-name").textContent).toBe("Offline model");
  });
});

describe("thinking", () => {
  it("is_one_line_until_it_is_opened", async () => {
    const thinking = agent("a1", "Done.", { content: [{ type: "thinking", text: "## First\n\nI look at **the page**.\nThen I click." }, { type: "text", text: "Done." }] });
    const { root } = await drawPanel({ actions: [openLink, { type: "page", older: false, page: { conversation: conversation(), messages: [thinking], live: [] } }] });
    const fold = one(root, ".thoughts");
    expect(fold.hasAttribute("open")).toBe(false);
    expect(one(fold, "summary").textContent).toBe(`${strings.chat.thoughts}First`);
    expect(one(fold, ".words").textContent).toContain("Then I click.");
  });
});
