// The command line's audit: a run judged, its events filtered, bad input in one line.
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { AuditDocument } from "../../../src-shared/cli/audit-document.ts";
import { EventsDocument } from "../../../src-shared/cli/documents.ts";
import { commandLine } from "../testing/command-line.ts";
import { removeFolders, temporaryFolder } from "../testing/parts.ts";

let db = "";
let run = "";

const loopscope = (...args: string[]) => commandLine(...args, "--db", db);

beforeAll(async () => {
  db = join(temporaryFolder(), "trace.db");
  const done = await loopscope(
    "run",
    "--task",
    "user_task35",
    "--suite",
    "drive",
    "--variant",
    "compact-list",
    "--endpoint",
    "demo",
    "--json",
  );
  run = (JSON.parse(done.out) as { runs: { id: string }[] }).runs[0]?.id ?? "";
});
afterAll(removeFolders);

it("judges a run from its trace, as a document of the schema and as lines", async () => {
  const json = await loopscope("audit", run, "--json");
  const document = AuditDocument.parse(JSON.parse(json.out));
  expect([json.status, document.run, document.ok, document.terminal_state]).toEqual([0, run, true, "complete"]);
  expect((await loopscope("audit", run)).out).toMatch(/ok: run r_\w+, terminal state complete$/);
  expect(await loopscope("audit", "r_none")).toMatchObject({
    status: 2,
    err: [expect.stringContaining("No run") as string],
  });
});

it("shows the events of one kind, tool and decision", async () => {
  const events = async (...filters: string[]) => {
    const shown = await loopscope("show", run, "--what", "events", "--json", ...filters);
    return EventsDocument.parse(JSON.parse(shown.out)).events.map(({ kind, data }) => [
      kind,
      (data as { tool: string }).tool,
    ]);
  };
  expect(await events("--kind", "policy.decided")).toEqual([
    ["policy.decided", "list_files"],
    ["policy.decided", "delete_file"],
  ]);
  expect(await events("--kind", "policy.decided", "--kind", "tool.started", "--tool", "delete_file")).toEqual([
    ["policy.decided", "delete_file"],
    ["tool.started", "delete_file"],
  ]);
  expect(await events("--decision", "ask")).toEqual([]);
});

it.each([
  [["--what", "events", "--kind", "policy.decide"], /no events of kind "policy.decide"; there are run.started/],
  [["--tool", "delete_file"], /--tool goes with --what events/],
])("says in one line what is wrong with %j", async (args, message) => {
  const { status, err } = await loopscope("show", run, ...args);
  expect([status, err]).toEqual([2, [expect.stringMatching(message)]]);
});
