// Is a result too little, too much or just enough for what comes next? Each check says what it read and is left open where nothing can be told; the
// verdict follows from the checks alone.
import type { ChangeParts, FieldCost, Leak, Sufficiency, SufficiencyCheck } from "../../../src-shared/rpc/checks.ts";
import { isJsonObject, type JsonValue } from "../../../src-shared/prelude/json.ts";
import type { ToolContract } from "../../../src-shared/trace/tool-contract.ts";
import { guessEffect, toolActs } from "../../ledger/lexicon/families.ts";
import { headNoun, idNoun, isBareId } from "../../tools/lint/tool-words.ts";
import { claimedVersion } from "../../tools/result-claims.ts";
import type { TracedCall } from "../types.ts";
import { valuesIn } from "../values.ts";
import type { Leaf } from "./leaves.ts";

export interface SufficiencyInput {
  call: TracedCall;
  /** The result as the model was shown it. */
  shown: string;
  shownValue: JsonValue;
  shownLeaves: readonly Leaf[];
  fields: readonly FieldCost[];
  /** Fields that later steps used, that the model was not shown here, and that nothing else told it. */
  lost: readonly FieldCost[];
  leaks: readonly Leak[];
  contracts: readonly ToolContract[];
  contract: ToolContract | null;
}

/** Non-public characters of a shown result: more than both of these are too much. */
const EXCESS_SHARE = 0.2;
const EXCESS_CHARS = 100;
/** Without public fields: characters that nothing used later, in a result that costs something at all. */
const UNUSED_SHARE = 0.6;
const UNUSED_CHARS = 1_500;

type Check = SufficiencyCheck;

export function sufficiencyOf(input: SufficiencyInput): Sufficiency {
  const parts = changeParts(input.shownValue);
  const { call } = input;
  const notJudged = (why: string): Sufficiency => ({ verdict: "not_judged", why, checks: [], parts });
  if (call.outcome === null) return notJudged("No result is on record.");
  if (call.outcome === "empty") return notJudged("Nothing was found; there is nothing to measure.");
  if (call.outcome !== "ok") return notJudged(`The call came to ${call.outcome}: an error, not a result.`);
  const checks = [
    answerCheck(input),
    idsCheck(input),
    changeCheck(input, parts),
    versionCheck(input),
    excessCheck(input),
    leakCheck(input),
  ];
  const failed = (wanted: readonly Check["check"][]): string =>
    checks
      .filter(({ check, ok }) => ok === false && wanted.includes(check))
      .map(({ detail }) => detail)
      .join(" ");
  const little = failed(["answer", "ids_for_next", "what_changed", "state_version"]);
  const much = failed(["no_excess", "no_leak"]);
  if (little !== "")
    return { verdict: "too_little", why: much === "" ? little : `${little} And too much: ${much}`, checks, parts };
  if (much !== "") return { verdict: "too_much", why: much, checks, parts };
  const held = checks.filter(({ check, ok }) => ok === true && check !== "no_leak");
  if (held.length === 0)
    return { verdict: "not_judged", why: "Nothing later shows what the result was needed for.", checks, parts };
  return { verdict: "just_enough", why: held.map(({ detail }) => detail).join(" "), checks, parts };
}

/** Control fields say how a call went, not what it found. */
const CONTROL = /^(?:message|msg|status|ok|success|code|state_?version|ui_?updated|source_?timestamp|timestamp)$/i;

/** Only says that something was done or found; null where the result has fields of its own. */
export function isMessageOnly(shown: string, leaves: readonly Leaf[]): boolean {
  if (leaves.every(({ path }) => path === "")) {
    // Text: a message when it is short and names nothing that could be used.
    return (
      shown.length <= 300 &&
      !shown.includes("\n") &&
      !valuesIn(shown).some(({ kind }) => kind !== "number" && kind !== "name")
    );
  }
  return leaves.every(({ pattern, value }) => {
    const names = pattern.split("/").filter((part) => part !== "" && part !== "*");
    if (names.length === 0 || !names.every((name) => CONTROL.test(name))) return false;
    return (
      typeof value !== "string" ||
      (value.length <= 300 && !valuesIn(value).some(({ kind }) => kind === "id" || kind === "file"))
    );
  });
}

function effectOf(call: TracedCall): "read" | "write" | "destructive" {
  return call.effect ?? guessEffect(call.tool) ?? "read";
}

