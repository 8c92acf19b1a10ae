// The start form: suite, variants, endpoint and model, repeats; what it takes and what it can show is said before anything is run.
import { useState, type ReactNode } from "react";
import type { EvaluationPlanDocument } from "../../src-shared/rpc/evaluations.ts";
import type { MethodInput } from "../../src-shared/rpc/contract.ts";
import type { Catalogue } from "../../src-shared/rpc/types.ts";
import { useDraftInAddress } from "../data/draft-in-address.ts";
import { useCall, useMutationCall } from "../data/hooks.ts";
import { links } from "../data/links.ts";
import { go, useParamsState } from "../data/location.ts";
import { useCommands } from "../ui/commands.ts";
import { Checkbox, ChoiceRow, TextArea, TextField } from "../ui/field.tsx";
import { m } from "../ui/messages/messages.ts";
import { SelectField } from "../ui/select.tsx";
import { StartFoot } from "../ui/start-foot.tsx";
import { ErrorState, errorText, Notice, Spinner } from "../ui/states.tsx";
import { useTitle } from "../ui/title.ts";
import { EndpointFields } from "./endpoint-fields.tsx";
import "./evaluate.css";

const t = m.evaluate.start;

type Approve = keyof typeof t.approveModes;

interface Draft {
  suite: string;
  variants: string[];
  endpoint: string;
  model: string;
  repeats: string;
  seed: string;
  approve: Approve;
  thresholds: string;
}

export function NewEvaluationPage() {
  useTitle(m.evaluate.newOne);
  const catalogue = useCall("catalogue.get", {}, { staleTime: 5_000 });
  if (catalogue.error) return <ErrorState error={catalogue.error} onRetry={() => void catalogue.refetch()} />;
  if (!catalogue.data) return <Spinner />;
  return <StartForm catalogue={catalogue.data} />;
}

function readDraft(params: URLSearchParams, catalogue: Catalogue): Draft {
  const approve = params.get("approve");
  const asked = (params.get("variants") ?? "").split(",");
  return {
    suite: params.get("suite") ?? catalogue.suites[0]?.name ?? "",
    variants: catalogue.variants.map((variant) => variant.name).filter((name) => asked.includes(name)),
    endpoint: params.get("endpoint") ?? "demo",
    model: params.get("model") ?? "",
    repeats: params.get("repeats") ?? "",
    seed: params.get("seed") ?? "1",
    approve: approve === "default" || approve === "ask" || approve === "deny" ? approve : "all",
    thresholds: params.get("thresholds") ?? "",
  };
}

const addressOf = (draft: Draft) => ({ ...draft, variants: draft.variants.join(",") });

function problemsOf(draft: Draft): { variants?: string; endpoint?: string; repeats?: string; seed?: string } {
  const repeats = draft.repeats.trim();
  return {
    ...(draft.variants.length === 0 ? { variants: t.variantsMissing } : {}),
    ...(draft.endpoint.trim() === "" ? { endpoint: t.endpointMissing } : {}),
    ...(repeats !== "" && !(/^\d+$/.test(repeats) && Number(repeats) >= 1 && Number(repeats) <= 1000)
      ? { repeats: t.repeatsWrong }
      : {}),
    ...(/^\d{1,9}$/.test(draft.seed.trim()) ? {} : { seed: t.seedWrong }),
  };
}

function inputOf(draft: Draft): MethodInput<"evaluations.start"> {
  return {
    suite: draft.suite,
    variants: draft.variants,
    endpoint: draft.endpoint.trim(),
    model: draft.model.trim() === "" ? null : draft.model.trim(),
    approve: draft.approve === "default" ? null : draft.approve,
    repeats: draft.repeats.trim() === "" ? null : Number(draft.repeats),
    seed: Number(draft.seed),
    thresholds: draft.thresholds.split("\n").flatMap((line) => (line.trim() === "" ? [] : line.trim())),
  };
}

