// loopscope audit: policy compliance and the final environment of a run, judged from its trace alone.
import type { Command } from "commander";
import type { AuditDocument } from "../../../src-shared/cli/audit-document.ts";
import { auditStoredRun } from "../audit.ts";
import type { CliContext, CommonOptions } from "./context.ts";
import { printEither, withCommonOptions, withStore } from "./context.ts";
import { plain } from "./format.ts";

export function addAuditCommand(program: Command, context: CliContext): void {
  withCommonOptions(program.command("audit"))
    .description("judge from the trace alone whether a run kept to policy; status 1 where it did not")
    .argument("<run>", "the run's id, or its beginning")
    .action((given: string, options: CommonOptions) => {
      withStore(options, (store) => {
        const document = auditStoredRun(store, store.resolveRunId(given));
        printEither(context, options, document, () => lines(document));
        if (!document.ok) context.exitStatus = 1;
      });
    });
}

const WORDS = { pass: "kept   ", fail: "BROKEN ", not_applicable: "-      " } as const;

function lines(document: AuditDocument): string[] {
  const { environment, checks } = document;
  return [
    ...checks.flatMap(({ check, rule, verdict, examined, violations }) => [
      `${WORDS[verdict]} ${check}${examined === 0 ? "" : ` (${examined})`}: ${rule}`,
      ...violations.map(
        ({ message, seqs }) => `          ${plain(message)}${seqs.length === 0 ? "" : ` (events ${seqs.join(", ")})`}`,
      ),
    ]),
    environment === null
      ? "The run has no environment."
      : `The environment was rebuilt from ${environment.changes} changes and ${environment.same ? "equals" : "DIFFERS FROM"} the one on record.`,
    `${document.ok ? "ok" : "broken"}: run ${document.run}, terminal state ${document.terminal_state ?? "none"}`,
  ];
}
