// What a result claims of the state (`ok`, `uiUpdated`, `stateVersion`) against the environment before and after the call. A claim is false only when the
// recorded environment contradicts it; where no environment is on record nothing is judged.
import type { ClaimCheck } from "../../../src-shared/rpc/checks.ts";
import { isJsonObject, type JsonValue } from "../../../src-shared/prelude/json.ts";
import type { EnvironmentChange } from "../../../src-shared/trace/tool-contract.ts";
import { guessEffect } from "../../ledger/lexicon/families.ts";
import { parseResult } from "../../tools/parse-result.ts";
import { claimedVersion, readClaims, sameVersion, type Claim } from "../../tools/result-claims.ts";
import type { DiagnosableTrace, TracedCall, TracedEnvironment } from "../types.ts";

export interface ClaimOptions {
  /** Versions that the packs themselves count, by snapshot; left out: they are looked for in the snapshot by name. */
  versionsOf?: (environment: JsonValue) => readonly (string | number)[];
}

/** The claims of one result, each with whether it holds. Results that were answered by a person or stand for a refusal claim nothing. */
export function claimsOf(call: TracedCall, trace: DiagnosableTrace, options: ClaimOptions = {}): ClaimCheck[] {
  if (call.raw === null || call.compactor === "edited") return [];
  const value = parseResult(call.raw);
  return readClaims(value).map((claim) => ({
    claim: claim.name,
    path: claim.path,
    value: claim.value,
    ...judge(claim, value, call, trace, options),
  }));
}

type Judged = Pick<ClaimCheck, "holds" | "detail">;

function judge(
  claim: Claim,
  value: JsonValue,
  call: TracedCall,
  trace: DiagnosableTrace,
  options: ClaimOptions,
): Judged {
  const environment = call.environment ?? null;
  if (environment === null || environment.packs.length === 0)
    return { holds: null, detail: "No environment is on record to compare it with." };
  switch (claim.name) {
    case "ok":
      return judgeOk(claim.value === true, value, call, environment);
    case "uiUpdated":
      return judgeInterface(claim.value === true, environment);
    case "stateVersion":
      return judgeVersion(claim.value as string | number, call, trace, environment, options);
  }
}

function judgeOk(claimed: boolean, value: JsonValue, call: TracedCall, { changes }: TracedEnvironment): Judged {
  const reads = (call.effect ?? guessEffect(call.tool) ?? "read") === "read";
  if (!claimed)
    return changes.length > 0
      ? { holds: false, detail: `It says that it failed, and the environment changed: ${told(changes)}.` }
      : { holds: true, detail: "It says that it failed, and nothing changed." };
  if (reads)
    return changes.length > 0
      ? { holds: false, detail: `It is declared a read, and the environment changed: ${told(changes)}.` }
      : { holds: true, detail: "A read that changed nothing." };
  if (changes.length > 0) return { holds: true, detail: `The environment changed: ${told(changes)}.` };
  return saysUnchanged(value)
    ? { holds: true, detail: "It says itself that there was nothing to change, and nothing changed." }
    : { holds: false, detail: "It says that it worked, and the environment is the same before and after." };
}

/** A write that finds its work done already may say so and change nothing. */
function saysUnchanged(value: JsonValue): boolean {
  if (!isJsonObject(value)) return false;
  if (value["changed"] === false || value["unchanged"] === true) return true;
  return [value["code"], value["status"], value["message"]].some(
    (text) =>
      typeof text === "string" &&
      /\b(?:unchanged|already|no[_ -]?change|not[_ -]?changed|nothing to (?:do|change)|no[_ -]?op|duplicate|dry[_ -]?run)|已(?:经|經)?存在|無變更|无变更|没有变化|沒有變化/i.test(
        text.replaceAll("_", " "),
      ),
  );
}

/** The part of an environment that stands for what a person sees. */
const INTERFACE = /^\/[^/]+\/(?:ui|view|screen|interface|display)(?:\/|$)/i;

