// Checks of recorded runs, with the core's real parts and the demo model (simulated).
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Caller } from "../../src-shared/rpc/contract.ts";
import { StartFork, StartRun } from "../../src-shared/rpc/types.ts";
import { readToolsFile } from "../tools/tools-file.ts";
import { createCore, type Core } from "./core.ts";
import { removeFolders, temporaryFolder } from "./testing/parts.ts";

let folder: string;
let core: Core;
const caller: Caller = { id: "tab", host: "browser", user: "ann" };

beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(removeFolders);
afterEach(async () => core.close());

async function open(name: string): Promise<Core> {
  core = await createCore({ database: join(folder, name), host: "cli", user: "ann", home: join(folder, "home") });
  return core;
}

const input = (what: StartRun["what"], variant: string) =>
  StartRun.parse({ what, variant, endpoint: "demo", model: null, approve: "all" });

describe("checks of a recorded run", () => {
  it("find the list too much, and its projection as a fork gets the task done", async () => {
    await open("drive.db");
    const task = { kind: "task", suite: "drive", task: "user_task35" } as const;
    const [run] = await (await core.runs.start(input(task, "legacy"))).finished;
    expect(run?.passed).toBe(false);
    const checks = await core.api["runs.checks"]({ run: run?.id ?? "", turn: 1 }, caller);
    const [list] = checks.results;
    expect(list).toMatchObject({
      tool: "list_files",
      shown_as: "raw",
      contract: true,
      sufficiency: { verdict: "too_much" },
      fork: { turn: 2 },
    });
    expect(
      list?.leaks.filter(({ standing }) => standing === "leak").map(({ kind, pattern }) => [kind, pattern]),
    ).toEqual([["email", "/*/content"]]);
    expect(checks.lint.filter(({ severity }) => severity !== "info")).toEqual([]);
    const { raw, contract } = list?.shapes ?? {};
    expect((contract?.chars ?? 0) * 4).toBeLessThan(raw?.chars ?? 0);

    const fork = list?.fork;
    if (!fork) throw new Error("There is nothing to project.");
    const started = await core.runs.fork(
      StartFork.parse({ run: run?.id, turn: fork.turn, edits: fork.edits, variant: null, approve: "all", samples: 1 }),
    );
    const [mended] = await started.finished;
    expect(mended?.passed).toBe(true);
    const context = core.reads.context(mended?.id ?? "", 2);
    const shown = context.messages.find(({ role }) => role === "tool")?.content;
    expect(shown).toBe(contract?.text);
  }, 30_000);

  it("read a tools file's contract: what it means for the model, and what slipped through", async () => {
    await open("file.db");
    const file = join(folder, "tools.json");
    const parameters = { type: "object", properties: { query: { type: "string" } } };
    writeFileSync(
      file,
      JSON.stringify([
        {
          type: "function",
          function: { name: "search_events", description: "Searches events.", parameters },
          use_when: "events are looked for",
          not_when: "an event is to be saved",
          public_fields: ["events.event_id", "events.title"],
          result: {
            events: [{ event_id: "E-1", title: "Walk", contact: "kim@example.org" }],
            session: "sess_91827364",
          },
        },
      ]),
    );
    const what = { kind: "prompt", prompt: "Search for events about walks.", packs: [] } as const;
    const [run] = await (
      await core.runs.start(input({ ...what, packs: [] }, "compact-list"), [readToolsFile(file)])
    ).finished;
    const checks = await core.api["runs.checks"]({ run: run?.id ?? "", turn: null }, caller);
    expect(checks.results[0]?.leaks.map(({ kind, path, standing }) => [kind, path, standing])).toEqual([
      ["email", "/events/0/contact", "leak"],
      ["session", "/session", "leak"],
    ]);
    expect(checks.results[0]?.shapes.contract).toMatchObject({
      text: '{"events":[{"event_id":"E-1","title":"Walk"}]}',
      origin: "contract",
    });
    expect(checks.counts.contract_test).toEqual({ tools: 1, errors: 0, warnings: 1 });
  }, 30_000);

  it("of a run that is not there is refused", async () => {
    await open("none.db");
    expect(() => core.api["runs.checks"]({ run: "r_0000000000000000", turn: null }, caller)).toThrow(/no run/i);
  });
});
