// What got worse against a baseline: the suite's, another evaluation or one of its variants, or a file; each with the runs to open.
import { useRef } from "react";
import type { EvaluationDocument, RegressionDocument } from "../../src-shared/rpc/evaluations.ts";
import { useCall, useMutationCall } from "../data/hooks.ts";
import { links } from "../data/links.ts";
import { setParams } from "../data/location.ts";
import { Button, LinkButton } from "../ui/button.tsx";
import { formatDateTime } from "../ui/messages/format.ts";
import { m } from "../ui/messages/messages.ts";
import { SelectField } from "../ui/select.tsx";
import { errorText, Notice } from "../ui/states.tsx";
import { showToast } from "../ui/toast.tsx";

const t = m.evaluate.regressions;

export function RegressionsPanel({ evaluation, against }: { evaluation: EvaluationDocument; against: string | null }) {
  const { baseline, regressions, suite, id, state } = evaluation;
  const others = useCall("evaluations.list", {});
  const file = useRef<HTMLInputElement>(null);
  const setBaseline = useMutationCall("evaluations.set_baseline", {
    invalidates: ["evaluations.get", "evaluations.list"],
    onSuccess: () => setParams({ against: null, against_variant: null }),
    onError: (error) => showToast("error", errorText(error)),
  });
  const candidates = (others.data?.evaluations ?? []).filter((entry) => entry.suite === suite);
  return (
    <section className="evaluate__section" aria-labelledby="regressions-title">
      <h2 id="regressions-title">
        {t.title}
        {regressions.length > 0 ? <span className="evaluate__count">{regressions.length}</span> : null}
      </h2>
      <div className="evaluate__choices">
        <SelectField
          label={t.against}
          value={against ?? ""}
          options={[
            { value: "", label: baseline?.kind === "file" ? baseline.label : t.kept },
            ...candidates.map((entry) => ({
              value: entry.id,
              label: `${formatDateTime(entry.created_at)} · ${entry.variants.join(", ")}`,
            })),
          ]}
          onChange={(value) => setParams({ against: value, against_variant: null })}
        />
        {baseline === null ? null : (
          <SelectField
            label={t.variantOf}
            value={baseline.variant ?? ""}
            options={[
              { value: "", label: t.sameName },
              ...baseline.variants.map((name) => ({ value: name, label: name })),
            ]}
            onChange={(value) => setParams({ against_variant: value })}
          />
        )}
        <input
          ref={file}
          type="file"
          accept="application/json,.json"
          hidden
          onChange={(event) => {
            const [chosen] = event.target.files ?? [];
            event.target.value = "";
            if (!chosen) return;
            void chosen
              .text()
              .then((text) => setBaseline.mutate({ suite, baseline: { kind: "file", name: chosen.name, text } }));
          }}
        />
        <Button small onClick={() => file.current?.click()}>
          {t.file}
        </Button>
        {against === null && baseline !== null ? (
          <Button small kind="quiet" onClick={() => setBaseline.mutate({ suite, baseline: null })}>
            {t.drop}
          </Button>
        ) : null}
      </div>
      <p className="secondary">{t.help}</p>
      <Findings
        regressions={regressions}
        comparedCount={baseline?.compared.length ?? null}
        isDone={state === "done"}
        isBaseline={evaluation.is_baseline && (against === null || against === id)}
      />
    </section>
  );
}

function Findings({
  regressions,
  comparedCount,
  isDone,
  isBaseline,
}: {
  regressions: readonly RegressionDocument[];
  /** Null: there is no baseline. */
  comparedCount: number | null;
  isDone: boolean;
  isBaseline: boolean;
}) {
  if (comparedCount === null) return <Notice tone="info">{isBaseline ? t.self : t.noBaseline}</Notice>;
  if (comparedCount === 0) return <Notice tone="warning">{t.nothingShared}</Notice>;
  if (regressions.length === 0) return <Notice tone={isDone ? "good" : "info"}>{isDone ? t.none : t.noneYet}</Notice>;
  return (
    <div className="evaluate__scroll">
      <table className="regressions" aria-labelledby="regressions-title">
        <thead>
          <tr>
            <th scope="col">{t.what}</th>
            <th scope="col">{t.before}</th>
            <th scope="col">{t.after}</th>
            <th scope="col">{t.p}</th>
            <th scope="col">{t.whyLabel}</th>
            <th scope="col">{t.open}</th>
          </tr>
        </thead>
        <tbody>
          {regressions.map((entry) => (
            <RegressionRow key={`${entry.variant} ${entry.task} ${entry.metric}`} entry={entry} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Runs listed one by one; the rest are counted by the rate beside them. */
const LISTED = 6;

function RegressionRow({ entry }: { entry: RegressionDocument }) {
  const { before, after, runs } = entry;
  const metric = Object.entries(t.metrics).find(([name]) => name === entry.metric)?.[1] ?? entry.metric;
  const [failed] = runs;
  const [then] = entry.baseline_runs;
  return (
    <tr>
      <th scope="row">
        <span className="mono">{entry.task === "*" ? t.all : entry.task}</span>
        <span className="secondary regressions__what">
          {entry.variant}, {metric}
        </span>
      </th>
      <td className="numeric">{t.rate(before.count, before.samples, before.low, before.high)}</td>
      <td className="numeric">{t.rate(after.count, after.samples, after.low, after.high)}</td>
      <td className="numeric">{t.pText(entry.p)}</td>
      <td>{t.why[entry.why]}</td>
      <td>
        <span className="regressions__runs">
          {runs.slice(0, LISTED).map((run, index) => (
            <a key={run} href={links.run(run)}>
              {t.failedRun(index)}
            </a>
          ))}
          {failed !== undefined && then !== undefined ? (
            <LinkButton kind="quiet" href={links.compare([then, failed])}>
              {t.beside}
            </LinkButton>
          ) : null}
        </span>
      </td>
    </tr>
  );
}
