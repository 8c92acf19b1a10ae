import { afterEach, describe, expect, it } from "vitest";
import type { TraceEvent } from "../../../../src-shared/trace/event.ts";
import { cleanUp, runTestLoop, testPack } from "../../../agent/testing/harness.ts";
import { scriptedModel } from "../../../agent/testing/scripted-model.ts";
import { trailOf } from "../trail.ts";
import { correctedOnce, offeredToolsOnly, searchesEnd } from "./input-rules.ts";

afterEach(cleanUp);

/** A search that is corrected, then two that bring nothing, then a call of a tool that is not there. */
async function events(): Promise<TraceEvent[]> {
  const input_schema = { type: "object", properties: { query: { type: "string" } }, required: ["query"] };
  const search = (query: unknown) => ({ calls: [{ name: "search_notes", args: { query } }] });
  const test = await runTestLoop({
    prompt: "Look for bread.",
    model: scriptedModel([
      search(7),
      search("7"),
      search("bread"),
      { calls: [{ name: "drop", args: {} }] },
      { says: "No." },
    ]),
    pack: testPack([
      { name: "search_notes", run: () => ({ outcome: "empty", value: [] }), contract: { input_schema } },
    ]),
  });
  return test.events;
}

const CHECKS = [correctedOnce, searchesEnd, offeredToolsOnly];

function judged(trace: TraceEvent[]): [string, number, number][] {
  const trail = trailOf(trace);
  if (!trail) throw new Error("No trail.");
  return CHECKS.map(({ name, examine }) => {
    const { examined, violations } = examine(trail, () => "");
    return [name, examined, violations.length];
  });
}

describe("the rules on input, judged from the trace", () => {
  it("are kept by the loop", async () => {
    expect(judged(await events())).toEqual([
      ["corrected_once", 1, 0],
      ["searches_end", 2, 0],
      ["offered_tools_only", 2, 0],
    ]);
  });

  it("are broken by a second correction, a third barren search, a tool that was not offered", async () => {
    const trace = await events();
    let first: string | undefined;
    for (const event of trace) {
      if (event.kind === "policy.decided" && event.turn === 2) first = event.data.corrects;
      if (event.kind === "policy.decided" && event.turn === 3 && first !== undefined) event.data.corrects = first;
      if (event.kind === "tool.finished" && event.data.brought) event.data.brought.barren_in_a_row += 1;
      if (event.kind === "turn.started" && event.turn === 3) event.data.tool_names = ["drop"];
    }
    expect(judged(trace)).toEqual([
      ["corrected_once", 2, 1],
      ["searches_end", 2, 1],
      ["offered_tools_only", 2, 1],
    ]);
  });
});