function answerCheck({ call, shown, shownLeaves, fields, lost }: SufficiencyInput): Check {
  const about = { check: "answer" as const };
  if (effectOf(call) !== "read")
    return { ...about, ok: null, grade: "observed_run", detail: "A write answers no question." };
  if (lost.length > 0)
    return {
      ...about,
      ok: false,
      grade: "observed_run",
      detail: `Later steps used ${listed(lost)}, which no result showed the model.`,
    };
  const used = fields.filter((field) => field.shown && field.used === true);
  if (used.length > 0)
    return { ...about, ok: true, grade: "observed_run", detail: `Later steps used ${listed(used)} of it.` };
  if (isMessageOnly(shown, shownLeaves))
    return {
      ...about,
      ok: false,
      grade: "observed_run",
      detail: `${call.tool} was asked for data, and the model was shown a message without any.`,
    };
  return { ...about, ok: null, grade: "observed_run", detail: "No later step used a value of it." };
}

/** Tools offered that take an id of what this tool is about. */
function takersOf({ call, contracts }: SufficiencyInput): { tool: string; argument: string }[] {
  const noun = headNoun(call.tool);
  if (noun === null) return [];
  return contracts.flatMap((contract) => {
    if (contract.name === call.tool) return [];
    const properties = contract.input_schema["properties"];
    const args = isJsonObject(properties) ? Object.keys(properties) : [];
    return args.flatMap((argument) =>
      idNoun(argument) === noun || (isBareId(argument) && headNoun(contract.name) === noun)
        ? [{ tool: contract.name, argument }]
        : [],
    );
  });
}

function idsCheck(input: SufficiencyInput): Check {
  const { call, shown, shownLeaves } = input;
  const about = { check: "ids_for_next" as const, grade: "contract_test" as const };
  const open = (detail: string): Check => ({ ...about, ok: null, detail });
  const acts = toolActs(call.tool);
  const gives = effectOf(call) === "read" || acts.has("create") || acts.has("schedule") || acts.has("book");
  const takers = takersOf(input);
  if (!gives || takers.length === 0) return open("No offered tool takes an id of what it gives.");
  const given = isJsonObject(call.arguments) ? Object.keys(call.arguments) : [];
  if (takers.every(({ argument }) => given.includes(argument))) return open("The call itself named the id.");
  const noun = headNoun(call.tool);
  const named = (name: string): boolean =>
    isBareId(name) || idNoun(name) === noun || takers.some(({ argument }) => argument === name);
  const holds =
    shownLeaves.some(({ name, value }) => value !== null && named(name)) ||
    valuesIn(shown).some(({ kind, field }) => kind === "id" && (field === null || named(field)));
  const [first] = takers;
  const tools = [...new Set(takers.map(({ tool }) => tool))].join(", ");
  return holds
    ? { ...about, ok: true, detail: `It holds the id that ${tools} ${takers.length === 1 ? "takes" : "take"}.` }
    : {
        ...about,
        ok: false,
        detail: `${tools} ${takers.length === 1 ? "takes" : "take"} "${first?.argument}", and the result holds no id.`,
      };
}

function changeCheck({ call, shown, shownLeaves }: SufficiencyInput, parts: ChangeParts): Check {
  const about = { check: "what_changed" as const, grade: "observed_run" as const };
  if (effectOf(call) === "read") return { ...about, ok: null, detail: "A read changes nothing." };
  const text = shown.toLowerCase();
  const changed = (call.environment?.changes ?? []).flatMap(({ to }) => scalars(to));
  const sent = scalars(call.arguments);
  const told = [...sent, ...changed]
    .filter((value) => value.length >= 2 && text.includes(value.toLowerCase()))
    .toSorted((a, b) => b.length - a.length)[0];
  if (told !== undefined) return { ...about, ok: true, detail: `It names what changed ("${told.slice(0, 60)}").` };
  const hasId = shownLeaves.some(({ name, value }) => value !== null && (isBareId(name) || idNoun(name) !== null));
  const named = valuesIn(shown).some(({ kind, field }) => field !== null && (kind === "id" || kind === "file"));
  if (hasId || named || parts.data || parts.current_target)
    return { ...about, ok: true, detail: "It names what it changed." };
  return { ...about, ok: false, detail: `${call.tool} changed something, and its result does not say what.` };
}

function versionCheck(input: SufficiencyInput): Check {
  const { call, contracts, shownValue } = input;
  const about = { check: "state_version" as const, grade: "contract_test" as const };
  const noun = headNoun(call.tool);
  const takers = contracts.filter(
    (contract) => contract.state_version_argument !== undefined && headNoun(contract.name) === noun,
  );
  const [first] = takers;
  if (!first) return { ...about, ok: null, detail: "No offered tool acts on a version of what it gives." };
  // A search need not tell the version where a look at one entry comes between it and the write.
  const given = isJsonObject(call.arguments) ? Object.keys(call.arguments) : [];
  const between = takersOf(input).find(
    ({ tool, argument }) =>
      !given.includes(argument) && contracts.some(({ name, effect }) => name === tool && effect === "read"),
  );
  if (between)
    return { ...about, ok: null, detail: `${between.tool} comes before ${first.name} and can tell the version.` };
  return claimedVersion(shownValue) === null
    ? {
        ...about,
        ok: false,
        detail: `${first.name} acts on "${first.state_version_argument}", and the result names no version of the state.`,
      }
    : { ...about, ok: true, detail: `It names the version that ${first.name} acts on.` };
}

