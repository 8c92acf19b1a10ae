// Identity, input, answer and result of the run, visible without a click; one line high once the content below is scrolled.
import type { MethodOutput } from "../../src-shared/rpc/contract.ts";
import { links } from "../data/links.ts";
import { oneLine } from "../derive/read-data.ts";
import { SimulatedMark } from "../ui/badge.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { classNames } from "../ui/class-names.ts";
import { formatDateTime, formatDuration } from "../ui/messages/format.ts";
import { m } from "../ui/messages/messages.ts";
import { ContinueRun } from "./continue-run.tsx";
import "./run-header.css";

const t = m.inspector;

export type RunData = MethodOutput<"runs.get">;

export interface RunHeaderProps {
  run: RunData;
  shrunk: boolean;
  onToggle(): void;
  /** Null where there is nothing to follow. */
  live: { following: boolean; onFollow(): void } | null;
}

export function RunHeader({ run, shrunk, onToggle, live }: RunHeaderProps) {
  const { summary, started, ended } = run;
  const answer = ended?.answer || run.turns.findLast((turn) => turn.content)?.content || null;
  return (
    <header className={classNames("run-header", shrunk && "run-header--shrunk")}>
      <div className="run-header__line">
        <h1 className="run-header__title truncate" title={summary.title}>
          {summary.title}
        </h1>
        {shrunk && oneLine(started.prompt, 300) !== summary.title ? (
          <span className="run-header__brief truncate secondary" title={started.prompt}>
            {oneLine(started.prompt, 300)}
          </span>
        ) : null}
        <Facts run={run} />
        {live ? (
          <Button
            small
            kind={live.following ? "quiet" : "normal"}
            icon="arrowDown"
            onClick={live.onFollow}
            title={t.followTip}
          >
            {live.following ? t.following : t.follow}
          </Button>
        ) : null}
        {live === null && canGoOn(run) ? <ContinueRun run={summary.id} /> : null}
        <IconButton
          icon={shrunk ? "chevronDown" : "chevronUp"}
          label={shrunk ? t.showHeader : t.hideHeader}
          aria-expanded={!shrunk}
          onClick={onToggle}
        />
      </div>
      {shrunk ? null : (
        <dl className="run-header__texts">
          <dt>{t.input}</dt>
          <dd className="run-header__text">{started.prompt}</dd>
          <dt>{t.answer}</dt>
          <dd className={classNames("run-header__text", answer === null && "muted")}>{answer ?? t.noAnswer}</dd>
          {ended === null || ended.detail === "" ? null : (
            <>
              <dt>{t.result}</dt>
              <dd className="run-header__text">{ended.detail}</dd>
            </>
          )}
        </dl>
      )}
    </header>
  );
}

/** Ended, and recorded by this program's own loop. */
function canGoOn({ summary }: RunData): boolean {
  return summary.ending !== null && (summary.source === "loop" || summary.source === "fork");
}

function Facts({ run }: { run: RunData }) {
  const { summary, started } = run;
  return (
    <div className="run-header__facts secondary">
      {summary.variant === null ? null : <span>{summary.variant}</span>}
      <span>
        {summary.model ?? m.common.unknown} {summary.simulated ? <SimulatedMark /> : null}
      </span>
      {summary.parent_run === null ? null : (
        <span>
          {t.forkOf}{" "}
          <a href={links.run(summary.parent_run, { turn: summary.fork_turn })}>
            {summary.fork_turn === null ? summary.parent_run : t.atTurn(summary.fork_turn)}
          </a>
          {started.edits.length === 0 ? "" : `, ${t.edits(started.edits.length)}`}
        </span>
      )}
      <span className="numeric">{t.tokens(summary.prompt_tokens, summary.completion_tokens)}</span>
      {summary.duration_ms === null ? null : <span className="numeric">{formatDuration(summary.duration_ms)}</span>}
      <code className="run-header__id muted truncate" title={t.idTip(summary.id, formatDateTime(summary.started_at))}>
        {summary.id}
      </code>
    </div>
  );
}
