// Every benchmark, one after another: `npm run bench` prints tables, `npm run -s bench -- --json` one JSON document.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const json = process.argv.includes("--json");
const parts = ["loop", "store", "ui", "diagnosis"] as const;
const document: Record<string, unknown> = {};
for (const part of parts) {
  const file = fileURLToPath(new URL(`${part}.ts`, import.meta.url));
  if (!json) process.stdout.write(`\n${part}\n`);
  const output = execFileSync(process.execPath, [file, ...(json ? ["--json"] : [])], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    maxBuffer: 64 * 1024 * 1024,
  });
  if (json) document[part] = JSON.parse(output) as unknown;
  else process.stdout.write(output);
}
if (json) process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
