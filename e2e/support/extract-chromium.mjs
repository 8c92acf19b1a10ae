// Unpacks the Chromium of @sparticuz/chromium into the folder that TMPDIR names. A program of its own: the package takes
// its target from the environment and uses fixed names there, so two in one process would meet.
// Prints the program's path. With --libraries the shared libraries are unpacked as well.
import chromium, { inflate } from "@sparticuz/chromium";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const program = await chromium.executablePath();
if (process.argv.includes("--libraries")) {
  const bin = join(dirname(fileURLToPath(import.meta.resolve("@sparticuz/chromium"))), "../bin");
  await inflate(join(bin, "al2023.tar.br"));
}
process.stdout.write(`${program}\n`);
