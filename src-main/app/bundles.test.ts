// Bundles made from a recorded run of the demo model, opened in another database, and forked there.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { RunsDocument } from "../../src-shared/cli/documents.ts";
import { RunQuery } from "../../src-shared/rpc/types.ts";
import { Bundle } from "../debug/bundle.ts";
import { commandLine } from "./testing/command-line.ts";
import { openBundle } from "./bundles.ts";
import { openParts, removeFolders, temporaryFolder, type Parts } from "./testing/parts.ts";

let folder: string;
let elsewhere: Parts;
beforeEach(() => {
  folder = temporaryFolder();
  elsewhere = openParts(join(folder, "elsewhere.db"));
});
afterEach(() => elsewhere.close());
afterAll(removeFolders);

const loopscope = (database: string, ...args: string[]) =>
  commandLine(...args, "--db", join(folder, database), "--json");
const runsIn = (text: string) => RunsDocument.parse(JSON.parse(text)).runs;

/** A run that stopped early, and its seed. */
async function stopped(): Promise<string> {
  for (let seed = 1; seed < 20; seed++) {
    const [run] = runsIn((await loopscope("here.db", "run", "--task", "user_task36", "--seed", String(seed))).out);
    if (run?.early_stop) return run.id;
  }
  throw new Error("It never stopped early.");
}

describe("a bundle", () => {
  it("keeps only what the stop needs, and shows the same ending when it is forked from its file alone", async () => {
    const run = await stopped();
    const file = join(folder, "stop.bundle.json");
    const made = await loopscope("here.db", "export", run, "--format", "bundle", "--out", file);
    expect(made.status).toBe(0);
    const document = JSON.parse(made.out) as { messages: { kept: number; of: number }; bytes: number; turn: number };
    expect(document.messages.kept).toBeLessThan(document.messages.of);
    expect(document.bytes).toBe(readFileSync(file).length);

    const forked = await loopscope("there.db", "fork", file, "--turn", String(document.turn));
    const [fork] = runsIn(forked.out);
    expect(fork).toMatchObject({ ending: "early_stop", early_stop: true, passed: false, task: "user_task36" });
    // The same file again is the same run: nothing is recorded twice.
    const again = runsIn((await loopscope("there.db", "fork", file, "--turn", String(document.turn))).out);
    expect(again[0]?.parent_run).toBe(fork?.parent_run);
    expect((await loopscope("there.db", "verify")).status).toBe(0);
  });

  it("made whole holds the same request, results and environment", async () => {
    const run = await stopped();
    const file = join(folder, "whole.bundle.json");
    await loopscope("here.db", "export", run, "--format", "bundle", "--out", file, "--whole");
    const opened = openBundle(elsewhere.store, file);
    const here = openParts(join(folder, "here.db"));
    const original = here.reads.context(run, 3);
    const copy = elsewhere.reads.context(opened, 3);
    expect(copy.messages.map(({ role, content, tool_calls }) => ({ role, content, tool_calls }))).toEqual(
      original.messages.map(({ role, content, tool_calls }) => ({ role, content, tool_calls })),
    );
    for (const turn of [1, 2]) {
      expect(elsewhere.reads.results(opened, turn)).toEqual(here.reads.results(run, turn));
      expect(elsewhere.reads.turns(opened)[turn - 1]?.calls.map((call) => [call.name, call.outcome])).toEqual(
        here.reads.turns(run)[turn - 1]?.calls.map((call) => [call.name, call.outcome]),
      );
    }
    expect(elsewhere.reads.environment(opened, 3).before).toEqual(here.reads.environment(run, 3).before);
    expect(elsewhere.store.getRun(opened)?.summary).toMatchObject({ source: "import:bundle", ending: "early_stop" });
    expect(elsewhere.store.verify().problems).toEqual([]);
    await here.close();
  });

  it("of a turn after a write carries the environment that the write left", async () => {
    const done = await loopscope("here.db", "run", "--task", "user_task36", "--variant", "gated");
    const [run] = runsIn(done.out);
    const last = run?.turns ?? 0;
    const file = join(folder, "late.bundle.json");
    await loopscope(
      "here.db",
      "export",
      run?.id ?? "",
      "--format",
      "bundle",
      "--out",
      file,
      "--turn",
      String(last),
      "--whole",
    );
    const [fork] = runsIn((await loopscope("there.db", "fork", file, "--turn", String(last))).out);
    expect(fork).toMatchObject({ ending: "answered", passed: true });
  });

  it("carries no secret", async () => {
    const key = "sk-abcdefghijklmnopqrstuvwx";
    const prompt = `Which file is the largest? My key is ${key}, the login https://ann:hunter2@files.example/x`;
    const [run] = runsIn((await loopscope("here.db", "run", "--prompt", prompt, "--pack", "drive")).out);
    const file = join(folder, "secret.bundle.json");
    await loopscope("here.db", "export", run?.id ?? "", "--format", "bundle", "--out", file, "--whole");
    const text = readFileSync(file, "utf8");
    expect(text).not.toContain(key);
    expect(text).not.toContain("hunter2");
    expect(text).toContain("[redacted]");
    expect(Bundle.parse(JSON.parse(text)).started.user).toBe("");
  });

  it.each([
    ["that is not there", null, /cannot be read/],
    ["that is no JSON", "{", /is not JSON/],
    ["that is none", "{}", /is no bundle/],
    ["of a later version", `{"loopscope_bundle": 9}`, /version 9; this Loopscope reads 1/],
    ["that is damaged", `{"loopscope_bundle": 1}`, /field run/],
  ])("%s is refused in one line", async (_name, text, message) => {
    const file = join(folder, "bad.json");
    if (text !== null) writeFileSync(file, text);
    const { status, err } = await loopscope("there.db", "fork", file, "--turn", "1");
    expect([status, err.length]).toEqual([2, 1]);
    expect(err[0]).toMatch(message);
    expect(elsewhere.store.listRuns(RunQuery.parse({})).total).toBe(0);
  });
});
