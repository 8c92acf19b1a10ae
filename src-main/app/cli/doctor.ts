// loopscope doctor: what this machine has, and which model servers answer on the usual loopback ports.
import type { Command } from "commander";
import { existsSync } from "node:fs";
import { UserError } from "../../../src-shared/prelude/result.ts";
import type { DoctorDocument } from "../../../src-shared/cli/documents.ts";
import type { EndpointStatus } from "../../../src-shared/rpc/types.ts";
import type { Core } from "../core.ts";
import { userHome } from "../paths.ts";
import {
  databaseOf,
  printEither,
  withCommonOptions,
  withCore,
  type CliContext,
  type CommonOptions,
} from "./context.ts";

interface Options extends CommonOptions {
  endpoint?: string;
  wait: string;
}

/** Long enough for a small model from a warm disk; a large one is given more with --wait. */
const WAIT_SECONDS = 60;

export function addDoctorCommand(program: Command, context: CliContext): void {
  withCommonOptions(program.command("doctor"))
    .description("check this machine and find model servers")
    .option("--endpoint <url>", "probe this server too, with a few tiny requests")
    .option("--wait <seconds>", "how long to wait for that server while it is loading", String(WAIT_SECONDS))
    .action(async (options: Options) => {
      const existed = existsSync(databaseOf(options));
      await withCore(context, options, async (core) => {
        const { document, advice } = await examine(core, options, existed);
        printEither(context, options, document, () => [
          ...document.checks.map((check) => `${check.ok ? "ok " : "BAD"}  ${check.name}: ${check.detail}`),
          ...document.endpoints.map(
            (endpoint) =>
              `${endpoint.url}  ${endpoint.server ?? "unknown server"}  ${endpoint.models.join(", ") || "no models"}`,
          ),
          ...advice,
        ]);
        if (document.checks.some((check) => !check.ok)) context.exitStatus = 1;
      });
    });
}

async function examine(
  core: Core,
  options: Options,
  existed: boolean,
): Promise<{ document: DoctorDocument; advice: string[] }> {
  const found = await core.endpoints.discover();
  if (options.endpoint !== undefined) {
    const asked = await core.endpoints.check(options.endpoint, true, secondsOf(options.wait) * 1000);
    if (!asked.reachable) throw new UserError("endpoint_unreachable", asked.detail);
    found.unshift(asked);
  }
  const { problems } = core.catalogue().document();
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const checks = [
    {
      name: "node",
      ok: major > 22 || (major === 22 && minor >= 18),
      detail: `${process.versions.node} (22.18 or newer is needed)`,
    },
    { name: "database", ok: true, detail: `${core.store.file}${existed ? "" : " (new)"}` },
    { name: "home", ok: true, detail: userHome() },
    {
      name: "suites and variants",
      ok: problems.length === 0,
      detail: problems.length === 0 ? "all could be read" : problems.map((problem) => problem.problem).join("; "),
    },
    {
      name: "model servers",
      ok: true,
      detail:
        found.length === 0
          ? "none on the usual loopback ports; the demo model (simulated) is always there"
          : `${found.length} found`,
    },
  ];
  return {
    document: { checks, endpoints: found.map(endpointOf) },
    advice: found.flatMap((endpoint) => endpoint.advice.map((line) => `${endpoint.url}: ${line}`)),
  };
}

function secondsOf(text: string): number {
  const seconds = Number(text);
  if (text.trim() !== "" && Number.isFinite(seconds) && seconds >= 0) return seconds;
  throw new UserError("invalid_input", `--wait takes a number of seconds, not “${text}”.`);
}

function endpointOf(status: EndpointStatus): DoctorDocument["endpoints"][number] {
  return { url: status.url, server: status.server, models: status.models, tools: status.capabilities?.tools ?? null };
}
