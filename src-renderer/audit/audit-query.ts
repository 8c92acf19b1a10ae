// The audit's filters as the address holds them.
import type { MethodInput } from "../../src-shared/rpc/contract.ts";

export type AuditFilter = Required<Pick<MethodInput<"audit.list">, "run" | "tool" | "decision" | "descending">>;

export const NO_FILTER = { run: null, tool: null, decision: null } as const;

export function readFilter(params: URLSearchParams): AuditFilter {
  return {
    run: params.get("run"),
    tool: params.get("tool"),
    decision: params.get("decision"),
    descending: params.get("order") !== "oldest",
  };
}

export function isFiltered({ run, tool, decision }: AuditFilter): boolean {
  return run !== null || tool !== null || decision !== null;
}
