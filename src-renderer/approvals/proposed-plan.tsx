// The plan that a call is a part of: what the model said with it, the calls of its turn, and what is still open. All of it is shown as text.
import type { PendingApproval } from "../../src-shared/rpc/types.ts";
import { CodeView } from "../ui/code-view.tsx";
import { m } from "../ui/messages/messages.ts";

const t = m.approvals;

/** Nothing where an older version asked and said nothing of a plan. */
export function ProposedPlan({ approval }: { approval: PendingApproval }) {
  const { plan } = approval;
  if (plan === undefined) return null;
  return (
    <section aria-label={t.plan}>
      <h3>{t.plan}</h3>
      <div className="approval__plan">
        {plan.subtask === undefined ? null : (
          <p>
            <span className="muted">{t.subtask}</span> {plan.subtask}
          </p>
        )}
        {plan.text === "" ? (
          <p className="muted">{t.planNoText}</p>
        ) : (
          <CodeView text={plan.text} label={t.planText} rows={4} bare />
        )}
        {plan.calls.length === 0 ? null : (
          <ol className="approval__calls" aria-label={t.planCalls}>
            {plan.calls.map((call, index) => {
              const isThis = call.call_id === approval.call_id;
              return (
                <li key={`${call.call_id} ${index}`} aria-current={isThis ? "step" : undefined}>
                  <code className="approval__call-tool">{call.tool}</code>
                  <code className="truncate secondary" title={call.arguments_text}>
                    {call.arguments_text}
                  </code>
                  {isThis ? <span className="approval__this">{t.thisCall}</span> : null}
                </li>
              );
            })}
          </ol>
        )}
        <p>
          <span className="muted">{t.outstanding}</span>{" "}
          {plan.outstanding.length === 0 ? t.nothingOutstanding : plan.outstanding.join("; ")}
        </p>
      </div>
    </section>
  );
}
