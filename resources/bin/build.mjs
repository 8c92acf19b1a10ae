// `npm run build`: builds out/ anew, whatever is there, and notes what it was built from.
import { fileURLToPath } from "node:url";
import { buildAnew } from "./build-if-stale.mjs";
import { explainMissingPackage, isNodeNewEnough, restartUnderBundledNode } from "./node-runtime.mjs";

if (!isNodeNewEnough()) await restartUnderBundledNode(fileURLToPath(import.meta.url), []);
try {
  await buildAnew();
} catch (error) {
  if (!explainMissingPackage(error)) {
    if (!(error instanceof Error) || error.name !== "UserError") throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
