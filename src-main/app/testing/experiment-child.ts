// A process that carries an experiment out until it is killed: its database and the experiment's id (or its spec) are its arguments; it
// prints a line per finished sample.
import { createAppExperiments } from "../experiments.ts";
import { ExperimentSpec } from "../../debug/experiment/types.ts";
import { openParts } from "./parts.ts";

const [, , file, what] = process.argv;
if (file === undefined || what === undefined) throw new Error("Give a database and an experiment.");
const parts = openParts(file);
const experiments = createAppExperiments(parts, {
  host: "cli",
  user: "test",
  onCrash: (run, error) => process.stderr.write(`${run}: ${String(error)}\n`),
});
experiments.onProgress(({ done, of, state }) => process.stdout.write(`${done} of ${of} ${state}\n`));
const record = what.startsWith("{")
  ? experiments.start(ExperimentSpec.parse(JSON.parse(what)))
  : experiments.resume(what);
process.stdout.write(`experiment ${record.id}\n`);
await experiments.finished(record.id);
await experiments.close();
await parts.close();
