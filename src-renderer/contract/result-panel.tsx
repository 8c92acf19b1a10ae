// One result against its contract: the verdict with its checks, three shapes side by side, fields, leaks, claims, and its projection as a fork.
import type { LintFinding } from "../../src-shared/cli/lint.ts";
import type { ResultCheck, SufficiencyVerdict } from "../../src-shared/rpc/checks.ts";
import { Badge } from "../ui/badge.tsx";
import type { Tone } from "../ui/ending-tone.ts";
import { m } from "../ui/messages/messages.ts";
import { CheckList } from "./check-list.tsx";
import { ClaimList } from "./claim-list.tsx";
import { FieldCosts } from "./field-costs.tsx";
import { LeakList } from "./leak-list.tsx";
import { LintList } from "./lint-list.tsx";
import { ProjectFork } from "./project-fork.tsx";
import { ShapeCards } from "./shape-cards.tsx";

const t = m.contract;

const tones: Record<SufficiencyVerdict, Tone> = {
  too_little: "stop",
  too_much: "limit",
  just_enough: "good",
  not_judged: "neutral",
};

export interface ResultPanelProps {
  run: string;
  result: ResultCheck;
  /** Findings about this tool. */
  lint: readonly LintFinding[];
  /** The first result of a tool shows them. */
  showLint: boolean;
}

export function ResultPanel({ run, result, lint, showLint }: ResultPanelProps) {
  const { sufficiency, tool } = result;
  return (
    <section className="contract-result" aria-label={tool}>
      <header className="contract-result__head">
        <code className="contract-result__tool">{tool}</code>
        <Badge tone={tones[sufficiency.verdict]}>{t.verdicts[sufficiency.verdict]}</Badge>
        <span className="secondary">{t.shownAs[result.shown_as]}</span>
        <ProjectFork run={run} result={result} />
      </header>
      <p className="contract-result__why">{sufficiency.why}</p>
      <ContractNotes result={result} />
      <CheckList checks={sufficiency.checks} />
      <ShapeCards result={result} />
      <div className="contract__part">
        <h3>{t.fields}</h3>
        <FieldCosts run={run} result={result} />
      </div>
      <div className="contract-result__pair">
        <div className="contract__part">
          <h3>{t.leaks}</h3>
          <LeakList leaks={result.leaks} />
        </div>
        <div className="contract__part">
          <h3>{t.claims}</h3>
          <ClaimList claims={result.claims} />
        </div>
      </div>
      {showLint ? (
        <div className="contract__part">
          <h3>{t.lintOf(tool)}</h3>
          <LintList findings={lint} />
        </div>
      ) : null}
    </section>
  );
}

/** What the contract does not say, or leaves out although it was used. */
function ContractNotes({ result }: { result: ResultCheck }) {
  const { tool, contract, public_fields: named, contract_lacks: lacks, fields } = result;
  if (named !== null) return lacks.length === 0 ? null : <p className="contract-result__note">{t.lacks(lacks)}</p>;
  const used = fields.filter((field) => field.used === true && field.path !== "").map(({ path }) => path);
  return (
    <p className="contract-result__note">
      {contract ? t.noPublicFields(tool) : t.noContract(tool)} {used.length === 0 ? t.nothingUsed : t.usedLater(used)}
    </p>
  );
}
