// The fields of a result, the dearest first: what each costs, whether the model saw it, whether it is public, and what used it.
import { useState } from "react";
import type { FieldCost, ResultCheck, ValueUse } from "../../src-shared/rpc/checks.ts";
import { links } from "../data/links.ts";
import { Button } from "../ui/button.tsx";
import { formatNumber } from "../ui/messages/format.ts";
import { m } from "../ui/messages/messages.ts";

const t = m.contract;
const SHOWN = 14;

export function FieldCosts({ run, result: { fields } }: { run: string; result: ResultCheck }) {
  const [all, setAll] = useState(false);
  const total = fields.reduce((sum, { chars }) => sum + chars, 0);
  const listed = all ? fields : fields.slice(0, SHOWN);
  return (
    <div className="contract-fields__box">
      <table className="contract-fields">
        <thead>
          <tr>
            <th scope="col">{t.field}</th>
            <th scope="col" className="contract-fields__number">
              {t.count}
            </th>
            <th scope="col" className="contract-fields__number">
              {t.chars}
            </th>
            <th scope="col" className="contract-fields__number">
              {t.tokens}
            </th>
            <th scope="col">{t.shown}</th>
            <th scope="col">{t.public}</th>
            <th scope="col">{t.used}</th>
          </tr>
        </thead>
        <tbody>
          {listed.map((field) => (
            <FieldRow key={field.path} run={run} field={field} share={total === 0 ? 0 : field.chars / total} />
          ))}
        </tbody>
      </table>
      {fields.length > listed.length ? (
        <Button small kind="quiet" onClick={() => setAll(true)}>
          {t.moreFields(fields.length - listed.length)}
        </Button>
      ) : null}
    </div>
  );
}

function FieldRow({ run, field, share }: { run: string; field: FieldCost; share: number }) {
  return (
    <tr className={field.used === false && field.shown ? "contract-fields__unused" : undefined}>
      <th scope="row">
        <code className="contract-fields__path">{field.path === "" ? t.wholeValue : field.path}</code>
      </th>
      <td className="contract-fields__number">{formatNumber(field.count)}</td>
      <td className="contract-fields__number">
        <span className="contract-fields__bar" aria-hidden="true" style={{ width: `${Math.round(share * 100)}%` }} />
        <span className="contract-fields__chars">{formatNumber(field.chars)}</span>
      </td>
      <td className="contract-fields__number">{formatNumber(field.tokens)}</td>
      <td>{field.shown ? t.yes : t.no}</td>
      <td>{field.public === null ? t.unknown : field.public ? t.yes : t.no}</td>
      <td>
        <Uses run={run} field={field} />
      </td>
    </tr>
  );
}

function Uses({ run, field }: { run: string; field: FieldCost }) {
  if (field.used === null) return <span className="muted">{t.notKnownYet}</span>;
  if (field.used_by.length === 0) return <span className="muted">{t.notUsed}</span>;
  return (
    <span className="contract-fields__uses">
      {field.used_by.map((use) => (
        <a key={textOfUse(use)} href={links.run(run, { turn: use.turn, tab: "said" })}>
          {textOfUse(use)}
        </a>
      ))}
    </span>
  );
}

function textOfUse({ turn, tool, argument }: ValueUse): string {
  return t.use(turn, tool === null ? t.useAnswer : t.useArgument(tool, argument));
}
