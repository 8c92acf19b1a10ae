// What the model saw: the messages of the turn's request, the new ones marked and open, its tools and parameters; or what changed
// since the turn before.
import { useEffect, useMemo, useRef, useState } from "react";
import type { MethodOutput } from "../../src-shared/rpc/contract.ts";
import { useCall } from "../data/hooks.ts";
import { Button } from "../ui/button.tsx";
import { JsonTree } from "../ui/json-tree.tsx";
import { m } from "../ui/messages/messages.ts";
import { EmptyState, ErrorState, Spinner } from "../ui/states.tsx";
import { ContextDiffView } from "../ui/trace/context-diff-view.tsx";
import { MessageCard } from "../ui/trace/message-card.tsx";
import { VirtualRows, type VirtualRowsHandle } from "../ui/virtual-rows.tsx";
import { changeState } from "./inspector-state.ts";
import "./saw-tab.css";

const t = m.inspector;
const CLOSED_PX = 32;

type Context = MethodOutput<"turn.context">;

export interface SawTabProps {
  run: string;
  turn: number;
  /** The turn before, for the difference; null for the first. */
  previous: number | null;
  diff: boolean;
}

export function SawTab({ run, turn, previous, diff }: SawTabProps) {
  const context = useCall("turn.context", { run, turn }, { staleTime: Infinity });
  if (context.error) return <ErrorState error={context.error} onRetry={() => void context.refetch()} />;
  if (!context.data) return <Spinner />;
  return (
    <div className="saw">
      <Summary context={context.data} diff={diff} />
      {diff ? (
        <PreviousDiff run={run} context={context.data} previous={previous} />
      ) : (
        <Messages key={`${run} ${turn}`} context={context.data} />
      )}
    </div>
  );
}

function Summary({ context, diff }: { context: Context; diff: boolean }) {
  const [open, setOpen] = useState(false);
  const fresh = context.messages.filter((message) => message.new).length;
  const tokens = context.messages.reduce((sum, message) => sum + message.tokens, 0);
  const parameters = Object.entries(context.parameters)
    .filter(([name]) => name !== "model")
    .map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  return (
    <div className="saw__summary">
      <div className="saw__bar">
        <span className="numeric">
          {t.messages(context.messages.length)}, {t.newMessages(fresh)}, {t.contextTokens(tokens)}
        </span>
        <button type="button" className="saw__facts truncate" aria-expanded={open} onClick={() => setOpen(!open)}>
          {[t.tools(context.tools.length), ...parameters].join(" · ")}
        </button>
        <Button
          small
          kind="quiet"
          icon="compare"
          shortcut="d"
          aria-pressed={diff}
          onClick={() => changeState({ diff: !diff })}
        >
          {t.diffPreviousShort}
        </Button>
      </div>
      {open ? (
        <div className="saw__details">
          <h3>{t.toolsOffered}</h3>
          <p>
            {context.tools.length === 0 ? m.common.none : context.tools.map((tool) => <code key={tool}>{tool} </code>)}
          </p>
          <h3>{t.parameters}</h3>
          <JsonTree value={context.parameters} label={t.parameters} rows={8} />
        </div>
      ) : null}
    </div>
  );
}

function Messages({ context }: { context: Context }) {
  const { messages } = context;
  const firstNew = messages.findIndex((message) => message.new);
  const initial = useMemo(
    () => new Set(messages.flatMap((message, index) => (message.new && index - firstNew < 40 ? [index] : []))),
    [messages, firstNew],
  );
  const [open, setOpen] = useState<ReadonlySet<number>>(initial);
  const rows = useRef<VirtualRowsHandle>(null);
  useEffect(() => {
    if (firstNew > 3) rows.current?.reveal(firstNew - 1, "start");
  }, [firstNew]);
  const toggle = (index: number) => {
    const next = new Set(open);
    if (!next.delete(index)) next.add(index);
    setOpen(next);
  };
  return (
    <VirtualRows
      ref={rows}
      className="saw__messages"
      label={t.tabKeys.saw}
      count={messages.length}
      rowHeight={CLOSED_PX}
      isMeasured={(index) => open.has(index)}
      estimate={(index) => CLOSED_PX + 40 + Math.min(24, Math.ceil((messages[index]?.tokens ?? 0) / 20)) * 20}
      keyOf={(index) => `${index} ${open.has(index)}`}
      render={(index) => {
        const message = messages[index];
        return message ? (
          <MessageCard message={message} index={index} open={open.has(index)} onToggle={() => toggle(index)} markNew />
        ) : null;
      }}
    />
  );
}

function PreviousDiff({ run, context, previous }: { run: string; context: Context; previous: number | null }) {
  const before = useCall("turn.context", previous === null ? null : { run, turn: previous }, { staleTime: Infinity });
  if (previous === null) return <EmptyState icon="compare" title={t.noPrevious} />;
  if (before.error) return <ErrorState error={before.error} onRetry={() => void before.refetch()} />;
  if (!before.data) return <Spinner />;
  return (
    <ContextDiffView left={before.data} right={context} leftName={t.turn(previous)} rightName={t.turn(context.turn)} />
  );
}
