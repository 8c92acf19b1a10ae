// loopscope show: one run's turns, or one turn's context, response, wire, results, events or environment.
import type { Command } from "commander";
import { Option } from "commander";
import { assertNever } from "../../../src-shared/prelude/assert-never.ts";
import type { RunId } from "../../../src-shared/prelude/ids.ts";
import { isJsonObject, type JsonValue } from "../../../src-shared/prelude/json.ts";
import { UserError } from "../../../src-shared/prelude/result.ts";
import { eventSchemas } from "../../../src-shared/trace/event.ts";
import type { Store } from "../../store/store.ts";
import { createReads, type TraceReads } from "../reads.ts";
import type { CliContext, CommonOptions } from "./context.ts";
import { printEither, withCommonOptions, withStore } from "./context.ts";
import { plain, shorten, summaryLine, turnLines } from "./format.ts";
import { wholeNumber } from "./numbers.ts";

const WHAT = ["context", "response", "wire", "result", "events", "environment"] as const;
type What = (typeof WHAT)[number];

interface Options extends CommonOptions {
  turn?: number;
  what?: What;
  kind?: string[];
  tool?: string[];
  decision?: string[];
}

export function addShowCommand(program: Command, context: CliContext): void {
  withCommonOptions(program.command("show"))
    .description("show a run, or one turn of it")
    .argument("<run>", "the run's id, or its beginning")
    .option("--turn <n>", "one turn", wholeNumber("--turn", 1, 1_000_000))
    .addOption(new Option("--what <part>", "the part to show").choices([...WHAT]))
    .option("--kind <kind>", "events of this kind only, e.g. policy.decided (with --what events; repeatable)", collect)
    .option("--tool <name>", "events about this tool only (with --what events; repeatable)", collect)
    .option(
      "--decision <word>",
      "decisions of this kind only: run, ask, refuse, approve, deny, … (with --what events; repeatable)",
      collect,
    )
    .action((given: string, options: Options) => {
      withStore(options, (store) => {
        const run = store.resolveRunId(given);
        const reads = createReads(store);
        const { document, lines } = partOf(store, reads, run, options);
        printEither(context, options, document, lines);
      });
    });
}

interface Part {
  document: unknown;
  lines: () => string[];
}

const collect = (value: string, before: string[] | undefined): string[] => [...(before ?? []), value];

function partOf(store: Store, reads: TraceReads, run: RunId, options: Options): Part {
  if (options.what === "events") return eventsPart(store, run, options);
  for (const filter of ["kind", "tool", "decision"] as const)
    if (options[filter]) throw new UserError("usage", `show: --${filter} goes with --what events.`);
  if (options.what === undefined || options.what === "response")
    return turnsPart(store, reads, run, options.turn ?? null);
  const turn = options.turn ?? onlyTurn(reads, run, options.what);
  return turnPart(reads, run, turn, options.what);
}

/** Where a part needs a turn and none is given, a run with one turn has no doubt. */
function onlyTurn(reads: TraceReads, run: RunId, what: What): number {
  const turns = reads.turns(run);
  const [only] = turns;
  if (turns.length === 1 && only) return only.turn;
  throw new UserError("usage", `show --what ${what} needs --turn N; run ${run} has ${turns.length} turns.`);
}

function turnsPart(store: Store, reads: TraceReads, run: RunId, turn: number | null): Part {
  const known = store.getRun(run);
  if (!known) throw new UserError("not_found", `There is no run ${run}.`);
  const all = reads.turns(run);
  const turns = turn === null ? all : all.filter((record) => record.turn === turn);
  if (turn !== null && turns.length === 0) {
    throw new UserError("not_found", `Run ${run} has no turn ${turn}; it has ${all.length} turns.`);
  }
  return {
    document: { run: known.summary, turns },
    lines: () => [summaryLine(known.summary), ...turns.flatMap(turnLines)],
  };
}

function eventsPart(store: Store, run: RunId, { turn, kind: kinds, tool, decision }: Options): Part {
  const about = (data: JsonValue, field: "tool" | "decision", wanted: readonly string[] | undefined) =>
    wanted === undefined || (isJsonObject(data) && typeof data[field] === "string" && wanted.includes(data[field]));
  const events = store
    .events(run, { ...(kinds ? { kinds } : {}), ...(turn === undefined ? {} : { turn }) })
    .filter(({ data }) => about(data, "tool", tool) && about(data, "decision", decision))
    .map(({ seq, at, kind, turn: of, data }) => ({ seq, at: new Date(at).toISOString(), kind, turn: of, data }));
  const strange = kinds?.find(
    (kind) => !Object.hasOwn(eventSchemas, kind) && store.events(run, { kinds: [kind], limit: 1 }).length === 0,
  );
  if (strange !== undefined) {
    const known = Object.keys(eventSchemas).join(", ");
    throw new UserError("usage", `show: there are no events of kind ${JSON.stringify(strange)}; there are ${known}.`);
  }
  return {
    document: { events },
    lines: () =>
      events.map(
        (event) => `${event.seq}  ${event.at}  ${event.kind}  ${plain(shorten(JSON.stringify(event.data), 160))}`,
      ),
  };
}

function turnPart(reads: TraceReads, run: RunId, turn: number, what: Exclude<What, "events" | "response">): Part {
  switch (what) {
    case "context": {
      const document = reads.context(run, turn);
      return {
        document,
        lines: () =>
          document.messages.flatMap((message) => [
            `[${message.role}]${message.new ? " new" : ""} ~${message.tokens} tokens`,
            plainBlock(message.content),
            "",
          ]),
      };
    }
    case "result": {
      const document = reads.results(run, turn);
      return {
        document,
        lines: () =>
          document.results.flatMap((result) => [
            `${plain(result.tool)} (${result.call_id}): ${result.raw_chars} → ${result.shown_chars} characters, compactor ${result.compactor}`,
            "raw:",
            plain(result.raw),
            "shown:",
            plain(result.shown),
          ]),
      };
    }
    case "wire": {
      const document = reads.wire(run, turn, null);
      return {
        document,
        lines: () => [
          `POST ${document.url}`,
          plain(JSON.stringify(document.request, null, 2)),
          `→ ${document.status ?? "no response"}`,
          ...document.lines.map((line) => `${line.at_ms.toFixed(1).padStart(9)} ms  ${plain(line.text)}`),
        ],
      };
    }
    case "environment": {
      const document = reads.environment(run, turn);
      return {
        document,
        lines: () =>
          document.changes.length === 0
            ? ["Nothing changed."]
            : document.changes.map(
                (change) =>
                  `${change.op} ${plain(change.path)}  ${plain(shorten(JSON.stringify(change.to ?? change.from)))}`,
              ),
      };
    }
    default:
      return assertNever(what);
  }
}

function plainBlock(content: unknown): string {
  return plain(typeof content === "string" ? content : JSON.stringify(content));
}
