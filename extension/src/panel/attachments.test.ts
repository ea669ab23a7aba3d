// @vitest-environment jsdom
import { describe, expect, it, vi } from "vitest";
import { Attachments, longestFile, mostFiles, underWay } from "./attachments";
import { FakeDaemon } from "./testing/daemon";
import { callerOf, noLink } from "./testing/panel";
import { soon } from "./testing/draw";

function rig(client = callerOf(new FakeDaemon())) {
  return new Attachments(client);
}

function file(name: string, bytes: number | string = "x", type = "text/plain"): File {
  const made = new File([typeof bytes === "string" ? bytes : ""], name, { type });
  if (typeof bytes === "number") Object.defineProperty(made, "size", { value: bytes });
  return made;
}

const states = (files: Attachments) => files.state.value.items.map((f) => f.trouble?.kind ?? f.state);

describe("attachments", () => {
  it("are_stored_before_they_are_sent_as_what_they_are", async () => {
    const daemon = new FakeDaemon();
    const files = rig(callerOf(daemon));
    const added = files.add([file("notes.txt", "grün"), file("a.png", "png", "image/png")], "Pasted");
    expect(underWay(files.state.value)).toBe(true);
    await added;
    expect(underWay(files.state.value)).toBe(false);
    expect(daemon.blobs.size).toBe(2);
    const blocks = files.take();
    expect(blocks).toMatchObject([{ type: "file", name: "notes.txt", size: 5 }, { type: "image", name: "a.png" }]);
    expect(files.state.value.items).toEqual([]);
  });

  it("say_how_far_they_are", async () => {
    const files = rig();
    const seen: number[] = [];
    files.state.subscribe(({ items }) => void seen.push(items[0]?.progress ?? 0));
    await files.add([file("long.txt", "x".repeat(1_500_000))], "Pasted");
    expect(seen.filter((share) => share > 0.25 && share < 1).length).toBeGreaterThan(3);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen.at(-1)).toBe(1);
  });

  it("keep_to_their_limits_before_anything_is_read", async () => {
    const daemon = new FakeDaemon();
    const files = rig(callerOf(daemon));
    await files.add([file("huge.png", longestFile + 1), file("nothing.txt", "")], "Pasted");
    expect(states(files)).toEqual(["tooLarge", "empty"]);
    expect(daemon.count("blob.write")).toBe(0);
    expect(files.take()).toEqual([]);
  });

  it("are_ten_at_most", async () => {
    const files = rig();
    await files.add(Array.from({ length: mostFiles + 2 }, (_, i) => file(`${i}.txt`)), "Pasted");
    expect(files.state.value.items).toHaveLength(mostFiles);
    expect(files.state.value.tooMany).toEqual(["10.txt", "11.txt"]);
    files.remove(files.state.value.items[0]?.key ?? 0);
    expect(files.state.value.tooMany).toEqual([]);
  });

  it.each([
    ["an_unknown_kind", "unsupported", file("a.zip", "PK", "application/zip"), undefined],
    ["what_the_program_finds_too_large", "tooLarge", file("a.txt"), "too_large"],
    ["a_program_that_is_too_old", "notServed", file("a.txt"), "method_not_found"],
    ["another_refusal", "refused", file("a.txt"), "internal"],
  ] as const)("say_why_not_for_%s", async (_name, kind, given, reason) => {
    const daemon = new FakeDaemon();
    if (reason !== undefined) daemon.failNext.set("blob.write", reason);
    const files = rig(callerOf(daemon));
    await files.add([given], "Pasted");
    expect(states(files)).toEqual([kind]);
    expect(files.take()).toEqual([]);
  });

  it("that_failed_give_way_to_one_of_their_name", async () => {
    const files = rig();
    await files.add([file("a.txt", longestFile + 1), file("b.zip", "PK", "application/zip")], "Pasted");
    await files.add([file("a.txt")], "Pasted");
    expect(states(files)).toEqual(["unsupported", "ready"]);
  });

  it("that_an_earlier_panel_left_are_over_when_they_are_attached_again_or_the_message_is_sent", async () => {
    const unstored = { recall: (_: string, take: (names: readonly string[]) => boolean) => Promise.resolve(void take(["a.txt", "b.txt"])), keep: vi.fn() };
    const files = new Attachments(callerOf(new FakeDaemon()), unstored);
    await files.recall("c1", () => true);
    await files.add([file("a.txt")], "Pasted");
    expect(states(files)).toEqual(["left", "ready"]);
    files.take();
    expect(states(files)).toEqual([]);
  });

  it("say_when_the_link_was_lost", async () => {
    const files = rig(noLink);
    await files.add([file("a.txt")], "Pasted");
    expect(states(files)).toEqual(["noLink"]);
  });

  it("that_were_refused_give_way_to_what_is_attached_again_and_not_to_another_picture_of_the_clipboard", async () => {
    const files = rig();
    await files.add([file("image.png", longestFile + 1, "image/png"), file("notes.txt", "")], "Pasted");
    await files.add([file("image.png", "png", "image/png"), file("notes.txt", "words")], "Pasted");
    expect(files.state.value.items.map((f) => [f.name, f.trouble?.kind ?? f.state])).toEqual([
      ["Pasted", "tooLarge"], ["Pasted", "ready"], ["notes.txt", "ready"],
    ]);
  });

  it("that_the_program_has_forgotten_are_stored_again_where_they_are_at_hand", async () => {
    const daemon = new FakeDaemon();
    const files = rig(callerOf(daemon));
    files.put([{ type: "file", blob: "of-an-earlier-panel", name: "b.txt", size: 3 }]);
    await files.add([file("a.txt")], "Pasted");
    daemon.blobs.clear();
    await files.look();
    expect(states(files)).toEqual(["gone", "ready"]);
    expect(files.take().map((b) => b.blob)).toEqual([...daemon.blobs.keys()]);
    expect(daemon.blobs.size).toBe(1);
  });

  it("that_are_stored_still_are_left_as_they_are", async () => {
    const daemon = new FakeDaemon();
    const files = rig(callerOf(daemon));
    await files.add([file("a.txt"), file("a.zip", "PK", "application/zip")], "Pasted");
    daemon.failNext.set("blob.read", "internal");
    await files.look();
    expect(states(files)).toEqual(["ready", "unsupported"]);
    expect(daemon.count("blob.write")).toBe(2);
  });

  it("that_a_lost_link_kept_from_being_stored_are_stored_when_it_is_back", async () => {
    const daemon = new FakeDaemon();
    const there = callerOf(daemon);
    let link = noLink;
    const files = rig({ call: (...of) => link.call(...of) });
    await files.add([file("a.txt")], "Pasted");
    link = there;
    await files.look();
    expect(states(files)).toEqual(["ready"]);
  });

  it("that_wait_for_the_link_take_their_place_of_the_ten", async () => {
    const files = rig(noLink);
    const names = Array.from({ length: 12 }, (_, i) => `${i}.txt`);
    await files.add(names.slice(0, 8).map((n) => file(n)), "Pasted");
    await files.add(names.slice(8).map((n) => file(n)), "Pasted");
    expect(files.state.value.items).toHaveLength(10);
    expect(files.state.value.tooMany).toEqual(["10.txt", "11.txt"]);
  });

  it("that_are_removed_on_their_way_are_cancelled_and_stay_away", async () => {
    const call = vi.fn((_route: string, _params: object, options?: { signal?: AbortSignal }) =>
      new Promise<never>((_, reject) => options?.signal?.addEventListener("abort", () => reject(new Error("cancelled")))),
    );
    const files = new Attachments({ call });
    const added = files.add([file("a.txt")], "Pasted");
    await soon(() => expect(call).toHaveBeenCalledOnce());
    files.remove(files.state.value.items[0]?.key ?? 0);
    await added;
    expect(files.state.value.items).toEqual([]);
  });

  it("stay_with_the_chat_that_is_left_and_are_stored_meanwhile", async () => {
    const daemon = new FakeDaemon();
    const files = rig(callerOf(daemon));
    const added = files.add([file("a.txt"), file("b.txt")], "Pasted");
    files.go("c1", "c2");
    expect(states(files)).toEqual([]);
    await files.add([file("c.txt")], "Pasted");
    files.take();
    await added;
    files.go("c2", "c1");
    expect(states(files)).toEqual(["ready", "ready"]);
    expect(daemon.blobs.size).toBe(3);
    // What is stored is kept with the words of the chat, and comes back with them.
    files.go("c1", "c2");
    files.go("c2", "c1");
    expect(states(files)).toEqual([]);
  });

  it("of_a_message_that_was_not_sent_come_back", () => {
    const files = rig();
    files.put([{ type: "image", blob: "b1", name: "a.png", size: 3 }]);
    expect(states(files)).toEqual(["ready"]);
    expect(files.take()).toEqual([{ type: "image", blob: "b1", name: "a.png", size: 3 }]);
  });

  it("from_the_clipboard_get_a_name_that_says_something", async () => {
    const files = rig();
    await files.add([file("image.png", "png", "image/png")], "Pasted image");
    expect(files.state.value.items[0]?.name).toBe("Pasted image");
  });
});
