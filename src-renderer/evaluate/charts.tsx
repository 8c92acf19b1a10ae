// Metrics of an evaluation's variants: rates with their intervals, pass^k, tokens and working time; as charts, or the same as a table.
import { useState } from "react";
import type { EvalMetrics } from "../../src-shared/cli/documents.ts";
import type { EvaluatedVariant, EvaluationDocument, SpreadDocument } from "../../src-shared/rpc/evaluations.ts";
import { ChoiceRow } from "../ui/field.tsx";
import { IntervalChart } from "../ui/interval-chart.tsx";
import { LineChart } from "../ui/line-chart.tsx";
import { formatNumber } from "../ui/messages/format.ts";
import { m } from "../ui/messages/messages.ts";
import { SpreadChart } from "../ui/spread-chart.tsx";

const t = m.evaluate.charts;
const RATES = ["tool_reach", "task_completion", "step_convergence"] as const;

export function Charts({ evaluation }: { evaluation: EvaluationDocument }) {
  const { evaluated } = evaluation;
  const [view, setView] = useState<"charts" | "table">("charts");
  const [of, setOf] = useState("all");
  const classes = [...new Set(evaluated.flatMap((variant) => variant.classes.map((entry) => entry.class)))];
  const named = { ...m.evaluate.matrix.classes, all: t.all };
  const shown = evaluated.flatMap((variant) => {
    const metrics = of === "all" ? variant.metrics : variant.classes.find((entry) => entry.class === of)?.metrics;
    return metrics ? [{ variant, metrics }] : [];
  });
  return (
    <section className="evaluate__section" aria-labelledby="charts-title">
      <h2 id="charts-title">{t.title}</h2>
      <div className="evaluate__choices">
        <ChoiceRow
          label={t.view}
          value={view}
          options={[
            { value: "charts", label: t.asCharts },
            { value: "table", label: t.asTable },
          ]}
          onChange={setView}
        />
        {classes.length < 2 ? null : (
          <ChoiceRow
            label={t.of}
            value={of}
            options={["all", ...classes].map((name) => ({
              value: name,
              label: Object.entries(named).find(([key]) => key === name)?.[1] ?? name,
            }))}
            onChange={setOf}
          />
        )}
      </div>
      {view === "charts" ? <AsCharts shown={shown} spreads={of === "all"} /> : <AsTable shown={shown} />}
    </section>
  );
}

type Shown = { variant: EvaluatedVariant; metrics: EvalMetrics };

function AsCharts({ shown, spreads }: { shown: readonly Shown[]; spreads: boolean }) {
  return (
    <div className="chart-grid">
      {RATES.map((metric) => (
        <figure key={metric} className="chart">
          <figcaption title={t.metricHelp[metric]}>{t.metrics[metric]}</figcaption>
          <IntervalChart
            rows={shown.map(({ variant, metrics }) => {
              const { count, samples, low, high } = metrics[metric];
              return {
                label: variant.variant,
                rate: metrics[metric],
                text: t.rateText(`${t.metrics[metric]}, ${variant.variant}`, count, samples, low, high),
              };
            })}
          />
        </figure>
      ))}
      <figure className="chart">
        <figcaption title={t.passHatHelp}>{t.passHat}</figcaption>
        <LineChart
          lines={shown.map(({ variant, metrics }) => {
            const points = Object.entries(metrics.pass_hat_k).map(([k, value]) => ({ x: Number(k), y: value }));
            return {
              label: variant.variant,
              points,
              text: t.passHatLine(
                variant.variant,
                points.map((point) => `${point.x}: ${point.y.toFixed(2)}`).join(", "),
              ),
            };
          })}
        />
      </figure>
      {spreads ? (
        <>
          <Spreads shown={shown} name={t.tokens} of={(variant) => variant.tokens} format={tokensText} />
          <Spreads shown={shown} name={t.latency} of={(variant) => variant.latency_ms} format={t.ms} />
        </>
      ) : null}
    </div>
  );
}

function Spreads({
  shown,
  name,
  of,
  format,
}: {
  shown: readonly Shown[];
  name: string;
  of: (variant: EvaluatedVariant) => SpreadDocument | null;
  format: (value: number) => string;
}) {
  return (
    <figure className="chart">
      <figcaption title={t.spreadHelp}>{name}</figcaption>
      <SpreadChart
        format={format}
        rows={shown.map(({ variant }) => {
          const spread = of(variant);
          const text =
            spread === null
              ? `${variant.variant}: ${t.notCounted}`
              : t.spread(`${name}, ${variant.variant}`, format(spread.median), format(spread.low), format(spread.high));
          return { label: variant.variant, spread, text };
        })}
      />
    </figure>
  );
}

function AsTable({ shown }: { shown: readonly Shown[] }) {
  const rate = ({ count, samples, low, high }: EvalMetrics["tool_reach"]) =>
    samples === 0 ? m.common.notKnown : m.evaluate.regressions.rate(count, samples, low, high);
  const spread = (value: SpreadDocument | null, format: (value: number) => string) =>
    value === null ? t.notCounted : `${format(value.median)} (${format(value.low)} – ${format(value.high)})`;
  return (
    <div className="evaluate__scroll">
      <table className="regressions" aria-labelledby="charts-title">
        <thead>
          <tr>
            <th scope="col">{t.variant}</th>
            {RATES.map((metric) => (
              <th key={metric} scope="col" title={t.metricHelp[metric]}>
                {t.metrics[metric]}
              </th>
            ))}
            <th scope="col">{t.passHat}</th>
            <th scope="col">{t.tokens}</th>
            <th scope="col">{t.latency}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ variant, metrics }) => (
            <tr key={variant.variant}>
              <th scope="row">{variant.variant}</th>
              {RATES.map((metric) => (
                <td key={metric} className="numeric">
                  {rate(metrics[metric])}
                </td>
              ))}
              <td className="numeric">
                {Object.entries(metrics.pass_hat_k)
                  .map(([k, value]) => `${k}: ${value.toFixed(2)}`)
                  .join(", ") || m.common.notKnown}
              </td>
              <td className="numeric">{spread(variant.tokens, tokensText)}</td>
              <td className="numeric">{spread(variant.latency_ms, t.ms)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function tokensText(value: number): string {
  return formatNumber(Math.round(value));
}
