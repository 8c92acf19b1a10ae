// loopscope eval and bisect as a script sees them: documents, files, status and one line for each mistake. On the real demo model.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BisectDocument, EvalDocument, RunsDocument } from "../../../src-shared/cli/documents.ts";
import { commandLine } from "../testing/command-line.ts";
import { removeFolders, temporaryFolder } from "../testing/parts.ts";

let folder: string;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(removeFolders);

const loopscope = (...args: string[]) => commandLine(...args, "--db", join(folder, "trace.db"));
const evaluated = (text: string) => EvalDocument.parse(JSON.parse(text));
const inFolder = (name: string) => join(folder, name);

describe("eval", () => {
  it("measures, keeps a baseline, and finds what got worse against it", async () => {
    const base = inFolder("base.json");
    const good = await loopscope(
      "eval",
      "drive",
      "--variant",
      "gated",
      "--repeats",
      "2",
      "--write-baseline",
      base,
      "--json",
    );
    expect([good.status, good.err]).toEqual([0, []]);
    const document = evaluated(good.out);
    expect(document).toMatchObject({ suite: "drive", repeats: 2, regressions: [] });
    expect(document.variants[0]?.tasks.map((task) => [task.task, task.passed, task.of])).toEqual([
      ["user_task35", 2, 2],
      ["user_task36", 2, 2],
      ["user_task37", 2, 2],
    ]);
    const runs = document.variants[0]?.tasks.flatMap((task) => task.runs) ?? [];
    expect(new Set(runs).size).toBe(6);
    const shown = await loopscope("show", runs[0] ?? "", "--json");
    expect(shown.out).toContain(`"variant": "gated"`);

    // The same name with the gate taken away: the model stops early again.
    mkdirSync(inFolder("v"), { recursive: true });
    const worse = inFolder("v/gated.yaml");
    writeFileSync(worse, "name: gated\nsystem_prompt: You help.\n");
    const junit = inFolder("junit.xml");
    const markdown = inFolder("report.md");
    const bad = await loopscope(
      "eval",
      "drive",
      "--variant",
      worse,
      "--repeats",
      "2",
      "--baseline",
      base,
      "--junit",
      junit,
      "--markdown",
      markdown,
      "--json",
    );
    expect(bad.status).toBe(1);
    const { regressions } = evaluated(bad.out);
    expect(regressions.length).toBeGreaterThan(0);
    expect(regressions.every((entry) => entry.after < entry.before && entry.runs.length > 0)).toBe(true);
    const first = regressions[0]?.runs[0] ?? "";
    expect(readFileSync(junit, "utf8")).toContain(first);
    expect(readFileSync(markdown, "utf8")).toContain(first);
  });

  it("takes a suite file of the user's own, whose checks are the ones that count", async () => {
    const suite = inFolder("mine.yaml");
    writeFileSync(
      suite,
      [
        "name: mine",
        "packs: [drive]",
        "repeats: 3",
        "tasks:",
        "  - id: find",
        "    class: single",
        "    prompt: Which file in the drive is the largest?",
        "    expected_tools: [list_files]",
        "    checks:",
        "      - { kind: environment, changes: [] }",
        "      - { kind: trajectory, rule: no_write }",
      ].join("\n"),
    );
    const { status, out } = await loopscope(
      "eval",
      suite,
      "--threshold",
      "task_completion=1",
      "--threshold",
      "tool_reach=1",
      "--json",
    );
    expect(status).toBe(0);
    const document = evaluated(out);
    expect(document).toMatchObject({ suite: "mine", repeats: 3 });
    expect(document.variants[0]?.metrics).toMatchObject({
      tool_reach: { count: 3, samples: 3 },
      task_completion: { count: 3, samples: 3 },
      pass_hat_k: { "1": 1, "2": 1, "3": 1 },
    });
    expect(document.variants[0]?.classes.map((entry) => entry.class)).toEqual(["single"]);
  });

  it("ends with status 1 when a threshold is missed, and 3 when the model's server is not there", async () => {
    const missed = await loopscope("eval", "drive", "--variant", "legacy", "--threshold", "task_completion=0.9");
    expect(missed.status).toBe(1);
    expect(missed.out).toContain("**missed**");
    const gone = await loopscope("eval", "drive", "--endpoint", "http://127.0.0.1:9/v1", "--model", "m");
    expect(gone.status).toBe(3);
    expect(gone.err).toHaveLength(1);
  });

  it.each([
    ["an unknown suite", ["eval", "nosuch"], /no suite named "nosuch"/],
    ["a suite file that is not there", ["eval", "./nosuch.yaml"], /nosuch\.yaml/],
    ["an unknown variant", ["eval", "drive", "--variant", "nope"], /no variant named "nope"/],
    ["an unreadable baseline", ["eval", "drive", "--baseline", "/nonexistent/b.json"], /b\.json cannot be read/],
    ["an unknown metric", ["eval", "drive", "--threshold", "speed=1"], /no metric speed/],
    ["no repeats", ["eval", "drive", "--repeats", "0"], /--repeats/],
    ["a run that is not there", ["bisect", "r_0000000000"], /No run/],
    ["a model without its endpoint", ["bisect", "r_0000000000", "--model", "m"], /--model goes with --endpoint/],
  ])("says %s in one line with status 2", async (_name, args, message) => {
    const { status, err, out } = await loopscope(...args);
    expect([status, err.length, out]).toEqual([2, 1, ""]);
    expect(err[0]).toMatch(message);
    expect(err[0]).not.toContain("\n");
  });

  it("refuses a baseline of another suite, and a file that is none", async () => {
    const other = inFolder("other.json");
    writeFileSync(other, JSON.stringify({ suite: "travel", repeats: 1, variants: [], regressions: [] }));
    expect((await loopscope("eval", "drive", "--baseline", other)).err[0]).toMatch(/of suite travel, not of drive/);
    writeFileSync(other, "{}");
    expect((await loopscope("eval", "drive", "--baseline", other)).err[0]).toMatch(/no baseline/);
  });
});

