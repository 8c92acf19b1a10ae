// Texts of the audit view, the compliance checks, the grounding of an answer, and what a person says of a finding.
import type { FindingStatus } from "../../../../src-shared/cli/documents.ts";
import type { AuditVerdict } from "../../../../src-shared/cli/audit-document.ts";
import type { GroundingGap, ValueStatus } from "../../../../src-shared/cli/grounding-document.ts";
import { formatNumber, plural } from "../format.ts";

const decisions: Record<string, string> = {
  run: "let run",
  ask: "asked",
  refuse: "refused",
  reconcile: "look-up",
  escalate: "handed over",
  approve: "approved",
  deny: "denied",
  stop: "stopped",
  resolve: "resolved",
};

const verdicts: Record<AuditVerdict, string> = { pass: "kept", fail: "broken", not_applicable: "nothing to judge" };

const statuses: Record<FindingStatus, string> = {
  suspected: "suspected",
  confirmed_by_experiment: "confirmed by experiment",
  confirmed_by_person: "confirmed by a person",
  rejected_by_person: "rejected by a person",
};

const values: Record<ValueStatus, string> = {
  result: "from a result",
  given: "given in the request",
  derived: "computed",
  argument: "chosen by the model for a call",
  hidden: "only in a raw result",
  not_found: "in no result",
};

const gaps: Record<GroundingGap["gap"], string> = {
  not_held: "asked for, and no result held it",
  hidden: "the raw result held it, the model was not shown it",
  left_out: "a result held it, and the answer left it out",
  not_found: "said, and no result holds it",
};

export const audit = {
  nav: "Audit",
  goTo: "Go to the audit",
  title: "Decisions and approvals",
  table: "Decisions and approvals",
  columns: {
    at: "When",
    tool: "Tool",
    decision: "Decision",
    by: "Who",
    host: "Host",
    reason: "Why",
    run: "Run",
    turn: "Turn",
  },
  decision: (word: string) => decisions[word] ?? word,
  filterTool: "Tool",
  anyTool: "Any tool",
  filterDecision: "Decision",
  anyDecision: "Any decision",
  filterRun: "Run",
  runHint: "Run id",
  clear: "Clear filters",
  count: (total: number) => plural(total, "decision", "decisions"),
  empty: "No decision yet",
  emptyText:
    "Each call that a model proposes is decided by policy, and some are asked about. Start a run to see them here.",
  startRun: "Start a run",
  noMatch: "No decision matches",
  noMatchText: "Take a filter away.",
  noTool: "–",
  detail: "Decision in full",
  choose: "Choose a row to see what was decided on, and after which results.",
  question: (question: number) => `question ${question}`,
  again: "also for the same call again in this run",
  operationKey: "Operation key",
  effect: "Effect",
  arguments: "Arguments",
  provenance: "Proposed after reading",
  noProvenance: "No result stood in the context.",
  result: (tool: string, turn: number | null) => (turn === null ? tool : `${tool}, turn ${formatNumber(turn)}`),
  toTurn: (turn: number) => `Open turn ${formatNumber(turn)}`,
  toEvent: (seq: number) => `Event ${formatNumber(seq)}`,
  onlyRun: "Only this run",
  compliance: "Kept to policy?",
  complianceHelp: "Judged from the trace alone, without a word of what the model said.",
  kept: (count: number) => `${plural(count, "rule", "rules")} kept`,
  broken: (count: number) => `${plural(count, "rule", "rules")} broken`,
  notJudged: "Another program's executor made this run: its policy is not known.",
  showAll: "Show all rules",
  hideAll: "Show broken rules only",
  verdict: verdicts,
  facts: (count: number) => plural(count, "fact", "facts"),
  environmentSame: (changes: number) =>
    `The environment rebuilt from ${plural(changes, "change", "changes")} equals the one on record.`,
  environmentDiffers: "The environment rebuilt from its changes is not the one on record.",
  grounding: "Grounding of the answer",
  groundingHelp: "Each date, number, name and id of the final answer, and where it came from.",
  noAnswer: "There is no final answer.",
  noValues: "The answer holds no date, number, name or id.",
  value: (status: ValueStatus) => values[status],
  valueTip: (status: ValueStatus, where: string) => (where === "" ? values[status] : `${values[status]}: ${where}`),
  where: (tool: string, turn: number, field: string | null) =>
    field === null ? `${tool}, turn ${turn}` : `${tool} → ${field}, turn ${turn}`,
  counts: (count: number, status: ValueStatus) => `${formatNumber(count)} ${values[status]}`,
  gapsTitle: "Gaps",
  noGaps: "None was found.",
  gap: gaps,
  whose: { tool: "tool", model: "model" },
  gapColumns: { what: "What", gap: "Gap", whose: "Whose", results: "Results" },
  status: statuses,
  statusHelp: "From the trace alone, by rules. An experiment or a person can confirm it.",
  byExperiment: "experiment",
  settledBy: (by: string, at: string) => `${by}, ${at}`,
  confirm: "Confirm",
  reject: "Reject",
  takeBack: "Take back",
  confirmTitle: "Confirm the finding",
  rejectTitle: "Reject the finding",
  judgeText: "What you say is put on record with your name, and nothing that was recorded changes.",
  why: "Why",
};
