// The fork composer: the request of a turn with every part of it editable, the edits as a patch, and the start.
import { useMemo, useState } from "react";
import type { MethodOutput } from "../../src-shared/rpc/contract.ts";
import { useCall, useMutationCall } from "../data/hooks.ts";
import { links } from "../data/links.ts";
import { go } from "../data/location.ts";
import { EMPTY_DRAFT } from "../derive/fork-draft.ts";
import { Button, LinkButton } from "../ui/button.tsx";
import { useCommands } from "../ui/commands.ts";
import { m } from "../ui/messages/messages.ts";
import { Splitter } from "../ui/splitter.tsx";
import { EmptyState, ErrorState, errorText, Spinner } from "../ui/states.tsx";
import { showToast } from "../ui/toast.tsx";
import { baseMessages } from "./base-messages.ts";
import { ForkMessages } from "./fork-messages.tsx";
import "./fork-page.css";
import { ForkPatch } from "./fork-patch.tsx";
import { ForkSettings } from "./fork-settings.tsx";
import { useDraft } from "./use-draft.ts";

const t = m.replay;

export function ForkPage({ run, turn }: { run: string; turn: number }) {
  const record = useCall("runs.get", { run });
  const context = useCall("turn.context", { run, turn }, { staleTime: Infinity });
  const wire = useCall("turn.wire", { run, turn, attempt: null }, { staleTime: Infinity });
  const back = <LinkButton href={links.run(run, { turn })}>{t.toRun}</LinkButton>;
  if (record.error)
    return (
      <ErrorState error={record.error} actions={<LinkButton href={links.runs()}>{m.inspector.allRuns}</LinkButton>} />
    );
  if (record.data && !record.data.turns.some((candidate) => candidate.turn === turn)) {
    return (
      <EmptyState icon="fork" title={t.notFound} actions={back}>
        {t.notFoundText(run, turn)}
      </EmptyState>
    );
  }
  if (context.error) return <ErrorState error={context.error} onRetry={() => void context.refetch()} actions={back} />;
  if (!record.data || !context.data || wire.isPending) return <Spinner />;
  return (
    <Composer
      key={`${run} ${turn}`}
      run={record.data}
      turn={turn}
      context={context.data}
      request={wire.data?.request ?? null}
    />
  );
}

interface ComposerProps {
  run: MethodOutput<"runs.get">;
  turn: number;
  context: MethodOutput<"turn.context">;
  request: MethodOutput<"turn.wire">["request"] | null;
}

function Composer({ run, turn, context, request }: ComposerProps) {
  const id = run.summary.id;
  const [draft, setDraft] = useDraft(id, turn);
  /** Keys of fields that hold something invalid; nothing starts while there are any. */
  const [invalid, setInvalid] = useState<ReadonlySet<string>>(new Set());
  const messages = useMemo(() => baseMessages(context.messages, request), [context, request]);
  const fork = useMutationCall("runs.fork", {
    invalidates: ["runs.list"],
    onError: (error) => showToast("error", errorText(error)),
  });
  const mark = (field: string, bad: boolean) => {
    if (invalid.has(field) === bad) return;
    const next = new Set(invalid);
    if (bad) next.add(field);
    else next.delete(field);
    setInvalid(next);
  };
  const start = async (twice: boolean) => {
    if (fork.isPending) return;
    if (invalid.size > 0) return showToast("error", t.fixFirst);
    const common = { run: id, turn, approve: draft.approve, seed: draft.seed };
    const edited = { ...common, edits: draft.edits, variant: draft.variant, paused: draft.held };
    if (twice) {
      const unchanged = await fork.mutateAsync({ ...common, edits: [], variant: null, samples: 1 });
      const changed = await fork.mutateAsync({ ...edited, samples: 1 });
      go(links.compare([...unchanged.runs, ...changed.runs].slice(0, 4), { turn }));
      return undefined;
    }
    const { runs } = await fork.mutateAsync({ ...edited, samples: draft.samples });
    showToast("done", t.started(runs.length));
    const [only] = runs;
    if (runs.length === 1 && only) go(links.run(only));
    else if (runs.length <= 4) go(links.compare(runs, { turn }));
    else go(links.runs({ parent: id }));
    return undefined;
  };
  const startNow = (twice: boolean) => {
    start(twice).catch((error: unknown) => showToast("error", errorText(error)));
  };
  useCommands([
    {
      id: "fork.start",
      title: t.start,
      group: t.group,
      keys: ["Mod+Enter"],
      inFields: true,
      run: () => startNow(false),
    },
    {
      id: "fork.twice",
      title: t.startTwice,
      group: t.group,
      keys: ["Mod+Shift+Enter"],
      inFields: true,
      run: () => startNow(true),
    },
    { id: "fork.back", title: t.toRun, group: t.group, keys: ["Escape"], run: () => go(links.run(id, { turn })) },
  ]);
  return (
    <div className="fork">
      <header className="fork__head">
        <h1>{t.title(turn)}</h1>
        <span className="secondary truncate">
          {t.of} <a href={links.run(id, { turn })}>{run.summary.title}</a>
        </span>
        <span className="fork__actions">
          {draft.edits.length === 0 ? null : (
            <Button kind="quiet" onClick={() => setDraft(() => EMPTY_DRAFT)}>
              {t.discard}
            </Button>
          )}
          <Button icon="compare" disabled={fork.isPending} title={t.startTwiceHint} onClick={() => startNow(true)}>
            {t.startTwice}
          </Button>
          <Button
            kind="primary"
            icon="fork"
            shortcut="Mod+Enter"
            disabled={fork.isPending}
            onClick={() => startNow(false)}
          >
            {fork.isPending ? t.starting : t.start}
          </Button>
        </span>
      </header>
      <div className="fork__body">
        <Splitter
          id="fork"
          direction="horizontal"
          panes={[
            {
              id: "messages",
              defaultSize: "60%",
              minSize: "320px",
              content: (
                <ForkMessages
                  run={run}
                  context={context}
                  messages={messages}
                  draft={draft}
                  setDraft={setDraft}
                  onInvalid={mark}
                />
              ),
            },
            {
              id: "settings",
              defaultSize: "40%",
              minSize: "280px",
              content: (
                <div className="fork__side">
                  <ForkPatch run={run} context={context} messages={messages} draft={draft} setDraft={setDraft} />
                  <ForkSettings run={run} context={context} draft={draft} setDraft={setDraft} onInvalid={mark} />
                </div>
              ),
            },
          ]}
        />
      </div>
    </div>
  );
}