function judgeInterface(claimed: boolean, { changes, after, before }: TracedEnvironment): Judged {
  const seen = changes.filter(({ path }) => INTERFACE.test(path));
  const hasInterface = seen.length > 0 || [before, after].some(holdsInterface);
  if (hasInterface) {
    if (claimed === seen.length > 0)
      return {
        holds: true,
        detail: claimed ? `The interface changed: ${told(seen)}.` : "The interface did not change.",
      };
    return claimed
      ? {
          holds: false,
          detail: "It says that the interface was updated, and the interface is the same before and after.",
        }
      : { holds: false, detail: `It says that the interface was not updated, and it changed: ${told(seen)}.` };
  }
  if (!claimed)
    return changes.length === 0
      ? { holds: true, detail: "Nothing changed, so there was nothing to show." }
      : { holds: null, detail: "The environment on record has no part that stands for the interface." };
  return changes.length > 0
    ? { holds: true, detail: `The environment changed: ${told(changes)}.` }
    : { holds: false, detail: "It says that the interface was updated, and nothing at all changed." };
}

function holdsInterface(snapshot: JsonValue | null): boolean {
  if (!isJsonObject(snapshot)) return false;
  return Object.entries(snapshot).some(
    ([pack, slice]) => isJsonObject(slice) && Object.keys(slice).some((key) => INTERFACE.test(`/${pack}/${key}`)),
  );
}

function judgeVersion(
  claimed: string | number,
  call: TracedCall,
  trace: DiagnosableTrace,
  { changes, after }: TracedEnvironment,
  { versionsOf = versionFields }: ClaimOptions,
): Judged {
  const current = after === null ? [] : versionsOf(after);
  if (current.length > 0)
    return current.some((version) => sameVersion(version, claimed))
      ? { holds: true, detail: `The environment is at version ${claimed}.` }
      : { holds: false, detail: `It claims version ${claimed}, and the environment is at ${current.join(" or ")}.` };
  const last = lastClaim(call, trace);
  if (last === null)
    return { holds: null, detail: "The environment counts no version, and no earlier result claimed one." };
  const moved = changes.length > 0 || last.changedSince;
  const same = sameVersion(last.version, claimed);
  if (moved && same) return { holds: false, detail: `The environment changed, and the version is still ${claimed}.` };
  if (!moved && !same)
    return {
      holds: false,
      detail: `Nothing changed since version ${last.version} was claimed, and it claims ${claimed}.`,
    };
  return {
    holds: true,
    detail: moved
      ? `The environment changed, and the version moved on from ${last.version}.`
      : "Nothing changed, and the version is the same.",
  };
}

/** The version that the nearest earlier result claimed, and whether a call after it changed the environment. */
function lastClaim(
  call: TracedCall,
  trace: DiagnosableTrace,
): { version: string | number; changedSince: boolean } | null {
  const calls = trace.turns.flatMap((turn) => turn.calls);
  let changedSince = false;
  for (const other of calls
    .slice(
      0,
      calls.findIndex(({ id, turn }) => id === call.id && turn === call.turn),
    )
    .toReversed()) {
    const version = other.raw === null ? null : claimedVersion(parseResult(other.raw));
    if (version !== null) return { version, changedSince };
    changedSince ||= (other.environment?.changes.length ?? 0) > 0;
  }
  return null;
}

const VERSION_NAME = /^(?:state_?version|version|revision)$/i;

/** Version fields of each pack's slice, at its top or one level below. */
function versionFields(environment: JsonValue): (string | number)[] {
  if (!isJsonObject(environment)) return [];
  return Object.values(environment).flatMap((slice) => {
    if (!isJsonObject(slice)) return [];
    const inner = Object.values(slice).filter(isJsonObject).slice(0, 20);
    const own = versionsIn(slice);
    return own.length > 0 ? own : inner.flatMap(versionsIn).slice(0, 1);
  });
}

function versionsIn(object: { [key: string]: JsonValue }): (string | number)[] {
  return Object.entries(object).flatMap(([key, value]) =>
    VERSION_NAME.test(key) && (typeof value === "number" || typeof value === "string") ? [value] : [],
  );
}

function told(changes: readonly EnvironmentChange[]): string {
  const shown = changes.slice(0, 3).map(({ op, path }) => `${op} ${path}`);
  return shown.join(", ") + (changes.length > 3 ? ` and ${changes.length - 3} more` : "");
}
