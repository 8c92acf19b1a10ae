// Bundles as files: made from a recorded turn, cut down with a few requests where its endpoint answers, and opened again as a run.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { systemClock } from "../../src-shared/prelude/clock.ts";
import type { RunId } from "../../src-shared/prelude/ids.ts";
import { UserError } from "../../src-shared/prelude/result.ts";
import { Bundle, BUNDLE_VERSION, makeBundle } from "../debug/bundle.ts";
import { freezeTurn, type FrozenTurn } from "../debug/experiment/frozen-turn.ts";
import { ExperimentSpec } from "../debug/experiment/types.ts";
import { needed, type Needed } from "../debug/minimise.ts";
import { recordBundle } from "../debug/open-bundle.ts";
import type { Store } from "../store/store.ts";
import { createExperimentPort } from "./experiment-port.ts";
import { traceReader } from "./trace-reader.ts";
import type { RunParts } from "./unattended-runs.ts";

export interface ExportedBundle {
  file: string;
  bytes: number;
  turn: number;
  messages: { kept: number; of: number };
  tools: { kept: number; of: number };
  /** One line: whether it still stops, and what was not tried. */
  note: string;
}

/** Sets of messages that are tried at most. */
const MOST_TESTS = 60;

/**
 * Writes the bundle of a turn (null: the stopping turn). With `minimise` its requests go to the recorded endpoint; where that is not
 * there the bundle holds everything, and says so.
 */
export async function exportBundle(
  parts: RunParts,
  given: string,
  turn: number | null,
  file: string,
  options: { minimise: boolean; signal: AbortSignal },
): Promise<ExportedBundle> {
  const run = parts.store.resolveRunId(given);
  const frozen = freezeTurn(traceReader(parts.store), run, turn);
  const kept = await keptOf(parts, frozen, options);
  const secrets = [process.env["LOOPSCOPE_API_KEY"] ?? "", ...(await keysOf(parts))].filter((key) => key !== "");
  const bundle = makeBundle(traceReader(parts.store), run, frozen.turn, { ...kept.needed, secrets });
  const text = `${JSON.stringify(bundle, null, 2)}\n`;
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new UserError("unreadable_file", `${file} cannot be written: ${messageOf(error)}.`, { cause: error });
  }
  return {
    file,
    bytes: Buffer.byteLength(text),
    turn: frozen.turn,
    messages: { kept: bundle.messages.length, of: frozen.messages.length },
    tools: { kept: bundle.started.tools.length, of: frozen.tools.length },
    note: kept.note,
  };
}

async function keptOf(
  parts: RunParts,
  frozen: FrozenTurn,
  options: { minimise: boolean; signal: AbortSignal },
): Promise<{ needed: Pick<Needed, "messages" | "tools">; note: string }> {
  const whole = { messages: [...frozen.messages.keys()], tools: [...frozen.tools] };
  if (!options.minimise) return { needed: whole, note: "Whole, as asked." };
  const port = createExperimentPort(parts, { host: "cli", user: "", onCrash: () => undefined });
  const spec = ExperimentSpec.parse({
    title: "bundle",
    base: { kind: "turn", run: frozen.run, turn: frozen.turn },
    arms: [{ name: "bundle", detail: "", edits: [], variant: null }],
    samples: 1,
    seed: 0,
  });
  const { seed } = frozen.started.variant.sampling;
  try {
    const found = await needed(
      frozen,
      async (edits) => {
        const arm = { name: "bundle", detail: "", edits: [...edits], variant: null };
        // Twice: a server without seeds may stop once by chance.
        for (const _ of [1, 2]) {
          const { going_on: goingOn } = await port.probe(spec, arm, seed, options.signal);
          if (goingOn !== false) return false;
        }
        return true;
      },
      MOST_TESTS,
    );
    return found.stops
      ? { needed: found, note: "It still stops with what is kept." }
      : { needed: whole, note: "Whole: sent again it did not stop, so nothing could be left out." };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { needed: whole, note: `Whole: nothing could be tried out (${error.message})` };
  } finally {
    await port.close();
  }
}

async function keysOf(parts: RunParts): Promise<string[]> {
  const endpoints = await parts.endpoints.list();
  return endpoints.flatMap((endpoint) => (endpoint.key_env ? (process.env[endpoint.key_env] ?? []) : []));
}

/**
 * The run of a bundle's file; the same content is not recorded twice.
 * @throws UserError for a file that cannot be read, or a bundle that is damaged or newer
 */
export function openBundle(store: Store, file: string): RunId {
  const text = read(file);
  const key = `bundle:${createHash("sha256").update(text).digest("hex")}`;
  const before = store.getSetting(key);
  if (typeof before === "string") return store.resolveRunId(before);
  const run = recordBundle(parse(text, file), basename(file), store.recordersAt(systemClock));
  store.setSetting(key, run);
  return run;
}

/** True for what a command should take for a file and not for a run's id. */
export function looksLikeBundle(given: string): boolean {
  return /[/\\.]/.test(given);
}

function parse(text: string, file: string): Bundle {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UserError("unreadable_file", `${file} is not JSON: ${messageOf(error)}.`, { cause: error });
  }
  const version =
    typeof value === "object" && value !== null && "loopscope_bundle" in value ? value.loopscope_bundle : null;
  if (version === null)
    throw new UserError("invalid_input", `${file} is no bundle. Make one with: loopscope export RUN --format bundle`);
  if (version !== BUNDLE_VERSION) {
    throw new UserError(
      "invalid_input",
      `${file} is a bundle of version ${JSON.stringify(version)}; this Loopscope reads ${BUNDLE_VERSION}.`,
    );
  }
  const parsed = Bundle.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new UserError(
    "invalid_input",
    `${file}: field ${issue?.path.join(".") ?? ""}: ${issue?.message ?? "does not fit"}.`,
  );
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new UserError("unreadable_file", `${file} cannot be read: ${messageOf(error)}.`, { cause: error });
  }
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "";
}
