// The same result three ways, side by side: what a message alone says, the raw entity, and what the contract means for the model.
import type { ResultCheck, ResultShape } from "../../src-shared/rpc/checks.ts";
import { classNames } from "../ui/class-names.ts";
import { CodeView } from "../ui/code-view.tsx";
import { m } from "../ui/messages/messages.ts";

const t = m.contract;
const SHAPES = ["message", "raw", "contract"] as const;

export function ShapeCards({ result }: { result: ResultCheck }) {
  return (
    <div className="contract__part" role="group" aria-label={t.shapes}>
      <h3>{t.shapes}</h3>
      <div className="contract-shapes">
        {SHAPES.map((name) => (
          <ShapeCard key={name} name={name} shape={result.shapes[name]} isShown={result.shown_as === name} />
        ))}
      </div>
    </div>
  );
}

function ShapeCard({
  name,
  shape,
  isShown,
}: {
  name: (typeof SHAPES)[number];
  shape: ResultShape | null;
  isShown: boolean;
}) {
  return (
    <section
      className={classNames("contract-shape", isShown && "contract-shape--shown")}
      aria-label={t.shapeNames[name]}
    >
      <header className="contract-shape__head">
        <strong>{t.shapeNames[name]}</strong>
        {isShown ? <span className="contract-shape__shown">{t.shownHere}</span> : null}
      </header>
      {shape === null ? (
        <p className="muted">{t.noShape}</p>
      ) : (
        <>
          <p className="contract-shape__size numeric">
            {t.size(shape.chars, shape.tokens)} <span className="muted">{t.origins[shape.origin]}</span>
          </p>
          <CodeView text={pretty(shape)} label={t.shapeText(t.shapeNames[name])} rows={9} bare />
          {shape.cut ? <p className="muted">{t.cut(shape.text.length)}</p> : null}
        </>
      )}
    </section>
  );
}

/** Indented where it is JSON, so that fields stand under one another in all three; sizes are those of the text as sent. */
function pretty({ text, cut }: ResultShape): string {
  if (cut || !/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 1);
  } catch {
    // It only looks like JSON.
    return text;
  }
}
