// Every check of a run's contracts and results, in one pure pass over its trace. What was read off contracts and what was seen are counted apart.
import type { LintFinding } from "../../../src-shared/cli/lint.ts";
import type { FieldCost, ResultCheck, RunChecks } from "../../../src-shared/rpc/checks.ts";
import type { ForkEdit } from "../../../src-shared/trace/fork-edit.ts";
import type { ToolContract } from "../../../src-shared/trace/tool-contract.ts";
import { fieldsCompactorName, publicFields } from "../../tools/compactors/public-fields.ts";
import { parseResult } from "../../tools/parse-result.ts";
import { countByGrade, lintTools, type ToolToLint } from "../../tools/lint/lint.ts";
import type { DiagnosableTrace, TracedCall } from "../types.ts";
import { laterUses, type LaterUses } from "../value-uses.ts";
import { claimsOf, type ClaimOptions } from "./claims.ts";
import { fieldCosts } from "./field-costs.ts";
import { leaksIn } from "./leaks.ts";
import { leavesOf, shownTest, type Leaf } from "./leaves.ts";
import { messageText, projectionText, shapeOf, usedFieldNames } from "./shapes.ts";
import { isMessageOnly, sufficiencyOf } from "./sufficiency.ts";

export interface RunCheckOptions extends ClaimOptions {
  /** Only this turn's results, with the texts of their shapes; null: all, the texts cut short. */
  turn: number | null;
  /** The variant's compactors, which a fork goes on with. */
  compactors: Readonly<Record<string, string>>;
  /** The pack a tool is of. */
  packOf(tool: string): string;
}

const TEXT_CHARS = 60_000;
const SHORT_TEXT_CHARS = 400;
/** Results of one tool that its fields are read off where no schema names them. */
const LINTED_RESULTS = 20;
const LINTED_CHARS = 200_000;

export function checkRun(trace: DiagnosableTrace, options: RunCheckOptions): RunChecks {
  const calls = trace.turns.flatMap((turn) => turn.calls).filter(({ raw }) => raw !== null);
  const uses = laterUses(trace);
  const chosen = options.turn === null ? calls : calls.filter(({ turn }) => turn === options.turn);
  const results = chosen.map((call) => checkResult(call, trace, uses, options));
  const tools = toolsToLint(trace, calls, options);
  const lint = lintTools(tools);
  return { run: trace.id, counts: count(trace, results, lint), lint, lint_counts: countByGrade(lint), results };
}

function toolsToLint(trace: DiagnosableTrace, calls: readonly TracedCall[], { packOf }: RunCheckOptions): ToolToLint[] {
  const seen = (tool: string) =>
    calls
      .filter((call) => call.tool === tool && call.outcome === "ok" && (call.raw?.length ?? 0) <= LINTED_CHARS)
      .slice(0, LINTED_RESULTS)
      .map((call) => parseResult(call.raw ?? ""));
  const known = new Set(trace.contracts.map(({ name }) => name));
  const unknown = [...new Set(calls.map(({ tool }) => tool))].filter((tool) => !known.has(tool));
  return [
    ...trace.contracts.map((contract) => ({ contract, known: true })),
    ...unknown.map((tool) => ({ contract: contractFromCalls(tool, calls), known: false })),
  ].map(({ contract, known: isKnown }) => ({
    contract,
    known: isKnown,
    pack: packOf(contract.name),
    results: contract.result_schema === null ? seen(contract.name) : [],
    resultsGrade: "observed_run",
  }));
}

/** What calls show of a tool without a contract: its name and its arguments' names. */
function contractFromCalls(tool: string, calls: readonly TracedCall[]): ToolContract {
  const names = calls.flatMap((call) =>
    call.tool === tool && typeof call.arguments === "object" && call.arguments !== null
      ? Object.keys(call.arguments)
      : [],
  );
  return {
    name: tool,
    description: "",
    use_when: "",
    not_when: "",
    triggers: [],
    effect: "read",
    input_schema: { type: "object", properties: Object.fromEntries([...new Set(names)].map((name) => [name, {}])) },
    result_schema: null,
    public_fields: null,
    limits: { result_chars: 1, timeout_ms: 1 },
    suppresses_duplicates: false,
  };
}

