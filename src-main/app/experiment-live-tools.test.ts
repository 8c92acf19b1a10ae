// Live tools in an experiment: answered from the recording where it matches, called only where the user allowed it, and listed otherwise.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, it } from "vitest";
import type { JsonObject } from "../../src-shared/prelude/json.ts";
import { BASELINE } from "../debug/experiment/bisect.ts";
import { ExperimentSpec, type Arm, type ExperimentBase } from "../debug/experiment/types.ts";
import { denyingApprover } from "../tools/approvals.ts";
import { parseTools } from "../tools/tools-file.ts";
import type { Pack } from "../tools/types.ts";
import { createAppExperiments, type AppExperiments } from "./experiments.ts";
import { openParts, removeFolders, temporaryFolder, type Parts } from "./testing/parts.ts";
import { createUnattendedRuns } from "./unattended-runs.ts";

type Turn = string | { tool: string; args: JsonObject };

let parts: Parts;
let server: Server;
let url: string;
let script: Turn[];
/** Calls that reached the tools. */
let reached: string[];
let open: AppExperiments[];

beforeEach(async () => {
  parts = openParts(join(temporaryFolder(), "trace.db"));
  script = [];
  reached = [];
  open = [];
  server = createServer((request, response) => {
    request.resume();
    response.setHeader("content-type", "application/json");
    if (request.url === "/v1/models") return void response.end(JSON.stringify({ data: [{ id: "scripted" }] }));
    const next = script.shift() ?? "Done.";
    const message =
      typeof next === "string"
        ? { role: "assistant", content: next }
        : {
            role: "assistant",
            content: null,
            tool_calls: [
              { id: "c1", type: "function", function: { name: next.tool, arguments: JSON.stringify(next.args) } },
            ],
          };
    const finish = typeof next === "string" ? "stop" : "tool_calls";
    request.on("end", () => response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: finish }] })));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});
afterEach(async () => {
  for (const experiments of open) await experiments.close();
  await parts.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
afterAll(removeFolders);

/** Two tools with something behind them: what is called is written down. */
function office(): Pack {
  const declared = ["look_up", "send_mail"].map((name) => ({
    type: "function",
    function: { name, description: name, parameters: { type: "object", properties: { q: { type: "string" } } } },
    effect: name === "look_up" ? "read" : "write",
    result: { answer: name },
  }));
  const pack = parseTools(JSON.stringify(declared), "office.json");
  return {
    ...pack,
    tools: pack.tools.map((tool) => ({
      ...tool,
      execute: (args, context) => {
        reached.push(`${tool.contract.name} ${JSON.stringify(args["q"])}`);
        return { outcome: "ok", value: { [`about ${JSON.stringify(args["q"])}`]: context.attempt } };
      },
    })),
  };
}

function experimentsWith(packs: Pack[]): AppExperiments {
  const made = createAppExperiments(parts, {
    host: "cli",
    user: "test",
    packs,
    onCrash: (run, error) => expect.fail(`${run}: ${String(error)}`),
  });
  open.push(made);
  return made;
}

const look = (q: string): Turn => ({ tool: "look_up", args: { q } });
const mail = (q: string): Turn => ({ tool: "send_mail", args: { q } });

/** Looks up a, then b, then answers. */
async function recordedRun(): Promise<string> {
  const runs = createUnattendedRuns(parts, {
    approverFor: () => denyingApprover("nothing is asked"),
    host: "cli",
    user: "test",
    interactive: false,
    onCrash: (run, error) => expect.fail(`${run}: ${String(error)}`),
  });
  script = [look("a"), look("b"), "Done."];
  const started = await runs.start(
    {
      what: {
        kind: "prompt",
        prompt: 'Look up "a", look up "b", look up "c", then send a mail to the boss.',
        packs: [],
      },
      variant: "compact-list",
      endpoint: url,
      model: "scripted",
      approve: "all",
      samples: 1,
      seed: null,
      paused: false,
    },
    [office()],
  );
  const [run] = await started.finished;
  expect(reached).toEqual([`look_up "a"`, `look_up "b"`]);
  reached = [];
  return run?.id ?? "";
}

/** One sample, nothing changed. */
function sampleOf(base: ExperimentBase, more: Partial<ExperimentSpec> & { arm?: Partial<Arm> } = {}): ExperimentSpec {
  const { arm, ...rest } = more;
  return ExperimentSpec.parse({
    title: "one sample",
    base,
    arms: [{ name: BASELINE, detail: "", edits: [], variant: null, ...arm }],
    samples: 1,
    seed: 1,
    at_once: 1,
    ...rest,
  });
}

async function carryOut(experiments: AppExperiments, spec: ExperimentSpec) {
  const record = experiments.start(spec);
  await experiments.finished(record.id);
  return experiments.get(record.id).summary.baseline;
}

it("answers from the recording and calls nothing live without leave; what did not match is listed", async () => {
  const run = await recordedRun();
  script = [look("b"), look("a"), look("c"), mail("boss"), "Done."];
  const summary = await carryOut(experimentsWith([office()]), sampleOf({ kind: "turn", run, turn: 1 }));
  expect(reached).toEqual([]);
  expect(summary.mismatches).toEqual([
    { tool: "look_up", arguments: { q: "c" }, ran: false, count: 1 },
    { tool: "send_mail", arguments: { q: "boss" }, ran: false, count: 1 },
  ]);
});

it("calls a tool that the user allowed, and no other", async () => {
  const run = await recordedRun();
  script = [look("a"), mail("boss"), look("c"), "Done."];
  const summary = await carryOut(
    experimentsWith([office()]),
    sampleOf({ kind: "turn", run, turn: 1 }, { allow: ["send_mail"] }),
  );
  expect(reached).toEqual([`send_mail "boss"`]);
  expect(summary.mismatches).toEqual([
    { tool: "send_mail", arguments: { q: "boss" }, ran: true, count: 1 },
    { tool: "look_up", arguments: { q: "c" }, ran: false, count: 1 },
  ]);
});

it("in strict order answers only the next recorded call, and nothing once the calls differ", async () => {
  const run = await recordedRun();
  script = [look("a"), look("c"), look("b"), "Done."];
  const summary = await carryOut(
    experimentsWith([office()]),
    sampleOf({ kind: "turn", run, turn: 1 }, { order: "strict" }),
  );
  expect(reached).toEqual([]);
  expect(summary.mismatches.map(({ arguments: args }) => args)).toEqual([{ q: "c" }, { q: "b" }]);
});

it("refuses leave for a tool that is not at hand, for one that needs none, and for one that there is not", async () => {
  const run = await recordedRun();
  const request = { samples: 1, probes: 0, atOnce: 1, endpoint: null };
  const plan = (packs: Pack[], allow: string[]) => experimentsWith(packs).planBisect(run, 1, { ...request, allow });
  await expect(plan([], ["send_mail"])).rejects.toThrow("known from the recording only");
  await expect(plan([office()], ["nothing"])).rejects.toThrow("live tools: look_up, send_mail");
  const { live } = await plan([office()], ["send_mail"]);
  expect(live).toEqual([
    { tool: "look_up", effect: "read", at_hand: true },
    { tool: "send_mail", effect: "write", at_hand: true },
  ]);
  expect((await plan([], [])).live.map((tool) => tool.at_hand)).toEqual([false, false]);
});
