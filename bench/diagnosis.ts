// Measures the diagnosis on a labelled corpus of real runs: precision and recall of early_stop, and which endings were given.
// Usage: npm run bench:diagnosis -- [--corpus FILE --labels FILE] [--json] [--wrong]
// Labels: a JSON list of {file, utility, ended_without_call, missing_writes, early_stop, provider_error}.
import { existsSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { importFiles } from "../src-main/capture/import/import.ts";
import { createMemoryStore } from "../src-main/capture/import/testing/memory-recorder.ts";
import { diagnose } from "../src-main/diagnose/diagnose.ts";
import { traceFromEvents } from "../src-main/diagnose/trace-from-events.ts";

const Labels = z.array(
  z.looseObject({
    file: z.string(),
    early_stop: z.boolean(),
    utility: z.boolean().nullable().optional(),
    provider_error: z.boolean().optional(),
  }),
);

const { values: options } = parseArgs({
  options: {
    corpus: { type: "string", default: process.env["LOOPSCOPE_CORPUS"] ?? "" },
    labels: { type: "string", default: process.env["LOOPSCOPE_LABELS"] ?? "" },
    json: { type: "boolean", default: false },
    /** Lists the runs that were judged wrongly. */
    wrong: { type: "boolean", default: false },
  },
});

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** LOOPSCOPE_CORPUS may name the folder, too. */
const corpusFile =
  existsSync(options.corpus) && statSync(options.corpus).isDirectory()
    ? join(options.corpus, "agentdojo-workspace.jsonl.gz")
    : options.corpus;
const labelsFile = options.labels || corpusFile.replace(/\.jsonl(?:\.gz)?$/, ".labels.json");
if (corpusFile === "" || !existsSync(corpusFile) || !existsSync(labelsFile)) {
  const why =
    "bench:diagnosis skipped: no corpus. Set LOOPSCOPE_CORPUS to a JSONL file of runs with its labels beside it, or give --corpus and --labels.";
  print(options.json ? JSON.stringify({ skipped: why }) : why);
} else {
  await measure(corpusFile, labelsFile);
}

async function measure(corpus: string, labelsPath: string): Promise<void> {
  const labels = new Map(
    Labels.parse(JSON.parse(await readFile(labelsPath, "utf8"))).map((label) => [label.file, label]),
  );
  const store = createMemoryStore();
  const importing = performance.now();
  const report = await importFiles([corpus], {
    recorders: store,
    batch: (work) => work(),
    fingerprints: { alreadyImported: () => false, markImported: () => undefined },
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  const diagnosing = performance.now();
  const counts = { true_positives: 0, false_positives: 0, false_negatives: 0, true_negatives: 0 };
  const confusion: Record<string, Record<string, number>> = {};
  const findings: Record<string, number> = {};
  const wrong: string[] = [];
  for (const run of store.runs) {
    const label = labels.get(run.started.source_file ?? "");
    if (!label) continue;
    const trace = traceFromEvents(
      { id: run.id, source: run.started.source, source_file: run.started.source_file },
      run.events,
      store.text,
      store.messages,
    );
    const found = diagnose(trace);
    const said = found.early_stop === true;
    counts[
      said
        ? label.early_stop
          ? "true_positives"
          : "false_positives"
        : label.early_stop
          ? "false_negatives"
          : "true_negatives"
    ] += 1;
    if (said !== label.early_stop)
      wrong.push(`${said ? "false positive" : "false negative"}: ${label.file} (${found.ending ?? "none"})`);
    const row = label.early_stop
      ? "early stop"
      : label.provider_error === true
        ? "provider error"
        : label.utility === true
          ? "task passed"
          : "task failed";
    const cells = (confusion[row] ??= {});
    const ending = found.ending ?? "none";
    cells[ending] = (cells[ending] ?? 0) + 1;
    for (const { rule } of found.findings) findings[rule] = (findings[rule] ?? 0) + 1;
  }
  const seconds = (performance.now() - diagnosing) / 1000;
  const { true_positives: hits, false_positives: alarms, false_negatives: misses } = counts;
  const result = {
    runs: store.runs.length,
    skipped: report.skipped,
    ...counts,
    precision: hits / (hits + alarms),
    recall: hits / (hits + misses),
    confusion,
    findings,
    import_seconds: (diagnosing - importing) / 1000,
    diagnose_seconds: seconds,
    wrong,
  };
  if (options.json) print(JSON.stringify(result));
  else describe(result);
}

function describe(result: {
  runs: number;
  precision: number;
  recall: number;
  confusion: Record<string, Record<string, number>>;
  findings: Record<string, number>;
  import_seconds: number;
  diagnose_seconds: number;
  wrong: string[];
}): void {
  print(
    `${result.runs} runs, imported in ${result.import_seconds.toFixed(1)} s, diagnosed in ${result.diagnose_seconds.toFixed(1)} s`,
  );
  print(`early_stop: precision ${result.precision.toFixed(3)}, recall ${result.recall.toFixed(3)}`);
  print("\nEndings given, by what the labels say:");
  for (const [row, cells] of Object.entries(result.confusion)) {
    const list = Object.entries(cells).toSorted(([, a], [, b]) => b - a);
    print(`  ${row.padEnd(14)} ${list.map(([ending, count]) => `${ending} ${count}`).join(", ")}`);
  }
  print("\nFindings:");
  for (const [rule, count] of Object.entries(result.findings).toSorted(([, a], [, b]) => b - a))
    print(`  ${String(count).padStart(5)} ${rule}`);
  if (options.wrong) for (const line of result.wrong) print(line);
  else if (result.wrong.length > 0) print(`\n${result.wrong.length} judged wrongly (--wrong lists them).`);
}
