// A JSON object as its fields, each whole and as text: what a person reads before saying yes.
import { isJsonObject, type JsonValue } from "../../src-shared/prelude/json.ts";
import { CodeView } from "../ui/code-view.tsx";
import { m } from "../ui/messages/messages.ts";

/** Rows of a value before it folds. */
const ROWS = 10;

export function FieldList({ value, label }: { value: JsonValue; label: string }) {
  if (!isJsonObject(value)) return <CodeView bare rows={ROWS} label={label} text={asText(value)} />;
  const entries = Object.entries(value);
  if (entries.length === 0) return <p className="muted">{m.common.none}</p>;
  return (
    <dl className="field-list">
      {entries.map(([name, given]) => (
        <div key={name}>
          <dt className="mono">{name}</dt>
          <dd>
            <CodeView bare rows={ROWS} label={name} text={asText(given)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function asText(value: JsonValue): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}
