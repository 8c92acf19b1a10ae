// A model's look over the ledger: asked for by the person, shown beside what the rules say, and never in its place.
import { useState } from "react";
import type { LedgerRefinement } from "../../src-shared/trace/ledger-refinement.ts";
import { useCall, useMutationCall } from "../data/hooks.ts";
import { Badge, SimulatedMark } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { m } from "../ui/messages/messages.ts";
import { Combobox } from "../ui/select.tsx";
import { TextField } from "../ui/field.tsx";
import { errorText, Notice } from "../ui/states.tsx";

const t = m.refinement;
const DEMO = "demo";

export function LedgerRefine({ run, endpoint }: { run: string; endpoint: string }) {
  const [open, setOpen] = useState(false);
  const saved = useCall("endpoints.list", open ? {} : null);
  const [url, setUrl] = useState(endpoint === "" ? DEMO : endpoint);
  const [model, setModel] = useState("");
  const refine = useMutationCall("runs.refine_ledger");
  const wanted = url.trim();
  const bad = wanted !== DEMO && !/^https?:\/\/\S+$/.test(wanted);
  const ask = () => {
    if (!bad && !refine.isPending)
      refine.mutate({ run, endpoint: wanted, model: model.trim() === "" ? null : model.trim() });
  };
  const options = [
    { value: DEMO, label: m.newRun.endpointDemo, hint: m.newRun.endpointDemoHint },
    ...(saved.data?.endpoints ?? []).flatMap((server) =>
      server.simulated ? [] : [{ value: server.url, label: server.label, hint: server.url }],
    ),
  ];
  return (
    <div className="refine">
      <Button small kind="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
        {t.button}
      </Button>
      {open ? (
        <>
          <p className="secondary">{t.help}</p>
          <div className="bisect__pair">
            <Combobox
              label={m.newRun.endpoint}
              problem={bad ? m.newRun.endpointNoUrl : null}
              value={url}
              options={options}
              onChange={setUrl}
            />
            <TextField label={m.newRun.model} hint={t.modelHint} value={model} onChange={setModel} onSubmit={ask} />
          </div>
          <p>
            <Button small kind="primary" disabled={bad || refine.isPending} onClick={ask}>
              {refine.isPending ? t.asking : t.ask}
            </Button>
          </p>
          {refine.error ? <Notice tone="bad">{errorText(refine.error)}</Notice> : null}
          {refine.data ? <Refinement refinement={refine.data} /> : null}
        </>
      ) : null}
    </div>
  );
}

function Refinement({ refinement }: { refinement: LedgerRefinement }) {
  const { items, rejected, early_stop: byRules, early_stop_refined: refined } = refinement;
  const changes = items.filter((item) => item.change !== "kept");
  return (
    <div className="refine__result" role="status">
      <p>
        {t.by(refinement.model)} {refinement.simulated ? <SimulatedMark /> : null}
      </p>
      {changes.length === 0 ? <p className="muted">{t.nothing}</p> : null}
      <ul className="ledger">
        {changes.map((item, index) => (
          <li key={index} className="ledger__item">
            <Badge tone={item.change === "added" ? "ask" : "neutral"}>{t.changes[item.change]}</Badge>
            <div className="ledger__what">
              <p>
                {item.action}{" "}
                <span className="secondary">
                  ({m.diagnosis.kind[item.kind]}, {m.diagnosis.statuses[item.status]})
                </span>
              </p>
              {item.reason === null ? null : (
                <p className="secondary">{item.change === "added" ? t.quote(item.reason) : item.reason}</p>
              )}
            </div>
          </li>
        ))}
      </ul>
      {rejected.length === 0 ? null : (
        <details>
          <summary>{t.rejected(rejected.length)}</summary>
          <ul>
            {rejected.map(({ said, reason }, index) => (
              <li key={index}>
                {said} <span className="secondary">({reason})</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {byRules === refined ? null : <Notice tone="info">{t.verdict(refined === true)}</Notice>}
    </div>
  );
}