function checkResult(
  call: TracedCall,
  trace: DiagnosableTrace,
  uses: LaterUses,
  options: RunCheckOptions,
): ResultCheck {
  const raw = call.raw ?? "";
  const shown = call.shown ?? raw;
  const rawValue = parseResult(raw);
  const shownValue = shown === raw ? rawValue : parseResult(shown);
  const contract = trace.contracts.find(({ name }) => name === call.tool) ?? null;
  const publicNames = contract?.public_fields ?? null;
  const leaves = leavesOf(rawValue);
  const shownLeaves = shown === raw ? leaves : leavesOf(shownValue);
  const isShown = shownTest(raw, shown, shownValue, call.kept);
  const inOrder = fieldCosts(leaves, { turn: call.turn, publicFields: publicNames, uses, isShown });
  const fields = inOrder.toSorted((a, b) => b.chars - a.chars);
  const lost = lostFields(inOrder, leaves, call, trace, uses);
  const about = { tool: call.tool, publicFields: publicNames, contracts: trace.contracts };
  const inRaw = leaksIn(leaves, { ...about, isShown });
  // An edited or compacted result may hold what the raw one did not.
  const inShown = shown === raw ? [] : leaksIn(shownLeaves, { ...about, isShown: () => true });
  const leaks = [
    ...inRaw,
    ...inShown.filter((leak) => !inRaw.some((known) => known.kind === leak.kind && known.shown)),
  ];
  const offered = offeredContracts(call, trace);
  const most = options.turn === null ? SHORT_TEXT_CHARS : TEXT_CHARS;
  const used = usedFieldNames(inOrder);
  const projected = projectionText(rawValue, publicNames ?? used);
  const message = isMessageOnly(shown, shownLeaves);
  return {
    turn: call.turn,
    call_id: call.id,
    tool: call.tool,
    outcome: call.outcome ?? "ok",
    seq: call.resultSeq,
    contract: contract !== null,
    public_fields: publicNames,
    shown_as: shownAs(shown, raw, message, publicNames === null ? null : projected),
    leaks,
    sufficiency: sufficiencyOf({
      call,
      shown,
      shownValue,
      shownLeaves,
      fields,
      lost,
      leaks,
      contracts: offered,
      contract,
    }),
    fields,
    contract_lacks: fields.filter((field) => field.public === false && field.used === true).map(({ path }) => path),
    claims: claimsOf(call, trace, options),
    shapes: {
      message: message ? shapeOf(shown, "result", most) : shapeOf(messageText(call.tool, rawValue), "derived", most),
      raw: shapeOf(raw, "result", most),
      contract: projected === null ? null : shapeOf(projected, publicNames === null ? "used_fields" : "contract", most),
    },
    fork: forkOf(call, trace, projected, publicNames === null ? fieldsCompactorName(used) : publicFields.name, options),
  };
}

/** Values of one field that are looked for in what else the model read. */
const MOST_VALUES = 200;
/** Something of a longer text stands in any other long text; what such a text lost is the rule compaction_loss's to say. */
const LONGEST_LOST = 60;

/** Fields kept from the model here whose values later steps used, though neither the request nor another result told them. */
function lostFields(
  fields: readonly FieldCost[],
  leaves: readonly Leaf[],
  call: TracedCall,
  trace: DiagnosableTrace,
  uses: LaterUses,
): FieldCost[] {
  const hidden = fields.filter((field) => !field.shown && field.used === true);
  if (hidden.length === 0) return [];
  const others = trace.turns.flatMap((turn) => turn.calls).filter((other) => other !== call && other.shown !== null);
  const told = [
    trace.prompt,
    trace.systemPrompt,
    ...trace.steps.flatMap((step) => (step.kind === "user" ? [step.text] : [])),
    ...others.flatMap(({ shown }) => leavesOf(parseResult(shown ?? "")).map(({ value }) => String(value))),
  ].join("\n");
  return hidden.filter(({ path }) =>
    leaves
      .filter(({ pattern }) => pattern === path)
      .slice(0, MOST_VALUES)
      .flatMap(({ value, dataKey, name }) => [value, dataKey].map((text) => ({ text, name })))
      .some(
        ({ text, name }) =>
          text !== null &&
          String(text).length <= LONGEST_LOST &&
          !told.includes(String(text)) &&
          uses.usesOf(text, name, call.turn).length > 0,
      ),
  );
}

function offeredContracts(call: TracedCall, trace: DiagnosableTrace): readonly ToolContract[] {
  const offered = trace.turns.find(({ turn }) => turn === call.turn)?.offered ?? null;
  return offered === null ? trace.contracts : trace.contracts.filter(({ name }) => offered.includes(name));
}

function shownAs(shown: string, raw: string, message: boolean, contract: string | null): ResultCheck["shown_as"] {
  if (message) return "message";
  if (contract !== null && shown === contract) return "contract";
  return shown === raw ? "raw" : "other";
}

/** The turn after the result, with each result of this tool before it projected, and every later one. */
function forkOf(
  call: TracedCall,
  trace: DiagnosableTrace,
  projected: string | null,
  compactor: string,
  { compactors }: RunCheckOptions,
): ResultCheck["fork"] {
  if (projected === null || call.outcome !== "ok" || projected === call.shown) return null;
  const next = trace.turns.find(({ turn }) => turn > call.turn);
  const setting: ForkEdit = { kind: "compactors", compactors: { ...compactors, [call.tool]: compactor } };
  // Nothing was sent after it: the turn itself is sent again, and its results come projected.
  if (!next) return { turn: call.turn, edits: [setting] };
  const before = trace.turns
    .flatMap((turn) => turn.calls)
    .filter((other) => other.tool === call.tool && other.turn < next.turn && other.outcome === "ok");
  const ids = [...new Set(before.map(({ id }) => id))];
  const results = ids.map((id): ForkEdit => ({ kind: "result", call_id: id, use: { as: "compactor", compactor } }));
  return { turn: next.turn, edits: [...results, setting] };
}

function count(
  trace: DiagnosableTrace,
  results: readonly ResultCheck[],
  lint: readonly LintFinding[],
): RunChecks["counts"] {
  const grades = countByGrade(lint);
  const verdicts = (verdict: string): number =>
    results.filter(({ sufficiency }) => sufficiency.verdict === verdict).length;
  return {
    contract_test: { tools: trace.contracts.length, ...grades.contract_test },
    observed_run: {
      results: results.length,
      too_little: verdicts("too_little"),
      too_much: verdicts("too_much"),
      just_enough: verdicts("just_enough"),
      not_judged: verdicts("not_judged"),
      leaks_shown: results.flatMap(({ leaks }) => leaks).filter(({ shown, standing }) => shown && standing === "leak")
        .length,
      false_claims: results.flatMap(({ claims }) => claims).filter(({ holds }) => holds === false).length,
      ...grades.observed_run,
    },
  };
}
