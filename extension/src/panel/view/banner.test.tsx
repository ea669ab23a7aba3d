// @vitest-environment jsdom
import { beforeEach, expect, it } from "vitest";
import { problemOf } from "../../ui/problem";
import { strings } from "../../ui/strings";
import { FaultError } from "../../wire";
import { doing, one } from "../testing/draw";
import { conversation } from "../testing/make";
import { drawPanel, openLink, stubBrowser } from "../testing/panel";

beforeEach(stubBrowser);

const page = { conversation: conversation("c1", "Order a shirt"), messages: [], live: [] };

it("a_chat_that_was_deleted_elsewhere_is_named_and_a_new_one_is_offered", async () => {
  const { root, dispatch, newChat } = await drawPanel({ actions: [openLink, { type: "page", older: false, page }] });
  await dispatch({ type: "problem", problem: problemOf(new FaultError("not_found", "there is no such conversation")), unread: true });
  expect(one(root, "#problem .card-title").textContent).toBe(strings.chats.gone("Order a shirt"));
  expect(one(root, "#problem").textContent).toContain(strings.chats.goneNext);
  await doing(() => one(root, "#gone-new").click());
  expect(newChat).toHaveBeenCalledOnce();
});

it("what_else_is_not_there_is_no_chat_that_is_gone", async () => {
  const { root, dispatch } = await drawPanel({ actions: [openLink, { type: "page", older: false, page }] });
  await dispatch({ type: "problem", problem: problemOf(new FaultError("not_found", "there is no such run")) });
  expect(root.querySelector("#gone-new")).toBeNull();
});

it("the_button_of_the_list_says_what_it_opens_and_which_chat_is_open", async () => {
  const { root } = await drawPanel({ actions: [openLink, { type: "page", older: false, page }] });
  expect(one(root, "#chats-button").getAttribute("aria-label")).toBe(strings.header.chatsAt("Order a shirt"));
});
