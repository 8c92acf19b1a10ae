// A process that records turns until it is killed, for the kill test: prints each run's id and each sequence number once it
// is acknowledged. Every third turn a write begins and is long at work.
import { writeSync } from "node:fs";
import { systemClock } from "../../../src-shared/prelude/clock.ts";
import { openStore } from "../store.ts";
import { openContext, recordTurn, sampleStart } from "./sample-run.ts";

const file = process.argv[2];
if (!file) throw new Error("usage: kill-child.ts FILE");
const store = openStore(file, { clock: systemClock, ownerLabel: "kill test" });
const recorder = store.recorders.create(sampleStart());
// Straight into the pipe: what was written there is read by the parent whatever becomes of this process.
const acknowledge = (seq: number) => void writeSync(1, `${recorder.run} ${seq}\n`);
acknowledge(1);
let context = openContext(recorder);
for (let turn = 1; ; turn++) {
  context = recordTurn(recorder, turn, context, acknowledge);
  if (turn % 3 !== 0) continue;
  const data = {
    call_id: `write_${turn}`,
    tool: "delete_file",
    attempt: 1,
    arguments: {},
    operation_key: `op_${turn}`,
  };
  recorder.append({ kind: "tool.started", turn, data }).forEach((event) => acknowledge(event.seq));
  await systemClock.sleep(3);
  const none = recorder.blob("");
  const result = { outcome: "ok", raw: none, shown: none, compactor: "none", kept: null, error: null } as const;
  const { arguments: _, ...call } = data;
  recorder
    .append({ kind: "tool.finished", turn, data: { ...call, ...result, latency_ms: 3, message: null } })
    .forEach((event) => acknowledge(event.seq));
}
