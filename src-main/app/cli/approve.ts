// Approvals in a terminal: asked on standard error, answered with a line. Without a terminal nothing hangs: it is denied, and said why.
import { createInterface } from "node:readline/promises";
import { userInfo } from "node:os";
import type { ApprovalRequested } from "../../../src-shared/trace/events/approval.ts";
import { denyingApprover } from "../../tools/approvals.ts";
import type { ApprovalAnswered, Approver } from "../../agent/ports.ts";
import type { Output } from "./context.ts";
import { plain } from "./format.ts";

export function approverForTerminal(output: Output): Approver {
  if (!process.stdin.isTTY) {
    return denyingApprover("No one could be asked: there is no terminal. Give --approve all, or run it in the app.");
  }
  return { ask: (request, _turn, signal) => askInTerminal(request, output, signal) };
}

async function askInTerminal(
  request: ApprovalRequested,
  output: Output,
  signal: AbortSignal,
): Promise<ApprovalAnswered> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const by = userInfo().username;
  try {
    output.err(
      request.question === 2
        ? `Really? ${plain(request.tool)} cannot be undone.`
        : `${plain(request.tool)} wants to run (${request.effect}).`,
    );
    output.err(`  arguments: ${plain(JSON.stringify(request.arguments))}`);
    for (const change of request.changes ?? []) output.err(`  ${change.op} ${plain(change.path)}`);
    output.err(`  ${plain(request.why)}`);
    for (;;) {
      const answer = (await lines.question("approve (y), deny (n), stop the run (s)? ", { signal }))
        .trim()
        .toLowerCase();
      if (answer === "y") return { decision: "approve", reason: "", by, host: "cli", again: false };
      if (answer === "n") {
        const reason = await lines.question("reason for the model: ", { signal });
        return { decision: "deny", reason, by, host: "cli", again: false };
      }
      if (answer === "s") return { decision: "stop", reason: "", by, host: "cli", again: false };
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    return {
      decision: "stop",
      reason: "The run was stopped while it waited.",
      by: "policy",
      host: "cli",
      again: false,
    };
  } finally {
    lines.close();
  }
}
