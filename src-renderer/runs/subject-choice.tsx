// What a run or an experiment carries out: a suite's task, or a prompt of the user's own with the packs it may use.
import type { Catalogue } from "../../src-shared/rpc/types.ts";
import { Badge } from "../ui/badge.tsx";
import { Checkbox, TextArea } from "../ui/field.tsx";
import { m } from "../ui/messages/messages.ts";
import { SelectField } from "../ui/select.tsx";

/** The part of a form's draft that says what is carried out. */
export interface SubjectDraft {
  suite: string;
  task: string;
  prompt: string;
  packs: readonly string[];
}

interface SubjectProps {
  draft: SubjectDraft;
  catalogue: Catalogue;
  change: (changes: Partial<SubjectDraft>) => void;
}

export function TaskChoice({ draft, catalogue, change }: SubjectProps) {
  const suite = catalogue.suites.find((candidate) => candidate.name === draft.suite);
  const task = suite?.tasks.find((candidate) => candidate.id === draft.task);
  return (
    <>
      <div className="new-run__pair">
        <SelectField
          label={m.newRun.suite}
          value={draft.suite}
          options={catalogue.suites.map((candidate) => ({
            value: candidate.name,
            label: candidate.name,
            hint: candidate.description,
          }))}
          onChange={(name) =>
            change({
              suite: name,
              task: catalogue.suites.find((candidate) => candidate.name === name)?.tasks[0]?.id ?? "",
            })
          }
        />
        <SelectField
          label={m.newRun.task}
          value={draft.task}
          options={(suite?.tasks ?? []).map((candidate) => ({
            value: candidate.id,
            label: candidate.id,
            hint: candidate.prompt,
          }))}
          onChange={(id) => change({ task: id })}
        />
      </div>
      {task ? (
        <figure className="new-run__prompt">
          <figcaption>{m.newRun.taskPrompt}</figcaption>
          <blockquote>{task.prompt}</blockquote>
        </figure>
      ) : null}
    </>
  );
}

export function PromptChoice({ draft, catalogue, change, problem }: SubjectProps & { problem: string | null }) {
  return (
    <>
      <TextArea
        label={m.newRun.prompt}
        hint={m.newRun.promptHint}
        problem={problem}
        rows={5}
        placeholder={m.newRun.promptPlaceholder}
        value={draft.prompt}
        onChange={(prompt) => change({ prompt })}
      />
      <fieldset className="new-run__packs">
        <legend className="field__label">{m.newRun.packs}</legend>
        <p className="field__hint">{m.newRun.packsHint}</p>
        {catalogue.packs.map((pack) => (
          <Checkbox
            key={pack.name}
            checked={draft.packs.includes(pack.name)}
            onChange={(on) =>
              change({ packs: on ? [...draft.packs, pack.name] : draft.packs.filter((name) => name !== pack.name) })
            }
            label={
              <>
                <strong>{pack.name}</strong> <Badge>{m.newRun.packTools(pack.tools.length)}</Badge>{" "}
                {pack.simulated ? <span className="muted">{m.newRun.packSimulated}</span> : null}
              </>
            }
            hint={pack.description}
          />
        ))}
      </fieldset>
    </>
  );
}
