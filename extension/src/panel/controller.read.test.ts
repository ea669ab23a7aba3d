import { describe, expect, it } from "vitest";
import { FakeDaemon } from "./testing/daemon";
import { conversation, run, user } from "./testing/make";
import { opened, rig, until } from "./testing/rig";

describe("what could not be read", () => {
  it("is_no_longer_said_when_the_link_is_back", async () => {
    const { daemon, store, controller } = await opened(rig());
    await controller.open("gone");
    expect(store.model.problem?.kind).toBe("not_found");
    daemon.drop();
    await until(() => store.model.link.state !== "open");
    await until(() => store.model.link.state === "open");
    expect(store.model.problem).toBeNull();
  });

  it("is_no_longer_said_when_it_is_read", async () => {
    const daemon = new FakeDaemon();
    daemon.store(conversation(), [user("u1", "go")]);
    const { store, controller } = await opened(rig(daemon));
    await controller.open("c1");
    daemon.failNext.set("conversation.messages", "not_found");
    await controller.refresh();
    expect(store.model.problem?.kind).toBe("not_found");
    await controller.refresh();
    expect(store.model.problem).toBeNull();
  });

  it("again_has_the_title_that_another_window_gave_it", async () => {
    const daemon = new FakeDaemon();
    daemon.store(conversation(), [user("u1", "go")]);
    const { store, controller } = await opened(rig(daemon));
    await controller.open("c1");
    const { messages } = store.model;
    daemon.store(conversation("c1", "Renamed"), [user("u1", "go")]);
    await controller.refresh();
    expect(store.model.conversation?.title).toBe("Renamed");
    // Nothing else is drawn anew.
    expect(store.model.messages).toBe(messages);
  });

  it("leaves_alone_what_was_said_of_an_action", async () => {
    const daemon = new FakeDaemon();
    daemon.store(conversation(), [user("u1", "go")]);
    daemon.begin(run({ state: "interrupted" }), [user("u1", "go")]);
    const { store, controller } = await opened(rig(daemon));
    await controller.open("c1");
    daemon.failNext.set("run.resume", "internal");
    await controller.resume();
    await controller.refresh();
    expect(store.model.problem?.kind).toBe("other");
  });

  it("because_the_link_was_away_is_read_when_it_is_back", async () => {
    const daemon = new FakeDaemon();
    daemon.store(conversation(), [user("u1", "go")]);
    const { store, controller } = await opened(rig(daemon));
    daemon.drop();
    await until(() => store.model.link.state !== "open");
    await controller.open("c1");
    await until(() => store.model.conversation?.id === "c1");
    expect(store.model.loading).toBe("none");
  });
});
