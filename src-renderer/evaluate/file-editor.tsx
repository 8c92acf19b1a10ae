// One file in the editor: its text with suggestions, what is wrong with it (checked by the core as it is typed), and saving.
import { useEffect, useState } from "react";
import type { UserFileEntry } from "../../src-shared/rpc/evaluations.ts";
import { useCall, useMutationCall } from "../data/hooks.ts";
import { links } from "../data/links.ts";
import { Badge } from "../ui/badge.tsx";
import { Button, LinkButton } from "../ui/button.tsx";
import { useCommands } from "../ui/commands.ts";
import { ConfigEditor, type ConfigMark } from "../ui/config-editor.tsx";
import { m } from "../ui/messages/messages.ts";
import { ErrorState, errorText, Notice, Spinner } from "../ui/states.tsx";
import { showToast } from "../ui/toast.tsx";

const t = m.evaluate.editor;

/** A pause in typing after which the text is checked, in milliseconds. */
const CHECK_PAUSE_MS = 250;

export interface FileEditorProps extends Pick<UserFileEntry, "kind" | "file" | "builtin"> {
  /** The text of a file that is not there yet; null reads the file. */
  begin: string | null;
  onDirty: (isDirty: boolean) => void;
  onSaved: () => void;
  onCopy: (text: string) => void;
}

export function FileEditor(props: FileEditorProps) {
  const { kind, file, builtin, begin } = props;
  const read = useCall("files.read", begin === null ? { kind, file, builtin } : null, { staleTime: 0 });
  if (begin !== null) return <OpenFile {...props} text={begin} version={null} />;
  if (read.error) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />;
  if (!read.data || (read.isFetching && !read.isFetchedAfterMount)) return <Spinner />;
  return <OpenFile {...props} text={read.data.text} version={read.data.version} />;
}

function OpenFile({
  kind,
  file,
  builtin,
  text: begun,
  version: begunVersion,
  onDirty,
  onSaved,
  onCopy,
}: FileEditorProps & { text: string; version: string | null }) {
  // What was read when it was opened: a later read must not take the place of what is being written.
  const [saved, setSaved] = useState({ text: begunVersion === null ? null : begun, version: begunVersion });
  const [text, setText] = useState(begun);
  const [goTo, setGoTo] = useState<ConfigMark | null>(null);
  const [checked, setChecked] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setChecked(text), CHECK_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const schema = useCall("files.schema", { kind }, { staleTime: 60_000 });
  const check = useCall("files.check", { kind, file, text: checked }, { keepPrevious: true });
  const problems = check.data?.problems ?? [];
  const isDirty = !builtin && text !== saved.text;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const save = useMutationCall("files.save", {
    invalidates: ["files.list", "files.read", "catalogue.get"],
    onSuccess: ({ version }, { text: written }) => {
      setSaved({ text: written, version });
      const hasProblems = problems.length > 0;
      showToast(hasProblems ? "info" : "done", hasProblems ? t.savedWithProblems(file) : t.saved(file));
      onSaved();
    },
    onError: (error) => showToast("error", errorText(error)),
  });
  const submit = () => {
    if (!builtin && !save.isPending) save.mutate({ kind, file, text, replaces: saved.version });
  };
  useCommands([
    {
      id: "files.save",
      title: t.save,
      group: t.title,
      keys: ["Mod+s"],
      inFields: true,
      enabled: !builtin,
      run: submit,
    },
  ]);
  const marks = problems.map(({ line, column, field, message }) => ({
    line,
    column,
    message: field ? `${field}: ${message}` : message,
  }));
  const name = saved.text !== null && problems.length === 0 ? nameIn(text) : null;
  return (
    <section className="file-editor" aria-label={file}>
      <header className="file-editor__head">
        <h1 className="mono">{file}</h1>
        {builtin ? <Badge>{t.builtin}</Badge> : null}
        {isDirty ? <Badge tone="ask">{t.unsaved}</Badge> : null}
        <span className="evaluate__actions">
          {name !== null && !isDirty ? (
            <LinkButton kind="quiet" href={links.newEvaluation({ [kind === "suite" ? "suite" : "variants"]: name })}>
              {t.evaluate}
            </LinkButton>
          ) : null}
          {builtin ? (
            <Button small onClick={() => onCopy(text)}>
              {t.copyOf}
            </Button>
          ) : (
            <Button small kind="primary" shortcut="Mod+s" disabled={!isDirty || save.isPending} onClick={submit}>
              {save.isPending ? t.saving : t.save}
            </Button>
          )}
        </span>
      </header>
      {builtin ? <p className="secondary">{t.readOnly}</p> : <p className="secondary">{t.keys}</p>}
      <div className="file-editor__text">
        <ConfigEditor
          initial={begun}
          onChange={setText}
          language={/\.json$/i.test(file) ? "json" : "yaml"}
          schema={schema.data?.schema ?? null}
          marks={marks}
          label={t.label(file)}
          readOnly={builtin}
          onSave={submit}
          goTo={goTo}
        />
      </div>
      <div className="file-editor__problems" role="status">
        {check.error ? <Notice tone="bad">{errorText(check.error)}</Notice> : null}
        {check.data && problems.length === 0 ? <Notice tone="good">{t.noProblems}</Notice> : null}
        {problems.length === 0 ? null : (
          <>
            <strong>{t.problems(problems.length)}</strong>
            <ul>
              {problems.map((problem) => (
                <li key={`${problem.line} ${problem.column} ${problem.message}`}>
                  <button type="button" className="file-editor__problem" onClick={() => setGoTo({ ...problem })}>
                    {t.problemAt(problem.line, problem.field, problem.message)}
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </section>
  );
}

/** The name that a text without problems gives its suite or variant; null where it is written in an unusual way. */
function nameIn(text: string): string | null {
  return /^\s*\{?\s*"?name"?\s*:\s*["']?([\w.-]+)/m.exec(text)?.[1] ?? null;
}
