// The events suite as a script sees it: which tasks each shape of the details can finish, with the demo model.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { EvalDocument } from "../../../src-shared/cli/documents.ts";
import { commandLine } from "../testing/command-line.ts";
import { removeFolders, temporaryFolder } from "../testing/parts.ts";

let folder: string;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(removeFolders);

const loopscope = (...args: string[]) => commandLine(...args, "--db", join(folder, "trace.db"));

/** What only the contract's shape can finish: it needs an id and a version, or what is told there alone. */
const CONTRACT_ONLY = [
  "expo-seats",
  "theatre-access",
  "save-chamber",
  "save-tea-zh",
  "seats-then-save-hans",
  "save-two",
  "someone-else-first",
];

it("passes whole with the usual shape, and fails where another one lacks or leaks what is needed", async () => {
  const variants = ["compact-list", "events-message", "events-raw"];
  const { out, err } = await loopscope("eval", "events", "--json", ...variants.flatMap((name) => ["--variant", name]));
  expect(err).toEqual([]);
  const document = EvalDocument.parse(JSON.parse(out));
  const table = document.variants.map(({ variant, tasks }) => ({
    variant,
    tasks: tasks.length,
    failed: tasks.filter((task) => task.passed < task.of).map((task) => task.task),
  }));
  expect(table).toEqual([
    { variant: "compact-list", tasks: 15, failed: [] },
    { variant: "events-message", tasks: 15, failed: CONTRACT_ONLY },
    { variant: "events-raw", tasks: 15, failed: CONTRACT_ONLY },
  ]);

  // The honest reason: words hold no version to save with; the entity's own number and version are taken for the right ones.
  const callsOf = async (at: number): Promise<string> => {
    const run = document.variants[at]?.tasks.find((task) => task.task === "save-chamber")?.runs[0] ?? "";
    return (await loopscope("show", run)).out;
  };
  expect(await callsOf(0)).toContain('save_event({"event_id":"EV-107","expected_state_version":41}) → ok');
  expect(await callsOf(1)).not.toContain("save_event(");
  expect(await callsOf(2)).toContain(
    'save_event({"event_id":"ORG-2207-107","expected_state_version":3}) → invalid_arguments',
  );
}, 60_000);

it("runs one task, records the shape, and forks it into another", async () => {
  const ran = await loopscope(
    "run",
    "--suite",
    "events",
    "--task",
    "save-chamber",
    "--variant",
    "events-raw",
    "--json",
  );
  const run = /"r_[a-z0-9]+"/.exec(ran.out)?.[0].slice(1, -1) ?? "";
  const shown = await loopscope("show", run, "--what", "events", "--json");
  expect(shown.out).toMatch(/"result_shapes":\s*\{\s*"get_event_details":\s*"raw"/);
  const forked = await loopscope("fork", run, "--turn", "2", "--variant", "compact-list", "--approve", "all", "--json");
  const fork =
    [...forked.out.matchAll(/"(r_[a-z0-9]+)"/g)].map((match) => match[1] ?? "").find((id) => id !== run) ?? "";
  expect((await loopscope("show", fork)).out).toContain("passed");
});

it("names a variant's wrong shape with line and field, and the shapes there are", async () => {
  const file = join(folder, "odd.yaml");
  writeFileSync(file, "name: odd\nresult_shapes:\n  get_event_details: raww\n");
  const { status, err } = await loopscope("eval", "events", "--variant", file);
  expect([status, err.length]).toEqual([2, 1]);
  expect(err[0]).toContain("line 3, field result_shapes.get_event_details: Tool get_event_details has no result shape");
  expect(err[0]).toContain("its shapes are contract, message, raw");
});
