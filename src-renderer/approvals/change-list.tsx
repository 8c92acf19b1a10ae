// What a dry run says will change in the environment, change by change: the place, what stands there, what will.
import type { EnvironmentChange } from "../../src-shared/trace/tool-contract.ts";
import type { JsonValue } from "../../src-shared/prelude/json.ts";
import { Badge } from "../ui/badge.tsx";
import type { Tone } from "../ui/ending-tone.ts";
import { m } from "../ui/messages/messages.ts";
import { FieldList } from "./field-list.tsx";

const tones: Record<EnvironmentChange["op"], Tone> = { add: "good", remove: "bad", replace: "limit" };

export function ChangeList({ changes }: { changes: readonly EnvironmentChange[] | null }) {
  if (changes === null) return <p className="secondary">{m.approvals.unknownChange}</p>;
  if (changes.length === 0) return <p className="secondary">{m.approvals.nothingChanges}</p>;
  return (
    <ul className="changes">
      {changes.map((change) => (
        <li key={`${change.op}${change.path}`} className="changes__item">
          <div className="changes__head">
            <Badge tone={tones[change.op]}>{m.approvals.op[change.op]}</Badge>
            <span className="mono">{change.path}</span>
          </div>
          {change.op === "add" ? null : <Value name={m.approvals.was} value={change.from} tone="remove" />}
          {change.op === "remove" ? null : <Value name={m.approvals.becomes} value={change.to} tone="add" />}
        </li>
      ))}
    </ul>
  );
}

function Value({ name, value, tone }: { name: string; value: JsonValue | null; tone: "add" | "remove" }) {
  return (
    <div className={`changes__value changes__value--${tone}`}>
      <FieldList label={name} value={value} />
    </div>
  );
}