describe("bisect", () => {
  it("prints its document, writes its reports and a fix that fork takes as it is", async () => {
    let stopped: string | undefined;
    for (let seed = 1; seed < 20 && stopped === undefined; seed++) {
      const run = await loopscope("run", "--task", "user_task36", "--seed", String(seed), "--json");
      stopped = RunsDocument.parse(JSON.parse(run.out)).runs.find((entry) => entry.early_stop)?.id;
    }
    const files = ["--html", inFolder("b.html"), "--markdown", inFolder("b.md"), "--fix", inFolder("fix.json")];
    const result = await loopscope("bisect", stopped ?? "", "--samples", "12", "--probes", "0", ...files, "--json");
    expect(result.status).toBe(0);
    const document = BisectDocument.parse(JSON.parse(result.out));
    expect(document).toMatchObject({ run: stopped, turn: 3, samples: 12, reduction: null });
    expect(document.interventions.find((row) => row.name === "reminder")?.verdict).toBe("helps");
    expect(readFileSync(inFolder("b.html"), "utf8")).toContain("What makes it go on");
    expect(readFileSync(inFolder("b.md"), "utf8")).toContain("| **helps** |");
    const fork = await loopscope("fork", stopped ?? "", "--turn", "3", "--edit", inFolder("fix.json"), "--json");
    expect(RunsDocument.parse(JSON.parse(fork.out)).runs[0]).toMatchObject({ parent_run: stopped, fork_turn: 3 });
    const table = await loopscope("bisect", stopped ?? "", "--samples", "2", "--probes", "0");
    expect(table.err.join("\n")).toContain("nothing can be told from chance");
    expect(table.out).toContain("as recorded");
  });
});
