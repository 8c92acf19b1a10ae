// What a variant changes, line by line, in words.
import type { Variant } from "../../src-shared/trace/variant.ts";
import { formatList } from "../ui/messages/format.ts";
import { m } from "../ui/messages/messages.ts";

/** The lines; pure, so that they can be tested. */
function variantLines(variant: Variant): string[] {
  const t = m.newRun;
  const lines = [variant.system_prompt === "" ? t.changeNoSystem : t.changeSystem(variant.system_prompt.length)];
  if (variant.tools) lines.push(t.changeTools(formatList(variant.tools)));
  const compactors = Object.entries(variant.compactors).filter(([, compactor]) => compactor !== "none");
  if (compactors.length === 0) lines.push(t.changeRaw);
  for (const [tool, compactor] of compactors)
    lines.push(tool === "*" ? t.changeAllCompactor(compactor) : t.changeCompactor(tool, compactor));
  for (const [tool, shape] of Object.entries(variant.result_shapes)) lines.push(t.changeShape(tool, shape));
  lines.push(t.changeGate[variant.gate]);
  if (variant.planner !== null) lines.push(t.changePlanner);
  const sampling = Object.entries(variant.sampling)
    .filter(([name, value]) => value !== null && !(name === "stream" && value === true))
    .map(([name, value]) => `${name} ${Array.isArray(value) ? value.join(" ") : String(value)}`);
  if (sampling.length > 0) lines.push(t.changeSampling(formatList(sampling)));
  const { turns, attempts, elapsed_ms: elapsed } = variant.budgets;
  lines.push(t.changeBudgets(turns, attempts, Math.round(elapsed / 6000) / 10));
  return lines;
}

export function VariantSummary({ variant }: { variant: Variant }) {
  return (
    <div className="variant-summary">
      {variant.description === "" ? null : <p>{variant.description}</p>}
      <ul aria-label={m.newRun.changes}>
        {variantLines(variant).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}