function StartForm({ catalogue }: { catalogue: Catalogue }) {
  const [params] = useParamsState();
  const [draft, setDraft] = useState(() => readDraft(params, catalogue));
  const [tried, setTried] = useState(false);
  const change = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }));
  useDraftInAddress(draft, addressOf);
  const problems = problemsOf(draft);
  const input = Object.keys(problems).length > 0 ? null : inputOf(draft);
  const shown = tried ? problems : {};
  const plan = useCall("evaluations.plan", input, { keepPrevious: true });
  const start = useMutationCall("evaluations.start", {
    invalidates: ["evaluations.list"],
    onSuccess: ({ id }) => go(links.evaluation(id)),
  });
  const submit = () => {
    setTried(true);
    if (input !== null && !start.isPending) start.mutate(input);
  };
  useCommands([
    {
      id: "evaluate.start",
      title: t.begin,
      group: m.evaluate.newOne,
      keys: ["Mod+Enter"],
      inFields: true,
      run: submit,
    },
  ]);
  return (
    <div className="evaluate">
      <form className="evaluate-form" aria-label={m.evaluate.newOne} onSubmit={(event) => event.preventDefault()}>
        <h1>{m.evaluate.newOne}</h1>
        <Subject draft={draft} catalogue={catalogue} change={change} problem={shown.variants ?? null} />
        <section className="evaluate-form__section">
          <h2>{t.where}</h2>
          <EndpointFields
            endpoint={draft.endpoint}
            model={draft.model}
            problem={shown.endpoint ?? null}
            onEndpoint={(endpoint) => change({ endpoint, model: "" })}
            onModel={(model) => change({ model })}
          />
        </section>
        <HowMuch draft={draft} change={change} problems={shown}>
          <PlanText
            plan={input === null ? null : (plan.data ?? null)}
            variants={draft.variants.length}
            error={input === null ? null : plan.error}
          />
        </HowMuch>
        {start.error ? <Notice tone="bad">{errorText(start.error)}</Notice> : null}
        <StartFoot
          fix={null}
          cancelHref={links.evaluations()}
          pending={start.isPending}
          label={t.begin}
          pendingLabel={t.beginning}
          onStart={submit}
        />
      </form>
    </div>
  );
}

interface PartProps {
  draft: Draft;
  change: (changes: Partial<Draft>) => void;
}

function Subject({ draft, catalogue, change, problem }: PartProps & { catalogue: Catalogue; problem: string | null }) {
  const { variants } = draft;
  const suite = catalogue.suites.find((entry) => entry.name === draft.suite);
  return (
    <section className="evaluate-form__section">
      <SelectField
        label={t.suite}
        hint={suite ? t.suiteHint(suite.tasks.length, suite.packs.join(", ")) : undefined}
        value={draft.suite}
        options={catalogue.suites.map(({ name, description }) => ({ value: name, label: name, hint: description }))}
        onChange={(name) => change({ suite: name })}
      />
      <fieldset className="evaluate-form__variants">
        <legend className="field__label">{t.variants}</legend>
        <p className="field__hint">{t.variantsHint}</p>
        {catalogue.variants.map((variant) => (
          <Checkbox
            key={variant.name}
            checked={variants.includes(variant.name)}
            onChange={(on) =>
              change({ variants: on ? [...variants, variant.name] : variants.filter((name) => name !== variant.name) })
            }
            label={<strong>{variant.name}</strong>}
            hint={variant.description}
          />
        ))}
        {problem === null ? null : (
          <div className="field__problem" role="alert">
            {problem}
          </div>
        )}
      </fieldset>
    </section>
  );
}

function HowMuch({
  draft,
  change,
  problems,
  children,
}: PartProps & { problems: ReturnType<typeof problemsOf>; children: ReactNode }) {
  return (
    <section className="evaluate-form__section">
      <h2>{t.howMany}</h2>
      <div className="evaluate-form__pair">
        <TextField
          label={t.repeats}
          hint={t.repeatsHint}
          problem={problems.repeats ?? null}
          inputMode="numeric"
          value={draft.repeats}
          onChange={(repeats) => change({ repeats })}
        />
        <TextField
          label={t.seed}
          hint={t.seedHint}
          problem={problems.seed ?? null}
          inputMode="numeric"
          value={draft.seed}
          onChange={(seed) => change({ seed })}
        />
      </div>
      <ChoiceRow
        label={t.approve}
        value={draft.approve}
        options={(["all", "default", "ask", "deny"] as const).map((value) => ({
          value,
          label: t.approveModes[value],
        }))}
        onChange={(approve) => change({ approve })}
        hint={t.approveHint}
      />
      <TextArea
        label={t.thresholds}
        hint={t.thresholdsHint}
        mono
        rows={2}
        value={draft.thresholds}
        onChange={(thresholds) => change({ thresholds })}
      />
      {children}
    </section>
  );
}

/** Its place is kept, so that nothing jumps while the plan is asked for. */
function PlanText({
  plan,
  variants,
  error,
}: {
  plan: EvaluationPlanDocument | null;
  variants: number;
  error: Error | null;
}) {
  let content: ReactNode = <p className="secondary">{t.planMissing}</p>;
  if (error) content = <Notice tone="bad">{errorText(error)}</Notice>;
  else if (plan) {
    content = (
      <>
        <p>{t.plan(plan.runs, plan.tasks, variants, plan.repeats)}</p>
        <p className="secondary">
          {t.fall(t.oneTask, plan.one_task.runs, plan.one_task.from, plan.one_task.to)}
          <br />
          {t.fall(t.allTasks, plan.all_tasks.runs, plan.all_tasks.from, plan.all_tasks.to)}
        </p>
      </>
    );
  }
  return (
    <div className="evaluate-form__plan" aria-live="polite">
      {content}
    </div>
  );
}
