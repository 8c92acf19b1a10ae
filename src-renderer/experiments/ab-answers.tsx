// One sample of every arm beside the others: text, thinking, calls, whose fault, and the raw completion as it crossed the wire.
import { useState } from "react";
import type { AbArm, AbCompletion } from "../../src-shared/rpc/ab.ts";
import { useCall } from "../data/hooks.ts";
import { Badge } from "../ui/badge.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { CodeView } from "../ui/code-view.tsx";
import { JsonTree } from "../ui/json-tree.tsx";
import { formatDuration } from "../ui/messages/format.ts";
import { m } from "../ui/messages/messages.ts";
import { errorText, Notice, Spinner } from "../ui/states.tsx";

const t = m.ab;

const tones = { call: "good", text_call: "cut", stop: "stop", error: "bad" } as const;

export interface AbAnswersProps {
  id: string;
  arms: readonly AbArm[];
  /** The sample shown, from 0. */
  index: number;
  samples: number;
  onIndex(index: number): void;
}

export function AbAnswers({ id, arms, index, samples, onIndex }: AbAnswersProps) {
  const [raw, setRaw] = useState(false);
  return (
    <section className="ab-answers" aria-label={t.sideBySide}>
      <div className="ab-answers__head">
        <h2>{t.sideBySide}</h2>
        <IconButton
          icon="chevronLeft"
          label={t.previous}
          disabled={index === 0}
          onClick={() => onIndex(Math.max(0, index - 1))}
        />
        <span className="numeric">{t.sampleOf(index, samples)}</span>
        <IconButton
          icon="chevronRight"
          label={t.next}
          disabled={index >= samples - 1}
          onClick={() => onIndex(Math.min(samples - 1, index + 1))}
        />
        <Button small aria-pressed={raw} onClick={() => setRaw(!raw)}>
          {raw ? t.hideWire : t.showWire}
        </Button>
      </div>
      <div className="ab-answers__columns">
        {arms.map((arm) => (
          <article key={arm.name} className="ab-answer" aria-label={arm.name}>
            <h3>{arm.name}</h3>
            {(arm.strip[index] ?? null) === null ? (
              <p className="muted">{t.notTaken}</p>
            ) : (
              <Answer id={id} arm={arm.name} index={index} raw={raw} />
            )}
          </article>
        ))}
      </div>
    </section>
  );
}

function Answer({ id, arm, index, raw }: { id: string; arm: string; index: number; raw: boolean }) {
  const loaded = useCall("ab.sample", { id, arm, index }, { staleTime: Infinity });
  if (loaded.error) return <Notice tone="bad">{errorText(loaded.error)}</Notice>;
  if (!loaded.data) return <Spinner inline />;
  const answer = loaded.data;
  return (
    <>
      <p className="ab-answer__facts">
        <Badge tone={tones[answer.outcome]}>{t.outcomes[answer.outcome]}</Badge>
        <code>{answer.finish_reason ?? t.nothingSent}</code>
        <span className="secondary numeric">
          {[
            answer.latency_ms === null ? null : formatDuration(answer.latency_ms),
            answer.usage === null ? null : t.tokens(answer.usage.prompt_tokens, answer.usage.completion_tokens),
          ]
            .filter((part) => part !== null)
            .join(" · ")}
        </span>
      </p>
      {answer.error === null ? null : (
        <Notice tone="bad">
          <strong>{answer.error.category}</strong>: {answer.error.message}
        </Notice>
      )}
      {answer.error === null ? <Why answer={answer} /> : null}
      <Body answer={answer} arm={arm} />
      {raw ? (
        answer.wire === "" ? (
          <p className="muted">{t.noWire}</p>
        ) : (
          <>
            <h4>{t.wire}</h4>
            <CodeView text={answer.wire} label={t.ofArm(t.wire, arm)} rows={24} />
          </>
        )
      ) : null}
    </>
  );
}

function Why({ answer: { verdict } }: { answer: AbCompletion }) {
  if (verdict === null) return null;
  return (
    <div className="ab-answer__why">
      <p>
        <Badge tone={verdict.whose === "model" ? "stop" : "cut"}>{m.diagnosis.whose[verdict.whose]}</Badge>{" "}
        {m.diagnosis.verdicts[verdict.verdict]}
      </p>
      <ul className="ab-answer__evidence">
        {verdict.evidence.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}

function Body({ answer, arm }: { answer: AbCompletion; arm: string }) {
  const { content, reasoning, calls, text_calls: textCalls } = answer;
  return (
    <>
      {calls.length + textCalls.length === 0 ? null : <h4>{t.calls}</h4>}
      {[...calls, ...textCalls].map((call, at) => (
        <div key={at} className="ab-answer__call">
          <code>{call.name}</code> {"syntax" in call ? <Badge tone="cut">{call.syntax}</Badge> : null}
          {call.arguments === null ? null : (
            <JsonTree value={call.arguments} label={t.ofArm(m.inspector.arguments, arm)} rows={8} />
          )}
        </div>
      ))}
      {(reasoning ?? "") === "" ? null : (
        <>
          <h4>{t.reasoning}</h4>
          <CodeView text={reasoning ?? ""} label={t.ofArm(t.reasoning, arm)} rows={8} />
        </>
      )}
      {(content ?? "") === "" ? (
        calls.length > 0 || answer.error ? null : (
          <p className="muted">{t.noText}</p>
        )
      ) : (
        <>
          <h4>{t.content}</h4>
          <CodeView text={content ?? ""} label={t.ofArm(t.content, arm)} rows={14} />
        </>
      )}
    </>
  );
}
