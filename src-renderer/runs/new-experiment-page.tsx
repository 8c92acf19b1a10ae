// The new-experiment form: a task, a prompt or a frozen turn in several variants; how many samples tell anything is said before any is
// taken. Everything filled in stands in the address.
import { useState, type ReactNode } from "react";
import type { Catalogue } from "../../src-shared/rpc/types.ts";
import type { VariantsPlanDocument } from "../../src-shared/rpc/experiments.ts";
import { useDraftInAddress } from "../data/draft-in-address.ts";
import { useCall, useMutationCall } from "../data/hooks.ts";
import { links } from "../data/links.ts";
import { go, useParamsState } from "../data/location.ts";
import { Badge } from "../ui/badge.tsx";
import { useCommands } from "../ui/commands.ts";
import { Checkbox, ChoiceRow, TextField } from "../ui/field.tsx";
import { m } from "../ui/messages/messages.ts";
import { StartFoot } from "../ui/start-foot.tsx";
import { ErrorState, errorText, Notice, Spinner } from "../ui/states.tsx";
import { useTitle } from "../ui/title.ts";
import { EndpointChoice } from "./endpoint-choice.tsx";
import {
  experimentInput,
  experimentParams,
  experimentProblems,
  readExperimentDraft,
  type ExperimentDraft,
  type ExperimentProblems,
} from "./new-experiment-draft.ts";
import "./new-run.css";
import "./new-experiment.css";
import { PromptChoice, TaskChoice } from "./subject-choice.tsx";

const t = m.experiments.start;

export function NewExperimentPage() {
  useTitle(t.title);
  const catalogue = useCall("catalogue.get", {}, { staleTime: 30_000 });
  if (catalogue.error) return <ErrorState error={catalogue.error} onRetry={() => void catalogue.refetch()} />;
  if (!catalogue.data) return <Spinner />;
  return <NewExperimentForm catalogue={catalogue.data} />;
}

function NewExperimentForm({ catalogue }: { catalogue: Catalogue }) {
  const [params] = useParamsState();
  const [draft, setDraft] = useState(() => readExperimentDraft(params, catalogue));
  const [tried, setTried] = useState(false);
  const change = (changes: Partial<ExperimentDraft>) => setDraft((before) => ({ ...before, ...changes }));
  useDraftInAddress(draft, experimentParams);
  const problems = experimentProblems(draft);
  const hasProblems = Object.keys(problems).length > 0;
  const shown: ExperimentProblems = tried ? problems : {};
  const input = hasProblems ? null : experimentInput(draft);
  const plan = useCall("experiments.plan", input, { keepPrevious: true });
  const start = useMutationCall("experiments.start", {
    invalidates: ["experiments.list"],
    onSuccess: ({ id }) => go(links.experiment(id)),
  });
  const submit = () => {
    setTried(true);
    if (input !== null && !start.isPending) start.mutate(input);
  };
  useCommands([
    { id: "experiment.start", title: t.startTitle, group: t.title, keys: ["Mod+Enter"], inFields: true, run: submit },
  ]);
  return (
    <div className="new-run">
      <form className="new-run__form" aria-label={t.title} onSubmit={(event) => event.preventDefault()}>
        <h1>{t.title}</h1>
        <p className="secondary">{t.intro}</p>
        <section className="new-run__section">
          <Subject draft={draft} catalogue={catalogue} change={change} problems={shown} />
        </section>
        <section className="new-run__section">
          <Variants draft={draft} catalogue={catalogue} change={change} problem={shown.variants ?? null} />
        </section>
        {draft.kind === "turn" ? null : (
          <section className="new-run__section">
            <h2>{m.newRun.where}</h2>
            <EndpointChoice
              endpoint={draft.endpoint}
              model={draft.model}
              variantModel={null}
              problem={shown.endpoint ?? null}
              onEndpoint={(endpoint) => change({ endpoint, model: "" })}
              onModel={(model) => change({ model })}
            />
          </section>
        )}
        <section className="new-run__section">
          <h2>{t.howMany}</h2>
          <HowMany draft={draft} change={change} problems={shown} />
          <PlanText
            plan={plan.data && !hasProblems ? plan.data : null}
            error={hasProblems ? null : plan.error}
            loading={plan.isFetching && !hasProblems}
          />
        </section>
        {plan.data && plan.data.live_tools.length > 0 ? (
          <section className="new-run__section">
            <h2>{t.live}</h2>
            <LiveTools draft={draft} change={change} tools={plan.data.live_tools} />
          </section>
        ) : null}
        {start.error ? <Notice tone="bad">{errorText(start.error)}</Notice> : null}
        <StartFoot
          fix={tried && hasProblems ? m.newRun.fixFirst : null}
          cancelHref={links.experiments()}
          pending={start.isPending}
          label={m.newRun.start}
          pendingLabel={m.newRun.starting}
          onStart={submit}
        />
      </form>
    </div>
  );
}

interface PartProps {
  draft: ExperimentDraft;
  catalogue: Catalogue;
  change: (changes: Partial<ExperimentDraft>) => void;
}

