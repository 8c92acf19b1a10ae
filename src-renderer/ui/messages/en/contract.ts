// Texts of the contract tab: whether a result is too little or too much, its three shapes, what its fields cost, leaks, claims and the registry lint.
import type { LintFinding } from "../../../../src-shared/cli/lint.ts";
import type {
  ClaimCheck,
  Leak,
  LeakKind,
  ResultCheck,
  ResultShape,
  SufficiencyCheck,
  SufficiencyVerdict,
} from "../../../../src-shared/rpc/checks.ts";
import { formatNumber, plural } from "../format.ts";

const verdicts: Record<SufficiencyVerdict, string> = {
  too_little: "too little",
  too_much: "too much",
  just_enough: "just enough",
  not_judged: "not judged",
};

const checks: Record<SufficiencyCheck["check"], string> = {
  answer: "Answers the question",
  ids_for_next: "Ids for the next tool",
  what_changed: "Says what changed",
  state_version: "Version of the state",
  no_excess: "Nothing in excess",
  no_leak: "Nothing internal",
};

const kinds: Record<LeakKind, string> = {
  session: "session",
  cookie: "cookie",
  secret: "secret",
  user_id: "user id",
  email: "e-mail address",
  stack_trace: "stack trace",
  sql: "SQL",
  internal_flag: "internal flag",
  html_page: "HTML page",
};

const standings: Record<Leak["standing"], string> = {
  leak: "leak",
  unclear: "not declared",
  public: "public by contract",
};

const severities: Record<LintFinding["severity"], string> = { error: "error", warning: "warning", info: "known" };

const origins: Record<ResultShape["origin"], string> = {
  result: "as it came",
  derived: "what it would say",
  contract: "by the contract",
  used_fields: "fields used later",
};

const shownAs: Record<ResultCheck["shown_as"], string> = {
  message: "shown as a message",
  raw: "shown raw",
  contract: "shown as the contract says",
  other: "shown in another form",
};

export const contractText = {
  noResults: "No tool answered in this turn",
  noResultsText: "Choose a turn with a result. What was read off the contracts of this run stands below.",
  grades: { contract_test: "contract", observed_run: "this run" },
  gradeHelp: {
    contract_test: "Read off contracts and schemas alone: a contract test.",
    observed_run: "Seen in this run. It says nothing of other runs, and is never added to contract tests.",
  },
  contractCounts: (tools: number, errors: number, warnings: number) =>
    `${plural(tools, "contract", "contracts")} read: ${plural(errors, "error", "errors")}, ${plural(warnings, "warning", "warnings")}`,
  runCounts: (results: number, leaks: number, claims: number) =>
    `${plural(results, "result", "results")} of this turn: ${plural(leaks, "leak", "leaks")} shown, ${plural(claims, "false claim", "false claims")}`,
  verdicts,
  shownAs,
  checks,
  checkMarks: { yes: "holds", no: "fails", open: "does not apply" },
  project: "Project to the contract's fields",
  projectUsed: "Project to the fields used later",
  projecting: "Starting the fork…",
  projectHelp: (turn: number) =>
    `Sends turn ${formatNumber(turn)} again with this tool's results cut to those fields, and goes on from there.`,
  editFirst: "Edit the fork first",
  noPublicFields: (tool: string) => `The contract of ${tool} names no public fields.`,
  noContract: (tool: string) => `No contract of ${tool} is on record.`,
  usedLater: (fields: readonly string[]) => `Used later: ${fields.join(", ")}.`,
  nothingUsed: "No later step used a field of it.",
  lacks: (fields: readonly string[]) =>
    `Used later and not public: ${fields.join(", ")}. The contract leaves out too much.`,
  shapes: "Three shapes",
  shapeNames: { message: "Message only", raw: "Raw entity", contract: "Contract" },
  shapeText: (name: string) => `${name}: its text`,
  origins,
  shownHere: "the model got this",
  size: (chars: number, tokens: number) => `${formatNumber(chars)} chars, ~${formatNumber(tokens)} tokens`,
  cut: (chars: number) => `Cut here after ${formatNumber(chars)} characters.`,
  noShape: "No contract and no later step says which fields matter, or the result is text.",
  fields: "What its fields cost",
  field: "Field",
  count: "Times",
  chars: "Characters",
  tokens: "Tokens",
  shown: "Shown",
  public: "Public",
  used: "Used by",
  wholeValue: "(the whole result)",
  yes: "yes",
  no: "no",
  unknown: "unknown",
  notUsed: "nothing",
  notKnownYet: "no later turn",
  use: (turn: number, what: string) => `turn ${formatNumber(turn)}: ${what}`,
  useAnswer: "what it said",
  useArgument: (tool: string, argument: string | null) => (argument === null ? tool : `${tool}(${argument})`),
  moreFields: (count: number) => `and ${plural(count, "more field", "more fields")}`,
  leaks: "Not meant for a model",
  noLeaks: "Nothing internal was found.",
  kinds,
  standings,
  places: (count: number) => plural(count, "place", "places"),
  reached: "reached the model",
  keptBack: "kept from the model",
  claims: "Claims against the environment",
  noClaims: "It claims nothing of the state.",
  claimHolds: (holds: ClaimCheck["holds"]) => (holds === null ? "open" : holds ? "holds" : "false"),
  claim: (name: string, value: ClaimCheck["value"]) => `${name}: ${String(value)}`,
  lintOf: (tool: string) => `Registry lint of ${tool}`,
  lintAll: "Registry lint of this run's tools",
  lintOther: "Registry lint of the other tools",
  noLint: "Nothing to mend.",
  severities,
  mend: "Mend:",
};
