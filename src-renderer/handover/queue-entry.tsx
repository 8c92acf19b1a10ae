// One run of the queue: why it ended, what was asked for and is not done, writes that are open, and the actions.
import { useState } from "react";
import type { HandOverEntry } from "../../src-shared/rpc/types.ts";
import { useMutationCall } from "../data/hooks.ts";
import { links } from "../data/links.ts";
import { go } from "../data/location.ts";
import { EndingBadge } from "../ui/badge.tsx";
import { Button, LinkButton } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { formatDateTime } from "../ui/messages/format.ts";
import { m } from "../ui/messages/messages.ts";
import { errorText } from "../ui/states.tsx";
import { showToast } from "../ui/toast.tsx";
import { ContinueDialog } from "../ui/trace/continue-dialog.tsx";
import { ResolveDialog } from "./resolve-dialog.tsx";

const t = m.handover;

export function QueueEntry({ entry }: { entry: HandOverEntry }) {
  const { run, ledger, open_writes: openWrites } = entry;
  return (
    <article className="queue-entry" aria-label={run.title}>
      <header className="queue-entry__head">
        <EndingBadge ending={run.ending} early_stop={run.early_stop} passed={run.passed} />
        <h2 className="truncate">
          <a href={links.run(run.id)}>{run.title}</a>
        </h2>
        <span className="secondary">{run.variant ?? ""}</span>
        <time className="muted">{formatDateTime(run.started_at)}</time>
      </header>
      <dl className="queue-entry__facts">
        <dt>{t.reason}</dt>
        <dd>{entry.detail === "" ? entry.reason : entry.detail}</dd>
        <dt>{t.ledger}</dt>
        <dd>
          {ledger.length === 0 ? (
            <span className="muted">{t.noLedger}</span>
          ) : (
            <ul className="queue-entry__list">
              {ledger.map((item, index) => (
                <li key={index} className={`queue-entry__item queue-entry__item--${item.status}`}>
                  <Icon name={item.status === "done" ? "check" : "half"} size={14} />
                  <strong>{t.status[item.status]}</strong>
                  <span>
                    {item.number === null ? "" : `${item.number}. `}
                    {item.action}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </dd>
        {openWrites.length === 0 ? null : (
          <>
            <dt>{t.openWrites}</dt>
            <dd>
              <ul className="queue-entry__list">
                {openWrites.map((write) => (
                  <li key={write.operation_key}>
                    <a href={links.run(run.id, { tab: "events", seq: write.seq })}>{write.tool}</a>{" "}
                    <code className="queue-entry__key">{t.operationKey(write.operation_key)}</code>
                  </li>
                ))}
              </ul>
            </dd>
          </>
        )}
      </dl>
      <Actions entry={entry} />
    </article>
  );
}

function Actions({ entry }: { entry: HandOverEntry }) {
  const { run } = entry;
  const [dialog, setDialog] = useState<"continue" | "resolve" | null>(null);
  const close = () => setDialog(null);
  const reconcile = useMutationCall("handover.settle", {
    invalidates: ["handover.list", "runs.get"],
    onSuccess: ({ detail }) => showToast("info", t.reconciled(detail)),
    onError: (error) => showToast("error", errorText(error)),
  });
  const resolve = useMutationCall("handover.settle", {
    invalidates: ["handover.list", "runs.get"],
    onSuccess: () => showToast("done", t.resolved),
  });
  const goOn = useMutationCall("runs.continue", {
    invalidates: ["handover.list", "runs.get", "runs.list"],
    onSuccess: () => {
      showToast("done", t.goingOn);
      go(links.run(run.id));
    },
  });
  return (
    <div className="queue-entry__actions">
      <Button kind="primary" icon="play" onClick={() => setDialog("continue")}>
        {t.goOn}
      </Button>
      {entry.open_writes.length === 0 ? null : (
        <Button
          icon="search"
          title={t.reconcileHint}
          disabled={reconcile.isPending}
          onClick={() => reconcile.mutate({ run: run.id, action: "reconcile", reason: "" })}
        >
          {t.reconcile}
        </Button>
      )}
      <Button icon="check" onClick={() => setDialog("resolve")}>
        {t.resolve}
      </Button>
      <LinkButton kind="quiet" href={links.run(run.id)}>
        {t.open}
      </LinkButton>
      {dialog === "continue" ? (
        <ContinueDialog
          busy={goOn.isPending}
          problem={goOn.error?.message ?? null}
          onContinue={(message, reason) => goOn.mutate({ run: run.id, message, reason })}
          onClose={close}
        />
      ) : null}
      {dialog === "resolve" ? (
        <ResolveDialog
          busy={resolve.isPending}
          problem={resolve.error?.message ?? null}
          onResolve={(reason) => resolve.mutate({ run: run.id, action: "resolve", reason })}
          onClose={close}
        />
      ) : null}
    </div>
  );
}
