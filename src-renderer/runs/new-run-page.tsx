// The new-run form: what to run, in which variant, where, how often. Everything filled in stands in the address.
import { useState } from "react";
import type { Catalogue } from "../../src-shared/rpc/types.ts";
import { useDraftInAddress } from "../data/draft-in-address.ts";
import { useCall, useMutationCall } from "../data/hooks.ts";
import { links } from "../data/links.ts";
import { go, useParamsState } from "../data/location.ts";
import { useCommands } from "../ui/commands.ts";
import { Checkbox, ChoiceRow, TextField } from "../ui/field.tsx";
import { m } from "../ui/messages/messages.ts";
import { SelectField } from "../ui/select.tsx";
import { StartFoot } from "../ui/start-foot.tsx";
import { ErrorState, Notice, Spinner } from "../ui/states.tsx";
import { showToast } from "../ui/toast.tsx";
import { useTitle } from "../ui/title.ts";
import { EndpointChoice } from "./endpoint-choice.tsx";
import { draftParams, findProblems, readDraft, startInput, type Draft, type Problems } from "./new-run-draft.ts";
import "./new-run.css";
import { PromptChoice, TaskChoice } from "./subject-choice.tsx";
import { VariantSummary } from "./variant-summary.tsx";

export function NewRunPage() {
  useTitle(m.newRun.title);
  const catalogue = useCall("catalogue.get", {}, { staleTime: 30_000 });
  if (catalogue.error) return <ErrorState error={catalogue.error} onRetry={() => void catalogue.refetch()} />;
  if (!catalogue.data) return <Spinner />;
  return <NewRunForm catalogue={catalogue.data} />;
}

function NewRunForm({ catalogue }: { catalogue: Catalogue }) {
  const [params] = useParamsState();
  const [draft, setDraft] = useState(() => readDraft(params, catalogue));
  const [tried, setTried] = useState(false);
  const change = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }));
  useDraftInAddress(draft, draftParams);
  const problems = findProblems(draft, catalogue);
  const hasProblems = Object.keys(problems).length > 0;
  const shown: Problems = tried ? problems : {};
  const start = useMutationCall("runs.start", {
    invalidates: ["runs.list", "runs.facets"],
    onSuccess: ({ runs }, { samples = 1 }) => {
      const [first] = runs;
      if (samples === 1 && first !== undefined) go(links.run(first));
      else {
        showToast("done", m.newRun.started(samples));
        go(links.runs({ task: draft.kind === "task" ? draft.task : null, variant: draft.variant }));
      }
    },
  });
  const submit = () => {
    setTried(true);
    if (!hasProblems && !start.isPending) start.mutate(startInput(draft));
  };
  useCommands([
    {
      id: "new.start",
      title: m.newRun.startTitle,
      group: m.newRun.group,
      keys: ["Mod+Enter"],
      inFields: true,
      run: submit,
    },
  ]);
  const variant = catalogue.variants.find((candidate) => candidate.name === draft.variant);
  return (
    <div className="new-run">
      <form
        className="new-run__form"
        aria-label={m.newRun.title}
        onSubmit={(event) => {
          event.preventDefault();
        }}
      >
        <h1>{m.newRun.title}</h1>
        {catalogue.problems.map((problem) => (
          <Notice key={`${problem.file}${problem.problem}`} tone="warning">
            {m.newRun.problems(problem.file, problem.problem)}
          </Notice>
        ))}
        <section className="new-run__section">
          <ChoiceRow
            label={m.newRun.what}
            value={draft.kind}
            options={[
              { value: "task", label: m.newRun.whatTask },
              { value: "prompt", label: m.newRun.whatPrompt },
            ]}
            onChange={(kind) => change({ kind })}
          />
          {draft.kind === "task" ? (
            <TaskChoice draft={draft} catalogue={catalogue} change={change} />
          ) : (
            <PromptChoice draft={draft} catalogue={catalogue} change={change} problem={shown.prompt ?? null} />
          )}
        </section>
        <section className="new-run__section">
          <SelectField
            label={m.newRun.variant}
            value={draft.variant}
            problem={problems.variant ?? null}
            options={catalogue.variants.map((candidate) => ({
              value: candidate.name,
              label: candidate.name,
              hint: candidate.description,
            }))}
            onChange={(name) => change({ variant: name })}
          />
          {variant ? <VariantSummary variant={variant} /> : null}
        </section>
        <section className="new-run__section">
          <h2>{m.newRun.where}</h2>
          <EndpointChoice
            endpoint={draft.endpoint}
            model={draft.model}
            variantModel={variant?.model ?? null}
            problem={shown.endpoint ?? null}
            onEndpoint={(endpoint) => change({ endpoint, model: "" })}
            onModel={(model) => change({ model })}
          />
        </section>
        <section className="new-run__section">
          <h2>{m.newRun.how}</h2>
          <HowOften draft={draft} change={change} problems={shown} />
        </section>
        {start.error ? <Notice tone="bad">{start.error.message}</Notice> : null}
        <StartFoot
          fix={tried && hasProblems ? m.newRun.fixFirst : null}
          cancelHref={links.runs()}
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
  draft: Draft;
  change: (changes: Partial<Draft>) => void;
}

function HowOften({ draft, change, problems }: { draft: Draft; change: PartProps["change"]; problems: Problems }) {
  return (
    <>
      <div className="new-run__pair">
        <TextField
          label={m.newRun.samples}
          hint={m.newRun.samplesHint}
          problem={problems.samples ?? null}
          inputMode="numeric"
          value={draft.samples}
          onChange={(samples) => change({ samples })}
        />
        <TextField
          label={m.newRun.seed}
          hint={m.newRun.seedHint}
          problem={problems.seed ?? null}
          inputMode="numeric"
          value={draft.seed}
          onChange={(seed) => change({ seed })}
        />
      </div>
      <ChoiceRow
        label={m.newRun.approvals}
        hint={m.newRun.approveHint[draft.approve]}
        value={draft.approve}
        options={[
          { value: "default", label: m.newRun.approveDefault },
          { value: "ask", label: m.newRun.approveAsk },
          { value: "all", label: m.newRun.approveAll },
          { value: "deny", label: m.newRun.approveDeny },
        ]}
        onChange={(approve) => change({ approve })}
      />
      <Checkbox
        label={m.debug.startHeld}
        hint={m.debug.startHeldHint}
        checked={draft.held}
        onChange={(held) => change({ held })}
      />
    </>
  );
}
