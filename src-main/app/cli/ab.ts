// loopscope ab: one recorded turn's request to several arms (streaming, thinking, endpoints); nothing is executed.
import { userInfo } from "node:os";
import { InvalidArgumentError, type Command } from "commander";
import type { AbArm, AbDocument } from "../../../src-shared/rpc/ab.ts";
import { AbRequestInput } from "../../../src-shared/rpc/ab.ts";
import { UserError } from "../../../src-shared/prelude/result.ts";
import { createAb } from "../ab.ts";
import type { Core } from "../core.ts";
import { createAppExperiments } from "../experiments.ts";
import { printEither, withCommonOptions, withCore, type CliContext, type CommonOptions } from "./context.ts";
import { plain } from "./format.ts";
import { interruptible } from "./interrupt.ts";
import { wholeNumber } from "./numbers.ts";
import { bar, terminalProgress } from "./progress.ts";

interface Options extends CommonOptions {
  turn: number;
  stream: boolean[];
  thinking: boolean[];
  endpoint: string[];
  model?: string;
  samples: number;
}

export function addAbCommand(program: Command, context: CliContext): void {
  withCommonOptions(program.command("ab"))
    .description("send a recorded turn's request again: streamed or not, thinking or not, to other servers")
    .argument("<run>", "the run's id, or its beginning")
    .requiredOption("--turn <n>", "the turn whose request is sent", wholeNumber("--turn", 1, 1_000_000))
    .option("--stream <values>", "on, off or on,off beside what was recorded", onOff("--stream"), [])
    .option("--thinking <values>", "on, off or on,off beside what was recorded", onOff("--thinking"), [])
    .option(
      "--endpoint <url>",
      "another endpoint (may be given again)",
      (url, before: string[]) => [...before, url],
      [],
    )
    .option("--model <name>", "the model at the other endpoints (default: the recorded one, or the first listed)")
    .option("--samples <n>", "samples of each arm", wholeNumber("--samples", 1, 1000), 10)
    .action(async (run: string, options: Options) => {
      await withCore(context, options, (core) => ab(run, options, core, context));
    });
}

async function ab(run: string, options: Options, core: Core, context: CliContext): Promise<void> {
  if (options.model !== undefined && options.endpoint.length === 0) {
    throw new UserError("usage", "ab: --model goes with --endpoint.");
  }
  const experiments = createAppExperiments(core, {
    host: "cli",
    user: userInfo().username,
    onCrash: (id, error) => context.err(`Run ${id} failed inside Loopscope: ${String(error)}`),
  });
  const progress = terminalProgress();
  const app = createAb(core, experiments);
  try {
    const request = AbRequestInput.parse({
      run,
      turn: options.turn,
      stream: options.stream,
      thinking: options.thinking,
      endpoints: options.endpoint.map((url) => ({ url, model: options.model ?? null })),
      samples: options.samples,
    });
    const spec = await app.spec(request);
    context.err(`${spec.arms.length} × ${spec.samples} requests of turn ${options.turn}. Nothing is executed.`);
    const document = await interruptible(async (signal) => {
      const stopListening = experiments.onProgress(({ done, of }) => progress.show(bar(done, of)));
      try {
        const record = app.start(spec);
        signal.addEventListener("abort", () => void experiments.close(), { once: true });
        const ended = await experiments.finished(record.id);
        if (ended.state !== "done") {
          throw new UserError("usage", `ab was interrupted; the same command goes on with experiment ${record.id}.`);
        }
        return app.get(record.id);
      } finally {
        stopListening();
        progress.end();
      }
    });
    printEither(context, options, document, () => lines(document));
  } finally {
    await experiments.close();
  }
}

function onOff(option: string): (text: string) => boolean[] {
  return (text) => {
    const values = text.split(",").map((part) => part.trim());
    if (!values.every((value) => value === "on" || value === "off")) {
      throw new InvalidArgumentError(`${option} takes on, off or on,off.`);
    }
    return [...new Set(values)].map((value) => value === "on");
  };
}

function lines(document: AbDocument): string[] {
  const width = Math.max(...document.arms.map((arm) => arm.name.length));
  return [
    ...document.arms.flatMap((arm) => [
      `${plain(arm.name).padEnd(width)}  ${rateOf(arm).padEnd(22)}  ${outcomesOf(arm)}${comparedOf(arm)}`,
      ...reasonsOf(arm).map((line) => `${"".padEnd(width)}  ${plain(line)}`),
    ]),
    "",
    `Seed: ${document.seed}. Experiment ${document.id}.`,
  ];
}

function rateOf({ going_on: rate }: AbArm): string {
  if (rate.samples === 0) return "call –";
  return `call ${rate.count}/${rate.samples} (${Math.round(rate.low * 100)}–${Math.round(rate.high * 100)} %)`;
}

const WORDS = { call: "a call", text_call: "a call as text", stop: "no call", error: "no answer" } as const;

function outcomesOf({ outcomes, latency_ms: latency }: AbArm): string {
  const counts = (["call", "text_call", "stop", "error"] as const)
    .filter((outcome) => (outcomes[outcome] ?? 0) > 0)
    .map((outcome) => `${outcomes[outcome]} × ${WORDS[outcome]}`);
  return [...counts, ...(latency ? [`${Math.round(latency.median)} ms`] : [])].join(", ");
}

function comparedOf({ compared }: AbArm): string {
  return compared === null ? "" : `, ${compared.verdict} (p ${compared.p_adjusted.toFixed(4)})`;
}

function reasonsOf(arm: AbArm): string[] {
  return [
    ...arm.verdicts.map(({ verdict, whose, count }) => `${count} × ${verdict.replaceAll("_", " ")} (${whose})`),
    ...arm.errors.map(({ category, message, count }) => `${count} × ${category}: ${message}`),
  ];
}
