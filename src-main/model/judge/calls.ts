// Raw calls → the calls of the turn: a usable id, the name, the arguments, and a flag for each thing that was mended.
import type { JsonObject } from "../../../src-shared/prelude/json.ts";
import type { ParsedCall } from "../../../src-shared/trace/events/response-finished.ts";
import type { ToolDefinition } from "../../../src-shared/trace/tool-contract.ts";
import { CallFlag } from "../../../src-shared/trace/vocabulary.ts";
import { parseArguments } from "../assemble/arguments.ts";
import type { RawCall } from "../assemble/tool-calls.ts";

export interface CallContext {
  turn: number;
  /** The tools as the user named them. */
  tools: readonly ToolDefinition[];
  /** Name on the wire → the user's name, where they differ. */
  originalNames: ReadonlyMap<string, string>;
  /** The turn was cut at a limit: none of its calls may run. */
  cutByLimit: boolean;
  /** The connection was lost or the stream ended early: a call whose arguments are not closed may not run. */
  broken: boolean;
}

export function judgeCalls(raw: readonly RawCall[], context: CallContext): ParsedCall[] {
  const schemas = new Map<string, JsonObject | null>();
  for (const tool of context.tools) schemas.set(tool.function.name, tool.function.parameters ?? null);
  const taken = new Set<string>();
  const result: ParsedCall[] = [];
  for (const [position, call] of raw.entries()) {
    const flags = new Set<CallFlag>();
    const { name, repaired } = resolveName(call.nameParts, schemas, context.originalNames);
    if (repaired) flags.add("name_repaired");
    if (!schemas.has(name)) flags.add("unknown_tool");
    if (call.resent) flags.add("duplicate");
    const id = usableId(call.id, taken, context.turn, position);
    if (id.synthetic) flags.add("id_synthetic");
    taken.add(id.id);
    const text = call.argumentsText ?? "";
    result.push({
      id: id.id,
      id_synthetic: id.synthetic,
      name,
      arguments: readArguments(call, schemas.get(name) ?? null, schemas.has(name), context, flags),
      arguments_text: text,
      flags: CallFlag.options.filter((flag) => flags.has(flag)),
    });
  }
  return result;
}

function readArguments(
  call: RawCall,
  schema: JsonObject | null,
  known: boolean,
  context: CallContext,
  flags: Set<CallFlag>,
): JsonObject | null {
  // A tool without a schema takes no arguments; of an unknown tool nothing is known.
  const parsed = parseArguments(call.argumentsText, known ? (schema ?? {}) : null);
  if (context.cutByLimit) flags.add("arguments_truncated");
  switch (parsed.state) {
    case "ok":
      if (context.cutByLimit && parsed.repaired) return null;
      // Nothing came of the arguments before the connection broke: `{}` would be a guess.
      if (context.broken && (call.argumentsText ?? "").trim() === "") {
        flags.add("arguments_truncated");
        return null;
      }
      if (parsed.repaired || call.argumentsOddForm) flags.add("arguments_repaired");
      return parsed.value;
    case "truncated":
      flags.add("arguments_truncated");
      return null;
    case "invalid":
      if (context.broken || context.cutByLimit) flags.add("arguments_truncated");
      else flags.add("arguments_invalid");
      return null;
  }
}

/** The server's id when it is usable: not empty and not taken in this turn. */
function usableId(id: string | null, taken: ReadonlySet<string>, turn: number, position: number) {
  if (id !== null && !taken.has(id)) return { id, synthetic: false };
  let own = `call_t${turn}_${position}`;
  while (taken.has(own)) own += "_";
  return { id: own, synthetic: true };
}

/** The name that the pieces come to. A name is never guessed: only pieces are joined and known wrappings taken off. */
function resolveName(
  parts: readonly string[],
  known: ReadonlyMap<string, unknown>,
  originals: ReadonlyMap<string, string>,
): { name: string; repaired: boolean } {
  const real = (name: string) => originals.get(name) ?? (known.has(name) ? name : null);
  const first = parts[0] ?? "";
  const direct = real(first);
  if (direct !== null) return { name: direct, repaired: false };
  const joined = parts.join("");
  const last = parts.at(-1) ?? "";
  // Pieces that each repeat what came before end with the whole name.
  const growing = parts.length > 1 && parts.every((part, at) => at === 0 || part.startsWith(parts[at - 1] ?? ""));
  for (const candidate of growing ? [last, joined] : [joined, last]) {
    const found = real(candidate) ?? real(unwrapName(candidate));
    if (found !== null) return { name: found, repaired: true };
  }
  return { name: parts.length > 1 && !growing ? first : last, repaired: false };
}

/** Takes off what parsers leave around a name: white space, quotes, `functions.`, `default_api.`, `:0`, channel tokens, `()`. */
function unwrapName(name: string): string {
  return name
    .trim()
    .replace(/^["'`]+|["'`]+$/g, "")
    .replace(/<[|｜].*$/s, "")
    .replace(/^(?:to=)?(?:functions?|default_api|tools?)[.:]/, "")
    .replace(/:\d+$/, "")
    .replace(/\(\s*\)$/, "")
    .trim();
}
