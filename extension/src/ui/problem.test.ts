import { describe, expect, it } from "vitest";
import { FaultError, type Trouble } from "../wire";
import { commandIn, problemOf, problemOfTrouble, systemCommandsIn } from "./problem";
import { wordsOf } from "./strings";
import { tellProblem } from "./telling";

describe("a problem", () => {
  it("has_words_of_its_own_for_its_reason_and_the_step_that_the_fault_names", () => {
    const problem = problemOf(new FaultError("store_locked", "process 7 holds it", "End process 7."));
    expect(problem).toEqual({ kind: "store_locked", detail: "process 7 holds it", next: "End process 7." });
    expect(tellProblem(problem)).toMatchObject({ detail: "process 7 holds it", next: "End process 7.", folded: "", quoted: "" });
    expect(tellProblem({ ...problem, next: "" }).next).toBe(wordsOf.en.problems.store_locked.next);
  });

  it("of_a_route_that_an_older_program_lacks_says_so", () => {
    expect(problemOf(new FaultError("method_not_found", "no doctor.run")).kind).toBe("not_served");
  });

  it("of_any_other_kind_still_says_what_was_said", () => {
    expect(problemOf(new FaultError("internal", "disk full"))).toEqual({ kind: "other", detail: "disk full", next: "" });
    expect(problemOf("odd")).toEqual({ kind: "other", detail: "odd", next: "" });
  });

  it("of_the_browser_is_told_in_the_readers_language_only", () => {
    const trouble: Trouble = { kind: "not_installed", message: "This browser does not know the program margay.", next: "x", final: false };
    expect(problemOfTrouble(trouble)).toEqual({ kind: "host_missing", detail: "", next: "" });
    expect(problemOfTrouble({ ...trouble, kind: "closed", message: "Native host went away" }).detail).toBe("Native host went away");
  });
});

describe("busy", () => {
  it.each([
    ["Run r1 is under way in this conversation.", "busy"],
    ["Too many calls are under way on this link.", "other"],
  ])("of_%s", (message, kind) => {
    expect(problemOf(new FaultError("busy", message, "Wait."))).toEqual({ kind, detail: message, next: "Wait." });
  });
});

describe("the command of a step", () => {
  it.each([
    ["Run “margay install” in a terminal, then try again.", "margay install"],
    ["Run `margay install --browser chrome`.", "margay install --browser chrome"],
    ['Run "margay serve" to see why.', "margay serve"],
    ["请在终端中运行“margay doctor”，然后重试。", "margay doctor"],
    ["Run “/home/m/.local/share/margay/bin/margay install --data /home/m/d” in a terminal.", "/home/m/.local/share/margay/bin/margay install --data /home/m/d"],
    ["Run: margay serve --data /home/m/.margay", "margay serve --data /home/m/.margay"],
    ['Run: margay stop. If that does not end it, end the process "margay serve" and try again.', "margay stop"],
    ["Update the older of the two: the extension, or the program with: margay install", "margay install"],
    ["Run: C:\\Users\\m\\bin\\margay.exe install", "C:\\Users\\m\\bin\\margay.exe install"],
    ["Run: '/Users/m/Library/Application Support/Margay/bin/margay' stop. If not, end the process.", "'/Users/m/Library/Application Support/Margay/bin/margay' stop"],
    [`Run: "C:\\Users\\M Lind\\bin\\margay.exe" serve --data "D:\\my data"`, `"C:\\Users\\M Lind\\bin\\margay.exe" serve --data "D:\\my data"`],
    ["Run “'/srv/o'\\''neil/margay' doctor” in a terminal.", "'/srv/o'\\''neil/margay' doctor"],
    ["Wait a little.", ""],
    ["The program margay is not there.", ""],
    ["The folder “margay-data” is full.", ""],
  ])("of_%s", (words, command) => {
    expect(commandIn(words)).toBe(command);
  });

  it.each([
    ["Run: margay stop. If that does not end it, end the process.", "", "margay stop", "If that does not end it, end the process."],
    ["Run: margay serve --data /srv/d", "", "margay serve --data /srv/d", ""],
    ["Close it, then run “margay stop”.", "Close it, then run “margay stop”.", "margay stop", ""],
  ])("is_not_said_twice_in_%s", (step, next, command, then) => {
    expect(tellProblem({ kind: "no_daemon", detail: "x", next: step })).toMatchObject({ detail: "x", next, command, then });
  });

  it("is_named_in_every_language_for_the_same_problems", () => {
    const named = (language: "en" | "zh-CN") =>
      Object.entries(wordsOf[language].problems).map(([kind, { next }]) => [kind, commandIn(next)]);
    expect(named("zh-CN")).toEqual(named("en"));
    expect(tellProblem({ kind: "host_missing", detail: "", next: "" }).command).toBe("margay install");
  });
});

describe("commands of the system", () => {
  const seeWhy = "To see why, and what mends it, run: /d/bin/margay doctor --data /d.";

  it.each([
    [`Wait a moment and try again; if it does not end by itself, run: kill -9 712. ${seeWhy}`, ["kill -9 712"]],
    [`Wait a moment and try again; if it does not end by itself, run: taskkill /F /PID 712. ${seeWhy}`, ["taskkill /F /PID 712"]],
    [`Run: kill -9 712. Runs under way are interrupted and can be resumed. To let it go on instead, run: kill -CONT 712. ${seeWhy}`, ["kill -9 712", "kill -CONT 712"]],
    [`Wait a moment and try again. ${seeWhy}`, []],
  ])("stand_beside_the_programs_in_%s", (next, others) => {
    expect(tellProblem({ kind: "no_daemon", detail: "Process 712 holds it.", next })).toMatchObject({ next, others, command: "/d/bin/margay doctor --data /d" });
  });

  it("stand_where_the_program_names_none", () => {
    expect(systemCommandsIn("Run: chmod u+x '/Users/m/My Programs/margay'")).toEqual(["chmod u+x '/Users/m/My Programs/margay'"]);
    expect(systemCommandsIn("To kill 3 processes: wait.")).toEqual([]);
  });
});

describe("data that another process holds", () => {
  it.each([
    ["The data file /d/margay.db is in use by process 712.", "kill 712"],
    [String.raw`The data file C:\\Users\\mira\\margay.db is in use by process 712.`.replaceAll("\\\\", "\\"), "taskkill /PID 712"],
    ["The data file /d/margay.db is in use by another process.", ""],
  ])("names_the_command_that_ends_it: %s", (detail, command) => {
    expect(tellProblem({ kind: "store_locked", detail, next: "End that process, or use another data directory." }).command).toBe(command);
  });
});

it("a_chat_that_is_gone_is_told_in_the_pages_own_words", () => {
  const told = tellProblem({ kind: "not_found", detail: "There is no such conversation.", next: "It may have been deleted; list the conversations to see which there are." });
  expect(told).toMatchObject({ next: wordsOf.en.problems.not_found.next, detail: "", command: "" });
});
