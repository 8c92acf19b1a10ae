// The contract tab of a turn: each result held against its tool's contract, and the lint of the tools that were offered.
import type { LintFinding } from "../../src-shared/cli/lint.ts";
import type { MethodOutput } from "../../src-shared/rpc/contract.ts";
import type { TurnRecord } from "../../src-shared/trace/turn-record.ts";
import { useCall, usePush } from "../data/hooks.ts";
import { m } from "../ui/messages/messages.ts";
import { EmptyState, ErrorState, Spinner } from "../ui/states.tsx";
import "./contract.css";
import { LintList } from "./lint-list.tsx";
import { ResultPanel } from "./result-panel.tsx";

const t = m.contract;

type Checks = MethodOutput<"runs.checks">;

export function ContractTab({ run, turn }: { run: string; turn: TurnRecord }) {
  const checks = useCall("runs.checks", { run, turn: turn.turn });
  usePush("event.appended", (event) => {
    // A later turn may use what this one's results held.
    if (event.run === run && (event.kind === "tool.finished" || event.kind === "response.finished"))
      void checks.refetch();
  });
  if (checks.error) return <ErrorState error={checks.error} onRetry={() => void checks.refetch()} />;
  if (!checks.data) return <Spinner />;
  const { results, lint } = checks.data;
  const here = new Set(results.map(({ tool }) => tool));
  const others = lint.filter(({ tools }) => !tools.some((tool) => here.has(tool)));
  return (
    <div className="contract">
      <Counts checks={checks.data} />
      {results.length === 0 ? (
        <EmptyState icon="tool" title={t.noResults}>
          {t.noResultsText}
        </EmptyState>
      ) : null}
      {results.map((result, index) => (
        <ResultPanel
          key={`${result.call_id} ${index}`}
          run={run}
          result={result}
          lint={lintOf(result.tool, lint)}
          showLint={results.findIndex(({ tool }) => tool === result.tool) === index}
        />
      ))}
      <section className="contract__part" aria-label={results.length === 0 ? t.lintAll : t.lintOther}>
        <h3>{results.length === 0 ? t.lintAll : t.lintOther}</h3>
        <LintList findings={results.length === 0 ? lint : others} />
      </section>
    </div>
  );
}

function lintOf(tool: string, lint: readonly LintFinding[]): LintFinding[] {
  return lint.filter(({ tools }) => tools.includes(tool));
}

/** Two counts that stand beside each other and are never summed. */
function Counts({ checks: { counts } }: { checks: Checks }) {
  const { contract_test: contracts, observed_run: seen } = counts;
  return (
    <p className="contract__counts numeric">
      <span title={t.gradeHelp.contract_test}>
        {t.contractCounts(contracts.tools, contracts.errors, contracts.warnings)}
      </span>
      <span title={t.gradeHelp.observed_run}>{t.runCounts(seen.results, seen.leaks_shown, seen.false_claims)}</span>
    </p>
  );
}
