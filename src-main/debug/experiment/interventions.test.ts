import { describe, expect, it } from "vitest";
import type { RunStarted } from "../../../src-shared/trace/events/run-started.ts";
import type { ChatMessage } from "../../../src-shared/trace/message.ts";
import { Variant, type VariantInput } from "../../../src-shared/trace/variant.ts";
import { getPacks } from "../../tools/packs.ts";
import { applyEdits } from "../apply-edits.ts";
import type { FrozenTurn } from "./frozen-turn.ts";
import { COMPLETION_RULES, interventions, type InterventionOptions } from "./interventions.ts";
import { messageGroups } from "./message-groups.ts";

const contracts = getPacks(["drive"]).flatMap((pack) => pack.tools.map((tool) => tool.contract));
const listing = JSON.stringify(
  Array.from({ length: 30 }, (_, id) => ({
    id: String(id),
    filename: `f${id}.txt`,
    size: 9,
    content: "words ".repeat(40),
  })),
);

const call = (id: string, name: string): ChatMessage => ({
  role: "assistant",
  content: "",
  tool_calls: [{ id, type: "function", function: { name, arguments: "{}" } }],
});
const messages: ChatMessage[] = [
  { role: "system", content: "You help." },
  { role: "user", content: "Read the plan, then create list.txt." },
  call("a", "list_files"),
  { role: "tool", tool_call_id: "a", content: listing },
  call("b", "get_file_by_id"),
  { role: "tool", tool_call_id: "b", content: "short" },
];

function frozen(more: Partial<FrozenTurn> = {}, variant: Partial<VariantInput> = {}): FrozenTurn {
  const started: Partial<RunStarted> = { variant: Variant.parse({ name: "v", ...variant }), tools: contracts };
  return {
    run: "r_0000000000",
    turn: 3,
    started: started as RunStarted,
    messages,
    tools: contracts.map((contract) => contract.name),
    results: [
      { index: 3, callId: "a", tool: "list_files", raw: listing, shown: listing, compactor: "none", failed: false },
      {
        index: 5,
        callId: "b",
        tool: "get_file_by_id",
        raw: "short",
        shown: "sh",
        compactor: "truncate-800",
        failed: false,
      },
    ],
    reasoning: new Map(),
    succeeded: new Set(["list_files", "get_file_by_id"]),
    outstanding: [
      {
        item: {
          action: "create list.txt",
          source: "request",
          kind: "write",
          number: null,
          status: "outstanding",
          evidence: [],
        },
        family: "create",
        step: 0,
        optional: false,
      },
    ],
    response: null,
    ending: "early_stop",
    ...more,
  };
}

const none: InterventionOptions = { endpoint: null, wanted: [] };
const named = (turn: FrozenTurn, options = none) =>
  Object.fromEntries(interventions(turn, options).map((change) => [change.name, change.edits]));
const names = (turn: FrozenTurn, options = none) => interventions(turn, options).map((change) => change.name);

describe("the changes that bisect tries", () => {
  it("are one of each kind that would change something here", () => {
    expect(names(frozen())).toEqual([
      "short result of list_files",
      "raw result of get_file_by_id",
      "completion rules",
      "reminder",
      "tool_choice required",
      "only outstanding tools",
      "old turns dropped",
      "thinking off",
      "max_tokens raised",
    ]);
  });

  it("leave out what is so already", () => {
    const turn = frozen(
      {
        messages: [{ role: "system", content: `Hi.\n\n${COMPLETION_RULES}` }, ...messages.slice(1, 4)],
        results: [],
        outstanding: [],
      },
      { sampling: { thinking: false, tool_choice: "required", max_tokens: 4_000 } },
    );
    expect(named(turn)).toEqual({ "max_tokens raised": [{ kind: "sampling", sampling: { max_tokens: 16_000 } }] });
  });

  it("try another endpoint only when it is given", () => {
    const endpoint = { url: "http://127.0.0.1:1/v1", model: "other" };
    expect(named(frozen(), { ...none, endpoint })["endpoint http://127.0.0.1:1/v1"]).toEqual([
      { kind: "endpoint", endpoint: endpoint.url },
      { kind: "model", model: "other" },
    ]);
  });

  it("are edits that a fork takes, and each leaves the rest of the request as it was", () => {
    const turn = frozen();
    for (const change of interventions(turn, none)) {
      const forked = applyEdits(
        { messages: turn.messages, variant: turn.started.variant, model: "m", endpoint: "demo" },
        change.edits,
        (_id, index) => turn.results.find((result) => result.index === index) ?? null,
      );
      const kept = forked.messages.filter((message) => turn.messages.includes(message)).length;
      const dropped = change.name === "old turns dropped" ? 2 : 0;
      const edited = /result|rules/.test(change.name) ? 1 : 0;
      expect([change.name, kept]).toEqual([change.name, turn.messages.length - dropped - edited]);
    }
  });

  it("name the outstanding action and offer the tools that fit it, and those the suite still wants", () => {
    const edits = named(frozen(), { ...none, wanted: ["list_files", "share_file"] });
    expect(JSON.stringify(edits["reminder"])).toContain("create list.txt");
    const [tools] = edits["only outstanding tools"] ?? [];
    expect(tools?.kind === "tools" && tools.tools).toEqual(expect.arrayContaining(["create_file", "share_file"]));
    expect(tools?.kind === "tools" && tools.tools).not.toContain("list_files");
  });

  it("echo the reasoning that was not sent back, or drop the one that was", () => {
    const thought = frozen({ reasoning: new Map([[2, "First the list."]]) });
    expect(named(thought)["reasoning echoed"]).toEqual([
      { kind: "edit_message", index: 2, message: { ...messages[2], reasoning_content: "First the list." } },
    ]);
    const echoed = frozen({
      messages: messages.map((message, index) => (index === 2 ? { ...message, reasoning: "First." } : message)),
    });
    expect(named(echoed)["reasoning dropped"]).toEqual([{ kind: "edit_message", index: 2, message: messages[2] }]);
  });
});

it("messages go in groups that keep the protocol: calls with their results", () => {
  const parallel: ChatMessage = {
    role: "assistant",
    content: null,
    tool_calls: ["x", "y"].map((id) => ({ id, type: "function" as const, function: { name: id, arguments: "{}" } })),
  };
  const groups = messageGroups([
    ...messages,
    parallel,
    { role: "tool", tool_call_id: "y", content: "2" },
    { role: "tool", tool_call_id: "x", content: "1" },
    { role: "tool", tool_call_id: "x", content: "of no call" },
    { role: "assistant", content: "Done." },
    { role: "user", content: "Go on." },
  ]);
  expect(groups.map((group) => [group.kind, group.indexes])).toEqual([
    ["system", [0]],
    ["user", [1]],
    ["calls", [2, 3]],
    ["calls", [4, 5]],
    ["calls", [6, 7, 8]],
    ["calls", [9]],
    ["answer", [10]],
    ["user", [11]],
  ]);
});
