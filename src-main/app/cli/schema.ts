// loopscope schema: the JSON Schema of what a command prints with --json.
import { Argument, type Command } from "commander";
import { z } from "zod";
import { AuditDocument } from "../../../src-shared/cli/audit-document.ts";
import * as documents from "../../../src-shared/cli/documents.ts";
import { LintDocument } from "../../../src-shared/cli/lint.ts";
import { AbDocument } from "../../../src-shared/rpc/ab.ts";
import { printJson, type CliContext } from "./context.ts";

const schemas: Record<string, z.ZodType> = {
  run: documents.RunsDocument,
  fork: documents.RunsDocument,
  runs: documents.RunListDocument,
  show: documents.ShowDocument,
  "show-context": documents.ContextDocument,
  "show-result": documents.ResultDocument,
  "show-wire": documents.WireDocument,
  "show-environment": documents.EnvironmentDocument,
  "show-events": documents.EventsDocument,
  diff: z.union([documents.DiffDocument, documents.DiffManyDocument]),
  bisect: documents.BisectDocument,
  ab: AbDocument,
  eval: documents.EvalDocument,
  diagnose: documents.DiagnoseDocument,
  audit: AuditDocument,
  import: documents.ImportDocument,
  backup: documents.FileDocument,
  recover: documents.RecoverDocument,
  export: documents.BundleDocument,
  serve: documents.UrlDocument,
  verify: documents.VerifyDocument,
  doctor: documents.DoctorDocument,
  lint: LintDocument,
};

export function addSchemaCommand(program: Command, context: CliContext): void {
  program
    .command("schema")
    .description("print the JSON Schema of a command's --json document")
    .addArgument(new Argument("<command>", "the command").choices(Object.keys(schemas)))
    .action((command: string) => {
      const schema = schemas[command];
      if (schema) printJson(context, z.toJSONSchema(schema, { io: "output", unrepresentable: "any" }));
    });
}
