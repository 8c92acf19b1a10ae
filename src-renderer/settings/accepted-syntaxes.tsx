// Syntaxes of text calls that count as calls on an endpoint and model, each to be taken back.
import { useCall, useMutationCall } from "../data/hooks.ts";
import { Button } from "../ui/button.tsx";
import { m } from "../ui/messages/messages.ts";
import { ErrorState, errorText } from "../ui/states.tsx";
import { showToast } from "../ui/toast.tsx";

const t = m.ab;

export function AcceptedSyntaxes() {
  const loaded = useCall("text_calls.accepted", {});
  const accept = useMutationCall("text_calls.accept", {
    invalidates: ["text_calls.accepted"],
    onSuccess: (_output, { syntax, model }) => showToast("done", t.takenBackToast(syntax, model)),
    onError: (error) => showToast("error", errorText(error)),
  });
  const accepted = loaded.data?.accepted ?? [];
  return (
    <section className="settings__section" aria-label={t.acceptedTitle}>
      <h2>{t.acceptedTitle}</h2>
      <p className="secondary">{t.acceptedBody}</p>
      {loaded.error ? <ErrorState error={loaded.error} onRetry={() => void loaded.refetch()} /> : null}
      {loaded.data && accepted.length === 0 ? <p className="muted">{t.acceptedNone}</p> : null}
      {accepted.length === 0 ? null : (
        <ul className="settings__found">
          {accepted.map((entry) => (
            <li key={JSON.stringify(entry)} className="settings__row">
              <code>{entry.syntax}</code>
              <span className="settings__found-name">
                {entry.model} <span className="mono muted">{entry.endpoint}</span>
              </span>
              <Button
                small
                disabled={accept.isPending}
                aria-label={t.takeBackOf(entry.syntax, entry.model)}
                onClick={() => accept.mutate({ ...entry, accepted: false })}
              >
                {t.takeBack}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
