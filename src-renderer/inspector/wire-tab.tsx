// What went over the wire: the request as sent, what was changed to suit the server, headers, and each line with its arrival time.
import { useState } from "react";
import { useCall } from "../data/hooks.ts";
import { Button } from "../ui/button.tsx";
import { CodeView } from "../ui/code-view.tsx";
import { copyText } from "../ui/copy.ts";
import { JsonTree } from "../ui/json-tree.tsx";
import { m } from "../ui/messages/messages.ts";
import { Select } from "../ui/select.tsx";
import { EmptyState, Notice, Spinner } from "../ui/states.tsx";
import { VirtualRows } from "../ui/virtual-rows.tsx";
import "./wire-tab.css";

const t = m.inspector;
const LINE_PX = 20;
/** Characters of a line shown in its row; the whole line opens below. */
const ROW_CHARS = 600;

export function WireTab({ run, turn, ended }: { run: string; turn: number; ended: boolean }) {
  const [attempt, setAttempt] = useState<number | null>(null);
  const wire = useCall("turn.wire", { run, turn, attempt }, { staleTime: ended ? Infinity : 0 });
  if (wire.error) {
    return (
      <EmptyState icon="info" title={t.noWire}>
        {t.noWireText} {wire.error.message}
      </EmptyState>
    );
  }
  if (!wire.data) return <Spinner />;
  const { data } = wire;
  return (
    <div className="wire">
      <div className="wire__top">
        {data.attempts > 1 ? (
          <Select
            compact
            label={t.attempt(data.attempt, data.attempts)}
            value={String(data.attempt)}
            options={Array.from({ length: data.attempts }, (_, index) => ({
              value: String(index + 1),
              label: t.attempt(index + 1, data.attempts),
            }))}
            onChange={(value) => setAttempt(Number(value))}
          />
        ) : null}
        <code className="wire__url truncate">{data.url}</code>
        <span
          className={data.status !== null && data.status >= 400 ? "wire__status wire__status--bad" : "wire__status"}
        >
          {data.status === null ? t.noStatus : `${t.status} ${data.status}`}
        </span>
      </div>
      {data.adaptations.map((adaptation) => (
        <Notice key={`${adaptation.rule} ${adaptation.detail}`} tone="info">
          {t.adaptations}: <code>{adaptation.rule}</code> {adaptation.detail}
        </Notice>
      ))}
      <section>
        <h3>{t.request}</h3>
        <JsonTree value={data.request} label={t.request} rows={16} openRows={14} />
        <Headers title={t.requestHeaders} headers={data.request_headers} />
      </section>
      <section>
        <div className="wire__lines-head">
          <h3>
            {t.response} <span className="secondary">{t.lines(data.lines.length)}</span>
          </h3>
          <Button
            small
            kind="quiet"
            icon="copy"
            onClick={() => void copyText(data.lines.map((line) => line.text).join("\n"))}
          >
            {m.common.copy}
          </Button>
        </div>
        <Headers title={t.responseHeaders} headers={data.response_headers} />
        <Lines lines={data.lines} />
      </section>
    </div>
  );
}

function Headers({ title, headers }: { title: string; headers: Record<string, string> }) {
  const entries = Object.entries(headers);
  if (entries.length === 0) return null;
  return (
    <details className="wire__headers">
      <summary>
        {title} ({entries.length})
      </summary>
      <dl>
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              <code>{value}</code>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function Lines({ lines }: { lines: readonly { at_ms: number; text: string }[] }) {
  const [open, setOpen] = useState<number | null>(null);
  const opened = open === null ? null : (lines[open] ?? null);
  if (lines.length === 0) return <p className="muted">{t.noLines}</p>;
  return (
    <>
      <div className="wire__lines" style={{ height: Math.min(lines.length, 26) * LINE_PX + 2 }}>
        <VirtualRows
          count={lines.length}
          rowHeight={LINE_PX}
          label={t.response}
          render={(index) => {
            const line = lines[index];
            if (!line) return null;
            return (
              <button
                type="button"
                tabIndex={-1}
                className="wire__line"
                aria-expanded={open === index}
                onClick={() => setOpen(open === index ? null : index)}
              >
                <span className="wire__time">{m.inspector.wireTime(line.at_ms)}</span>
                <span className="wire__text truncate">{line.text.slice(0, ROW_CHARS)}</span>
              </button>
            );
          }}
        />
      </div>
      {opened === null ? null : <CodeView text={opened.text} label={t.response} rows={16} />}
    </>
  );
}
