// A process that starts runs of two tasks at once and then waits to be killed: its database, its home folder and how many of each are
// its arguments. It prints `{"runs": […]}` once every run's hold has been sent to the provider, which never answers.
import { writeSync } from "node:fs";
import { RunId } from "../../../src-shared/prelude/ids.ts";
import { StartRun } from "../../../src-shared/rpc/types.ts";
import { createCore } from "../core.ts";

const [, , database, home, count, ...tasks] = process.argv;
if (database === undefined || home === undefined) throw new Error("usage: travel-child.ts DATABASE HOME COUNT TASK…");
const core = await createCore({ database, host: "cli", user: "test", home });
const inputs = tasks.flatMap((task) =>
  Array.from({ length: Number(count) }, () =>
    StartRun.parse({
      what: { kind: "task", suite: "travel-kill", task },
      variant: "compact-list",
      endpoint: "demo",
      model: null,
      approve: "all",
    }),
  ),
);
const begun = await Promise.all(inputs.map((input) => core.runs.start(input)));
const runs = begun.flatMap((entry) => entry.started);
const sent = (run: string) => core.store.events(RunId.parse(run), { kinds: ["tool.started"] }).length > 0;
while (!runs.every(sent)) await new Promise((resolve) => setTimeout(resolve, 10));
writeSync(1, `${JSON.stringify({ runs })}\n`);
