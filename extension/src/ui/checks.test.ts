// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FakeDaemon } from "../panel/testing/daemon";
import { callerOf } from "../panel/testing/panel";
import { Checks } from "./checks";
import { chooseLanguage } from "./language";

beforeEach(() => localStorage.clear());
afterEach(() => localStorage.clear());

describe("the checks", () => {
  it.each(["en", "zh-CN"] as const)("are_asked_for_in_the_language_of_the_page_%s", async (spoken) => {
    chooseLanguage(spoken);
    const daemon = new FakeDaemon();
    const checks = new Checks(callerOf(daemon));
    await checks.run(false);
    await checks.run(true);
    expect(daemon.seen.filter((s) => s.route === "doctor.run").map((s) => s.params)).toEqual([{ language: spoken }, { model: true, language: spoken }]);
    expect(checks.state.value.diagnosis).toEqual(daemon.diagnosis);
  });
});
