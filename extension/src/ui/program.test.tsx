// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from "vitest";
import { Data } from "../options/view/data";
import type { Link } from "../panel/client";
import { draw, one } from "../panel/testing/draw";
import { Runs } from "../popup/runs";
import { Popup } from "../popup/view";
import { Checks } from "./checks";
import { Command } from "./command";
import { LinkProblem } from "./link";
import { keepDataDir, runnable, usualPlace } from "./program";
import { Observable } from "./observable";
import { type ProblemKind, strings } from "./strings";

beforeEach(() => localStorage.clear());

describe("a command", () => {
  it.each([
    ["", "margay doctor", "margay doctor"],
    ["/home/m/.local/share/margay", "margay doctor", "/home/m/.local/share/margay/bin/margay doctor"],
    ["/Users/m/Library/Application Support/Margay", "margay doctor", "'/Users/m/Library/Application Support/Margay/bin/margay' doctor"],
    ["/srv/$m's `x`", "margay stop", String.raw`'/srv/$m'\''s ${"`x`"}/bin/margay' stop --data '/srv/$m'\''s ${"`x`"}'`],
    [String.raw`C:\Users\M Lind\AppData\Local\Margay`, "margay stop", String.raw`"C:\Users\M Lind\AppData\Local\Margay\bin\margay.exe" stop`],
    [String.raw`C:\Users\m\AppData\Local\Margay`, "margay doctor", String.raw`C:\Users\m\AppData\Local\Margay\bin\margay.exe doctor`],
    ["/srv/d", "margay doctor", "/srv/d/bin/margay doctor --data /srv/d"],
    ["/srv/d", "margay stop --data /srv/e", "/srv/d/bin/margay stop --data /srv/e"],
    ["/srv/d", "/opt/margay stop", "/opt/margay stop"],
  ])("in_%s_%s", (dataDir, command, whole) => {
    keepDataDir(dataDir);
    expect(runnable(command)).toBe(whole);
  });

  it("that_relies_on_path_says_where_the_program_lies", async () => {
    const root = await draw(<Command command="margay install" />);
    expect(root.textContent).toContain(usualPlace(navigator.platform));
    const whole = await draw(<Command command="/opt/bin/margay install" />);
    expect(whole.querySelector(".command-place")).toBeNull();
  });

  it.each([["Win32", "%LOCALAPPDATA%"], ["MacIntel", "~/Library/"], ["Linux x86_64", "~/.local/"]])("on_%s", (platform, start) => {
    expect(usualPlace(platform).startsWith(start)).toBe(true);
  });
});

describe("checks without a link", () => {
  it("say_why_they_cannot_be_run", async () => {
    const link = { state: "stopped", problem: { kind: "host_exits", detail: "", next: "" } } as const;
    const client = { call: () => Promise.reject(new Error("no link")) };
    const ways = { openPanel: () => undefined, openChat: () => undefined, openOptions: () => undefined, retry: () => undefined };
    const root = await draw(<Popup link={new Observable<Link>(link)} runs={new Runs(client)} checks={new Checks(client)} {...ways} />);
    expect(one(root, "#run-checks")).toHaveProperty("disabled", true);
    expect(one(root, "#checks-off").textContent).toBe(strings.options.checks.needLink);
    const data = await draw(<Data status={null} storage={null} extension="1" checks={new Checks(client)} open={false} />);
    expect(one(data, "#checks-off").textContent).toBe(strings.options.checks.needLink);
  });
});

describe("a lost program", () => {
  const drawn = (kind: ProblemKind) =>
    draw(<LinkProblem link={{ state: "stopped", problem: { kind, detail: "", next: "" } }} retry={() => undefined} />);

  it.each(["host_exits", "host_silent", "no_daemon"] as const)("of_kind_%s_is_looked_into_by_the_checks_with_its_whole_path", async (kind) => {
    keepDataDir("/home/m/.local/share/margay");
    expect(one(await drawn(kind), "code").textContent).toBe("/home/m/.local/share/margay/bin/margay doctor");
  });

  // Where the browser does not find the program, what was known of its place may be what is wrong.
  it.each(["host_missing", "host_broken"] as const)("of_kind_%s_is_installed_from_wherever_it_is", async (kind) => {
    keepDataDir("/home/m/.local/share/margay");
    expect(one(await drawn(kind), "code").textContent).toBe("margay install");
  });
});
