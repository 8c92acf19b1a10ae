// Settings: the servers runs can use, the database file and its verification, and what this program is.
import { useCall, useMutationCall } from "../data/hooks.ts";
import { Button } from "../ui/button.tsx";
import { formatNumber } from "../ui/messages/format.ts";
import { m } from "../ui/messages/messages.ts";
import { ErrorState, Notice, Spinner } from "../ui/states.tsx";
import { useTitle } from "../ui/title.ts";
import { AcceptedSyntaxes } from "./accepted-syntaxes.tsx";
import { EndpointSettings } from "./endpoint-settings.tsx";
import "./settings.css";

export function SettingsPage() {
  useTitle(m.settings.title);
  return (
    <div className="settings">
      <div className="settings__inner">
        <h1>{m.settings.title}</h1>
        <EndpointSettings />
        <AcceptedSyntaxes />
        <DatabaseSettings />
      </div>
    </div>
  );
}

/** More problems than this are only counted. */
const PROBLEMS_SHOWN = 50;

function DatabaseSettings() {
  const info = useCall("app.info", {}, { staleTime: Infinity });
  const verify = useMutationCall("store.verify");
  if (info.error) return <ErrorState error={info.error} onRetry={() => void info.refetch()} />;
  if (!info.data) return <Spinner />;
  const result = verify.data;
  const about = [
    [m.settings.version, info.data.version],
    [m.settings.host, m.settings.hosts[info.data.host]],
    [m.settings.platform, info.data.platform],
    [m.settings.node, info.data.node],
    [m.settings.user, info.data.user],
  ] as const;
  return (
    <>
      <section className="settings__section" aria-label={m.settings.database}>
        <h2>{m.settings.database}</h2>
        <p className="secondary">{m.settings.databaseBody}</p>
        <p className="settings__file mono">{info.data.database}</p>
        <div className="settings__row">
          <Button disabled={verify.isPending} onClick={() => verify.mutate({})}>
            {verify.isPending ? m.settings.verifying : m.settings.verify}
          </Button>
          <span className="secondary">{m.settings.verifyBody}</span>
        </div>
        {verify.error ? <Notice tone="bad">{verify.error.message}</Notice> : null}
        {result?.ok ? (
          <Notice tone="good">{m.settings.verifyOk(result.runs, result.events, result.blobs)}</Notice>
        ) : null}
        {result && !result.ok ? (
          <Notice tone="bad">
            {m.settings.verifyBad(result.problems.length)}
            <ul className="settings__problems">
              {result.problems.slice(0, PROBLEMS_SHOWN).map((problem, index) => (
                <li key={index}>
                  <span className="mono">{m.settings.problemAt(problem.run, problem.seq)}</span> {problem.problem}
                </li>
              ))}
            </ul>
            {result.problems.length > PROBLEMS_SHOWN
              ? `+ ${formatNumber(result.problems.length - PROBLEMS_SHOWN)}`
              : null}
          </Notice>
        ) : null}
      </section>
      <section className="settings__section" aria-label={m.settings.about}>
        <h2>{m.settings.about}</h2>
        <dl className="settings__about">
          {about.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  );
}
