#!/usr/bin/env node
// The command line's door: finds a Node that can run the sources, and hands over to src-main/app/cli.ts.
import { fileURLToPath } from "node:url";
import { dieWithStarter, explainMissingPackage, isNodeNewEnough, restartUnderBundledNode } from "./node-runtime.mjs";

const args = process.argv.slice(2);
if (!isNodeNewEnough()) await restartUnderBundledNode(fileURLToPath(import.meta.url), args);
dieWithStarter();
try {
  const { main } = await import("../../src-main/app/cli.ts");
  process.exitCode = await main(args);
} catch (error) {
  if (!explainMissingPackage(error)) throw error;
}