function Subject({ draft, catalogue, change, problems }: PartProps & { problems: ExperimentProblems }) {
  return (
    <>
      <ChoiceRow
        label={t.what}
        value={draft.kind}
        options={[
          { value: "task", label: m.newRun.whatTask },
          { value: "prompt", label: m.newRun.whatPrompt },
          { value: "turn", label: t.whatTurn },
        ]}
        onChange={(kind) => change({ kind })}
      />
      {draft.kind === "task" ? <TaskChoice draft={draft} catalogue={catalogue} change={change} /> : null}
      {draft.kind === "prompt" ? (
        <PromptChoice draft={draft} catalogue={catalogue} change={change} problem={problems.prompt ?? null} />
      ) : null}
      {draft.kind === "turn" ? (
        <>
          <div className="new-run__pair">
            <TextField
              label={t.run}
              hint={t.runHint}
              problem={problems.turn ?? null}
              mono
              value={draft.run}
              onChange={(run) => change({ run })}
            />
            <TextField label={t.turn} inputMode="numeric" value={draft.turn} onChange={(turn) => change({ turn })} />
          </div>
          <p className="secondary">{t.turnHint}</p>
        </>
      ) : null}
    </>
  );
}

function Variants({ draft, catalogue, change, problem }: PartProps & { problem: string | null }) {
  const { variants } = draft;
  return (
    <fieldset className="new-run__packs">
      <legend className="field__label">{t.variants}</legend>
      <p className="field__hint">{draft.kind === "turn" ? t.variantsTurnHint : t.variantsHint}</p>
      {catalogue.variants.map((variant) => (
        <Checkbox
          key={variant.name}
          checked={variants.includes(variant.name)}
          onChange={(on) =>
            change({ variants: on ? [...variants, variant.name] : variants.filter((name) => name !== variant.name) })
          }
          label={
            <>
              <strong>{variant.name}</strong>{" "}
              {draft.kind !== "turn" && variants[0] === variant.name ? <Badge>{m.experiments.baseline}</Badge> : null}
            </>
          }
          hint={variant.description}
        />
      ))}
      {problem === null ? null : (
        <div className="field__problem" role="alert">
          {problem}
        </div>
      )}
    </fieldset>
  );
}

function HowMany({
  draft,
  change,
  problems,
}: {
  draft: ExperimentDraft;
  change: PartProps["change"];
  problems: ExperimentProblems;
}) {
  return (
    <>
      <div className="new-run__pair">
        <TextField
          label={t.samples}
          problem={problems.samples ?? null}
          inputMode="numeric"
          value={draft.samples}
          onChange={(samples) => change({ samples })}
        />
        <TextField
          label={m.newRun.seed}
          hint={t.seedHint}
          problem={problems.seed ?? null}
          inputMode="numeric"
          value={draft.seed}
          onChange={(seed) => change({ seed })}
        />
      </div>
      <div className="new-run__pair">
        <TextField
          label={t.from}
          hint={t.differenceHint}
          problem={problems.difference ?? null}
          inputMode="numeric"
          value={draft.from}
          onChange={(from) => change({ from })}
        />
        <TextField label={t.to} inputMode="numeric" value={draft.to} onChange={(to) => change({ to })} />
      </div>
    </>
  );
}

/** What it would take; the space is kept, so that nothing jumps while the plan is asked for. */
function PlanText({
  plan,
  error,
  loading,
}: {
  plan: VariantsPlanDocument | null;
  error: Error | null;
  loading: boolean;
}) {
  let content: ReactNode = <p className="secondary">{loading ? m.common.loading : t.planMissing}</p>;
  if (error) content = <Notice tone="bad">{errorText(error)}</Notice>;
  else if (plan) {
    const { estimate, samples, arms, total } = plan;
    content = (
      <>
        <p>{t.total(arms.length, samples, total)}</p>
        <p className="secondary">{m.diagnosis.bisectNeeded(estimate.from, estimate.to, estimate.needed)}</p>
        {samples < estimate.fewest ? <Notice tone="warning">{m.diagnosis.bisectTooFew(estimate.fewest)}</Notice> : null}
      </>
    );
  }
  return (
    <div className="new-experiment__plan" aria-live="polite">
      {content}
    </div>
  );
}

function LiveTools({
  draft,
  change,
  tools,
}: {
  draft: ExperimentDraft;
  change: PartProps["change"];
  tools: VariantsPlanDocument["live_tools"];
}) {
  const { allow } = draft;
  return (
    <fieldset className="new-run__packs">
      <legend className="field__hint">{t.liveHint}</legend>
      {tools.map(({ tool, effect, at_hand: atHand }) => (
        <Checkbox
          key={tool}
          checked={allow.includes(tool)}
          disabled={!atHand}
          onChange={(on) => change({ allow: on ? [...allow, tool] : allow.filter((name) => name !== tool) })}
          label={
            <>
              <span className="mono">{tool}</span> <Badge>{m.vocabulary.effects[effect]}</Badge>
            </>
          }
          {...(atHand ? {} : { hint: t.notAtHand })}
        />
      ))}
      {draft.kind === "turn" ? (
        <Checkbox
          checked={draft.strict}
          onChange={(strict) => change({ strict })}
          label={t.strict}
          hint={t.strictHint}
        />
      ) : null}
    </fieldset>
  );
}
