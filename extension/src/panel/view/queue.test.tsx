// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from "vitest";
import { strings } from "../../ui/strings";
import { FakeDaemon } from "../testing/daemon";
import { doing, one, press, soon } from "../testing/draw";
import { run } from "../testing/make";
import { composer, drawPanel, stubBrowser, type } from "../testing/panel";

beforeEach(stubBrowser);

const png = () => new File(["png"], "a.png", { type: "image/png" });
const zip = () => new File(["PK"], "a.zip", { type: "application/zip" });

// From where a key may come.
const places = ["#composer", "#queued-end", "#attach", ".scroller", "#chats-button"];

/** A panel in which a message was sent before its file was stored. */
async function waiting(file: File, daemon = new FakeDaemon()) {
  const panel = await drawPanel({ daemon });
  await type(panel.root, "look at it");
  const added = { done: Promise.resolve() };
  await doing(() => void (added.done = panel.files.add([file], "Pasted")));
  await doing(() => void press(composer(panel.root), "Enter"));
  expect(panel.send).not.toHaveBeenCalled();
  return { ...panel, stored: () => doing(() => void added.done) };
}

describe("a message whose files are on their way", () => {
  it("says_what_it_waits_for_and_is_sent_once_when_they_are_stored", async () => {
    const { root, send, stored } = await waiting(png());
    expect(one(root, "#queued [role=status]").textContent).toBe(strings.composer.waits("a.png"));
    expect(composer(root)).toMatchObject({ value: "look at it", readOnly: true });
    expect(one(root, "#send").title).toBe(`${strings.composer.send}: ${strings.composer.off.waits}`);
    await doing(() => void press(composer(root), "Enter"));
    await stored();
    await soon(() => expect(send.mock.calls).toEqual([["look at it", [expect.objectContaining({ name: "a.png" })], undefined]]));
    expect(composer(root)).toMatchObject({ value: "", readOnly: false });
    expect(root.querySelector("#queued")).toBeNull();
  });

  it.each([
    ["the_button", (root: HTMLElement) => one(root, "#queued-end").click()],
    ...places.map((place): [string, (root: HTMLElement) => void] => [`escape_in_${place}`, (root) => void press(one(root, place), "Escape")]),
    ["escape_nowhere", () => void press(document.body, "Escape")],
  ])("is_not_sent_where_%s_takes_it_back", async (_name, end) => {
    const { root, send, files, stored } = await waiting(png());
    await doing(() => end(root));
    await stored();
    await soon(() => expect(files.ready()).toHaveLength(1));
    expect(send).not.toHaveBeenCalled();
    expect(composer(root)).toMatchObject({ value: "look at it", readOnly: false });
  });

  it("is_not_sent_without_one_that_fails_and_says_which", async () => {
    const { root, send, stored } = await waiting(zip());
    await stored();
    await soon(() => expect(one(root, "#not-sent").textContent).toBe(strings.composer.notSentFor("a.zip")));
    expect(send).not.toHaveBeenCalled();
    expect(composer(root)).toMatchObject({ value: "look at it", readOnly: false });
    await doing(() => one(root, "[data-file] .icon-button").click());
    expect(root.querySelector("#not-sent")).toBeNull();
  });

  it("is_not_sent_without_one_that_came_while_it_waited_and_failed", async () => {
    const { root, send, files, stored } = await waiting(png());
    await doing(() => void files.add([zip()], "Pasted"));
    await stored();
    await soon(() => expect(one(root, "#not-sent").textContent).toBe(strings.composer.notSentFor("a.zip")));
    expect(send).not.toHaveBeenCalled();
    expect(composer(root)).toMatchObject({ value: "look at it", readOnly: false });
  });

  it("goes_with_one_that_came_while_it_waited", async () => {
    const { send, files, stored } = await waiting(png());
    await doing(() => void files.add([new File(["png"], "b.png", { type: "image/png" })], "Pasted"));
    await stored();
    await soon(() => expect(send.mock.calls).toEqual([["look at it", [expect.objectContaining({ name: "a.png" }), expect.objectContaining({ name: "b.png" })], undefined]]));
  });

  it("is_no_longer_said_not_to_be_sent_once_the_person_has_sent_it", async () => {
    const { root, send, stored } = await waiting(zip());
    await stored();
    await soon(() => expect(root.querySelector("#not-sent")).not.toBeNull());
    await doing(() => void press(composer(root), "Enter"));
    expect(send.mock.calls).toEqual([["look at it", [], undefined]]);
    expect(root.querySelector("#not-sent")).toBeNull();
  });

  it("is_another_one_without_a_file_that_is_taken_away", async () => {
    const { root, send, files } = await waiting(png());
    await doing(() => one(root, "[data-file] .icon-button").click());
    expect(files.state.value.items).toEqual([]);
    expect(send).not.toHaveBeenCalled();
    expect(composer(root)).toMatchObject({ value: "look at it", readOnly: false });
  });

  it("waits_for_a_file_whose_link_was_lost", async () => {
    const daemon = new FakeDaemon();
    daemon.failNext.set("blob.write", "closed");
    const { root, send, files, stored } = await waiting(png(), daemon);
    await stored();
    await soon(() => expect(files.state.value.items[0]?.trouble?.kind).toBe("noLink"));
    expect(root.querySelector("#not-sent")).toBeNull();
    expect(one(root, "#queued [role=status]").textContent).toBe(strings.composer.waits("a.png"));
    await doing(() => void files.look());
    await soon(() => expect(send).toHaveBeenCalledTimes(1));
  });

  it("waits_for_a_run_that_was_begun_in_another_window_and_says_so", async () => {
    const { root, send, files, dispatch, stored } = await waiting(png());
    await dispatch({ type: "watch", run: run() });
    expect(one(root, "#queued [role=status]").textContent).toBe(strings.composer.waits("a.png"));
    await stored();
    await soon(() => expect(files.ready()).toHaveLength(1));
    expect(one(root, "#queued [role=status]").textContent).toBe(strings.composer.waitsForRun);
    expect(composer(root)).toMatchObject({ value: "look at it", readOnly: true });
    await dispatch({ type: "watch", run: run({ state: "interrupted" }) });
    expect(send).not.toHaveBeenCalled();
    await dispatch({ type: "watch", run: run({ state: "done" }) });
    await soon(() => expect(send).toHaveBeenCalledTimes(1));
    expect(root.querySelector("#queued")).toBeNull();
  });

  it.each(places)("is_taken_back_by_escape_in_%s_before_the_run_that_it_waits_for_is_stopped", async (place) => {
    const { root, stop, send, dispatch, stored } = await waiting(png());
    await dispatch({ type: "watch", run: run() });
    await stored();
    expect(one(root, ".hint").textContent).toBe(strings.composer.hintWaits);
    expect(one(root, "#stop").title).not.toContain(strings.composer.hintBusy);
    await doing(() => void press(one(root, place), "Escape"));
    expect(root.querySelector("#queued")).toBeNull();
    expect(document.activeElement).toBe(composer(root));
    expect(stop).not.toHaveBeenCalled();
    expect(one(root, ".hint").textContent).toBe(strings.composer.hintBusy);
    // One that is held down is the same press.
    await doing(() => void press(composer(root), "Escape", { repeat: true }));
    expect(stop).not.toHaveBeenCalled();
    await doing(() => void press(composer(root), "Escape"));
    expect(stop).toHaveBeenCalledOnce();
    expect(send).not.toHaveBeenCalled();
  });

  it("waits_on_where_escape_closes_what_is_open", async () => {
    const { root, stop, dispatch } = await waiting(png());
    await dispatch({ type: "watch", run: run() });
    await doing(() => one(root, "#chats-button").click());
    for (const from of [one(root, "#chats-search"), document.body]) await doing(() => void press(from, "Escape"));
    expect(root.querySelector("#queued")).not.toBeNull();
    expect(stop).not.toHaveBeenCalled();
  });

  it("waits_for_a_file_whose_link_was_lost_before_it_was_sent", async () => {
    const daemon = new FakeDaemon();
    daemon.failNext.set("blob.write", "closed");
    const { root, send, files } = await drawPanel({ daemon });
    await type(root, "look at it");
    await doing(() => void files.add([png()], "Pasted"));
    await soon(() => expect(files.state.value.items[0]?.trouble?.kind).toBe("noLink"));
    await doing(() => void press(composer(root), "Enter"));
    expect(send).not.toHaveBeenCalled();
    expect(one(root, "#queued [role=status]").textContent).toBe(strings.composer.waits("a.png"));
    await doing(() => void files.look());
    await soon(() => expect(send.mock.calls).toEqual([["look at it", [expect.objectContaining({ name: "a.png" })], undefined]]));
  });

  it("is_not_sent_without_one_whose_link_was_lost_and_that_then_fails", async () => {
    const daemon = new FakeDaemon();
    daemon.failNext.set("blob.write", "closed");
    const { root, send, files } = await drawPanel({ daemon });
    await type(root, "look at it");
    await doing(() => void files.add([png()], "Pasted"));
    await soon(() => expect(files.state.value.items[0]?.trouble?.kind).toBe("noLink"));
    await doing(() => void press(composer(root), "Enter"));
    daemon.failNext.set("blob.write", "internal");
    await doing(() => void files.look());
    await soon(() => expect(one(root, "#not-sent").textContent).toBe(strings.composer.notSentFor("a.png")));
    expect(send).not.toHaveBeenCalled();
  });

  it("still_says_which_file_did_not_fit_in_when_it_was_sent", async () => {
    const { root, send, files, stored } = await waiting(png());
    const ten = Array.from({ length: 10 }, (_, i) => new File(["x"], `t${i}.txt`, { type: "text/plain" }));
    await doing(() => void files.add(ten, "Pasted"));
    await stored();
    await soon(() => expect(send).toHaveBeenCalledTimes(1));
    expect(root.querySelector("[data-file]")).toBeNull();
    expect(one(root, ".strip [role=alert]").textContent).toBe(strings.files.tooMany(10, "t9.txt"));
    await type(root, "and then");
    await doing(() => void press(composer(root), "Enter"));
    expect(root.querySelector(".strip")).toBeNull();
  });

  it("goes_on_without_a_run_that_was_interrupted_before", async () => {
    const { root, send, files, dispatch } = await drawPanel({ daemon: new FakeDaemon() });
    await dispatch({ type: "watch", run: run({ state: "interrupted" }) });
    await type(root, "look at it");
    await doing(() => void files.add([png()], "Pasted"));
    await doing(() => void press(composer(root), "Enter"));
    await soon(() => expect(send).toHaveBeenCalledTimes(1));
  });

  it.each(["#send", "#queued-end"])("leaves_the_focus_to_the_composer_when_%s_is_pressed", async (button) => {
    const daemon = new FakeDaemon();
    const { root, files } = button === "#send" ? await drawPanel({ daemon }) : await waiting(png(), daemon);
    if (button === "#send") await doing(() => void files.add([png()], "Pasted"));
    await doing(() => {
      one(root, button).focus();
      one(root, button).click();
    });
    expect(document.activeElement).toBe(composer(root));
  });

  it("stays_with_its_chat_when_that_is_left", async () => {
    const { root, send, dispatch, stored } = await waiting(png());
    await dispatch({ type: "leave", loading: "none", chat: "c2" });
    await stored();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(send).not.toHaveBeenCalled();
    expect(composer(root).readOnly).toBe(false);
  });

  it("waits_for_the_link_too", async () => {
    const { root, send, files, dispatch, store, stored } = await waiting(png());
    const { link } = store.model;
    await dispatch({ type: "link", link: { state: "connecting" } });
    await stored();
    await soon(() => expect(files.ready()).toHaveLength(1));
    expect(send).not.toHaveBeenCalled();
    expect(one(root, "#send").title).toContain(strings.composer.off.noLink);
    await dispatch({ type: "link", link });
    await soon(() => expect(send).toHaveBeenCalledTimes(1));
  });
});

it.each([
  ["a few words", 1, "auto"],
  ["some words ", 1_000, "ltr"],
  ["1. אחת ", 1_000, "rtl"],
])("a_long_text_has_the_direction_of_its_first_letter: %j %i times %s", async (words, times, side) => {
  const text = words.repeat(times);
  const { root } = await drawPanel();
  expect((await type(root, text)).dir).toBe(side);
  expect((await type(root, "short")).dir).toBe("auto");
});

it("send_says_why_it_is_off", async () => {
  const { root } = await drawPanel();
  const { send, off } = strings.composer;
  expect(one(root, "#send").title).toBe(`${send}: ${off.empty}`);
  await type(root, "x".repeat(200_001));
  expect(one(root, "#send").title).toBe(`${send}: ${off.tooLong}`);
  await type(root, "x");
  expect(one(root, "#send").title).toBe(send);
});
