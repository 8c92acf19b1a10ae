// What recording costs: Loopscope's loop beside the bare streaming loop on the same scripted server, interleaved, one
// process a measurement, medians. `npx node bench/loop.ts [--json] [--repeats N]`.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { Measured } from "./support/variants.ts";

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const { values } = parseArgs({ options: { json: { type: "boolean" }, repeats: { type: "string", default: "7" } } });
const repeats = Number(values.repeats);
const TURNS = [25, 100, 400] as const;

const server = spawn(process.execPath, [here("support/scripted-server.ts")], { stdio: ["ignore", "pipe", "inherit"] });
const [first] = (await once(server.stdout, "data")) as [Buffer];
const url = first.toString().trim();

function once1(form: "bare" | "recorded", turns: number): Measured {
  return JSON.parse(
    execFileSync(process.execPath, [here("one.ts"), form, url, String(turns)], { encoding: "utf8" }),
  ) as Measured;
}

const rows = TURNS.map((turns) => {
  const bare: Measured[] = [];
  const recorded: Measured[] = [];
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    bare.push(once1("bare", turns));
    recorded.push(once1("recorded", turns));
  }
  const [floor, ours] = [median(bare.map((one) => one.ms)), median(recorded.map((one) => one.ms))];
  return {
    turns,
    bare_ms: round(floor),
    recorded_ms: round(ours),
    ratio: round(ours / floor, 3),
    overhead_ms_per_turn: round((ours - floor) / turns, 3),
    bytes_per_turn: Math.round(median(recorded.map((one) => one.bytes)) / turns),
    event_loop_delay_ms: round(median(recorded.map((one) => one.delayMs))),
  };
});
server.kill();

if (values.json) process.stdout.write(`${JSON.stringify({ loop: rows }, null, 2)}\n`);
else console.table(Object.fromEntries(rows.map(({ turns, ...rest }) => [`${turns} turns`, rest])));

function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

function round(value: number, digits = 1): number {
  return Number(value.toFixed(digits));
}
