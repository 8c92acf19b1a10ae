// Suspected or confirmed: a rule only suspects. An experiment confirms a finding when the very change that takes its cause away made the turn go on more
// often than chance allows; a person confirms or rejects it with a reason, and what a person says last stands.
import type { Finding, FindingSettled, FindingStatus, JudgedFinding } from "../../src-shared/cli/documents.ts";
import type { FindingJudged } from "../../src-shared/trace/events/finding-judged.ts";
import type { ForkEdit } from "../../src-shared/trace/fork-edit.ts";

/** Names a finding within its run: the same rule, turn and evidence give the same key however its sentence is worded. */
export function findingKey({ rule, turn, evidence }: Pick<Finding, "rule" | "turn" | "evidence">): string {
  return [rule, turn ?? "-", evidence.join(",")].join(":");
}

/** One change of a bisect that is done and that helps (p below 0.05 after Holm's correction). */
export interface HelpingChange {
  experiment: string;
  /** ISO 8601 in UTC. */
  at: string;
  /** The frozen turn. */
  turn: number;
  name: string;
  edits: readonly ForkEdit[];
  /** Two-sided Fisher against the request as recorded, adjusted after Holm. */
  p: number;
}

/** A person's word, as it was recorded. */
export interface Judgement {
  at: string;
  data: FindingJudged;
}

/** Gives each finding its status. `callsOf` names the calls whose results are among a finding's evidence. */
export function settleFindings(
  findings: readonly JudgedFinding[],
  changes: readonly HelpingChange[],
  judgements: readonly Judgement[],
  callsOf: (evidence: readonly number[]) => readonly string[],
): JudgedFinding[] {
  return findings.map((finding) => {
    const said = judgements.findLast(({ data }) => data.key === finding.key);
    const change = changes.find((other) => confirms(finding, other, callsOf(finding.evidence)));
    const byExperiment = change ? settledBy(change) : null;
    if (said && said.data.judgement !== "withdrawn") return { ...finding, ...settledByPerson(said, byExperiment) };
    if (byExperiment) return { ...finding, status: "confirmed_by_experiment", settled: byExperiment };
    return { ...finding, status: "suspected", settled: null };
  });
}

function settledBy(change: HelpingChange): FindingSettled {
  const chance = change.p < 0.001 ? "p < 0.001" : `p = ${change.p.toFixed(3)}`;
  return {
    at: change.at,
    by: null,
    host: null,
    reason: `With "${change.name}" it goes on more often than as recorded (${chance} after Holm's correction).`,
    experiment: change.experiment,
    change: change.name,
  };
}

function settledByPerson(
  { at, data }: Judgement,
  experiment: FindingSettled | null,
): { status: FindingStatus; settled: FindingSettled } {
  return {
    status: data.judgement === "confirmed" ? "confirmed_by_person" : "rejected_by_person",
    settled: {
      at,
      by: data.by,
      host: data.host,
      reason: data.reason,
      experiment: experiment?.experiment ?? null,
      change: experiment?.change ?? null,
    },
  };
}

/**
 * Whether a change takes away the cause that the finding names, and nothing else. A forced call (`tool_choice: required`) makes any turn go on, and
 * another endpoint or model changes everything at once: neither confirms anything.
 */
export function confirms(
  finding: Pick<Finding, "rule" | "turn">,
  change: Pick<HelpingChange, "turn" | "name" | "edits">,
  calls: readonly string[],
): boolean {
  const { edits } = change;
  if (edits.length === 0) return false;
  const atStop = finding.turn === change.turn;
  const before = finding.turn !== null && finding.turn < change.turn;
  switch (finding.rule) {
    case "compaction_loss":
      return before && givesResult(edits, calls, "raw");
    case "result_too_large":
      return before && givesResult(edits, calls, "compactor");
    case "outstanding_obligations":
      return atStop && (isReminder(change) || change.name === "completion rules");
    case "announced_without_call":
      return atStop && isReminder(change);
    case "truncated":
    case "unclosed_text_call":
      return atStop && onlySampling(edits, "max_tokens");
    case "reasoning_only":
      return atStop && (onlySampling(edits, "thinking") || onlySampling(edits, "max_tokens"));
    case "context_truncated":
    case "prompt_shrank":
      return atStop && edits.every(({ kind }) => kind === "remove_message");
    case "wrong_tool":
    case "tool_too_early":
      return atStop && edits.every(({ kind }) => kind === "tools");
    default:
      return false;
  }
}

/** Only results are changed, in one way, and the finding's own is among them. */
function givesResult(edits: readonly ForkEdit[], calls: readonly string[], as: "raw" | "compactor"): boolean {
  const results = edits.flatMap((edit) => (edit.kind === "result" ? [edit] : []));
  return (
    edits.every(({ kind }) => kind === "result" || kind === "compactors") &&
    results.every(({ use }) => use.as === as) &&
    results.some(({ call_id }) => calls.includes(call_id))
  );
}

function isReminder({ name, edits }: Pick<HelpingChange, "name" | "edits">): boolean {
  const [only] = edits;
  return name === "reminder" && edits.length === 1 && only?.kind === "insert_message";
}

function onlySampling(edits: readonly ForkEdit[], name: "max_tokens" | "thinking"): boolean {
  return edits.every((edit) => edit.kind === "sampling" && Object.keys(edit.sampling).join(",") === name);
}
