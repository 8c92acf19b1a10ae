// A process that carries an evaluation out until it is killed: its database and the evaluation's id (or its spec) are its arguments; it
// prints a line per finished run.
import { denyingApprover } from "../../tools/approvals.ts";
import { EvaluationSpec } from "../evaluation-journal.ts";
import { createEvaluations } from "../evaluations.ts";
import { openParts } from "./parts.ts";

const [, , file, what] = process.argv;
if (file === undefined || what === undefined) throw new Error("Give a database and an evaluation.");
const parts = openParts(file);
const evaluations = createEvaluations(parts, {
  host: "cli",
  user: "test",
  hideRuns: true,
  approverFor: () => denyingApprover("nobody is there in a test"),
  onCrash: (run, error) => process.stderr.write(`${run}: ${String(error)}\n`),
});
evaluations.onProgress(({ done, of, state }) => process.stdout.write(`${done} of ${of} ${state}\n`));
const record = what.startsWith("{")
  ? evaluations.start(EvaluationSpec.parse(JSON.parse(what)))
  : evaluations.resume(what);
process.stdout.write(`evaluation ${record.id}\n`);
await evaluations.finished(record.id);
await evaluations.close();
await parts.close();