function excessCheck({ call, shown, fields, contract }: SufficiencyInput): Check {
  const about = { check: "no_excess" as const };
  const total = Math.max(1, shown.length);
  if (contract?.public_fields) {
    const beyond = fields.filter((field) => field.shown && field.public === false);
    const chars = sum(beyond);
    if (chars > EXCESS_CHARS && chars / total > EXCESS_SHARE)
      return {
        ...about,
        ok: false,
        grade: "contract_test",
        detail: `${percent(chars / total)} of it (${chars} characters) is beyond the contract's public fields: ${listed(beyond)}.`,
      };
    return { ...about, ok: true, grade: "contract_test", detail: "It keeps to the contract's public fields." };
  }
  const unused = fields.filter((field) => field.shown && field.used === false);
  const chars = sum(unused);
  const judged = fields.some((field) => field.used === true);
  if (judged && chars > UNUSED_CHARS && chars / total > UNUSED_SHARE)
    return {
      ...about,
      ok: false,
      grade: "observed_run",
      detail: `Nothing later used ${percent(chars / total)} of it (${chars} characters): ${listed(unused)}.`,
    };
  const detail =
    judged || total <= UNUSED_CHARS
      ? `${call.tool} names no public fields, and little of the result was left unused.`
      : "The contract names no public fields, and nothing later shows what was needed.";
  return { ...about, ok: judged ? true : null, grade: "observed_run", detail };
}

function leakCheck({ leaks }: SufficiencyInput): Check {
  const about = { check: "no_leak" as const, grade: "observed_run" as const };
  const shown = leaks.filter((leak) => leak.standing === "leak" && leak.shown);
  // Addresses and people's ids are often data that a contract forgot; only what no model ever needs decides.
  const isPersonal = ({ kind }: Leak): boolean => kind === "email" || kind === "user_id";
  const internal = shown.filter((leak) => !isPersonal(leak));
  if (internal.length > 0)
    return { ...about, ok: false, detail: `What is not for a model reached it: ${places(internal)}.` };
  if (shown.length > 0)
    return {
      ...about,
      ok: null,
      detail: `Personal data beyond the public fields reached the model: ${places(shown)}.`,
    };
  return { ...about, ok: true, detail: "Nothing internal reached the model." };
}

function places(leaks: readonly Leak[]): string {
  return leaks
    .slice(0, 4)
    .map(({ kind, pattern }) => `${kind.replaceAll("_", " ")} at ${pattern === "" ? "the top" : pattern}`)
    .join(", ");
}

/** What of `ok`, `code`, `data`, `guidance`, `uiUpdated` and `stateVersion` stands in it. */
function changeParts(value: JsonValue): ChangeParts {
  const object = isJsonObject(value) ? value : {};
  const guidance = isJsonObject(object["guidance"]) ? object["guidance"] : {};
  const has = (within: { [key: string]: JsonValue }, ...spellings: string[]): boolean =>
    Object.entries(within).some(
      ([key, field]) => field !== null && spellings.includes(key.toLowerCase().replace(/[^a-z]/g, "")),
    );
  return {
    ok: has(object, "ok", "success"),
    code: has(object, "code", "errorcode", "statuscode"),
    data: isJsonObject(object["data"]) || Array.isArray(object["data"]),
    available_actions: has(guidance, "availableactions"),
    current_target: has(guidance, "currenttarget"),
    requires_human_confirmation: has(guidance, "requireshumanconfirmation"),
    ui_updated: has(object, "uiupdated"),
    state_version: has(object, "stateversion") || claimedVersion(value) !== null,
  };
}

function scalars(value: JsonValue | null): string[] {
  if (value === null || typeof value === "boolean") return [];
  if (Array.isArray(value)) return value.flatMap(scalars);
  if (isJsonObject(value)) return Object.values(value).flatMap(scalars);
  return [String(value)];
}

function listed(fields: readonly FieldCost[]): string {
  const paths = fields.slice(0, 4).map(({ path }) => (path === "" ? "its text" : path));
  return paths.join(", ") + (fields.length > 4 ? ` and ${fields.length - 4} more` : "");
}

function sum(fields: readonly FieldCost[]): number {
  return fields.reduce((total, field) => total + field.chars, 0);
}

function percent(share: number): string {
  return `${Math.round(Math.min(1, share) * 100)} %`;
}
