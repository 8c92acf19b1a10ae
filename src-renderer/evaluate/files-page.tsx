// The editor of the user's own suites and variants: the files on the left, the chosen one on the right, what is wrong in it below.
import { useState } from "react";
import type { UserFileEntry } from "../../src-shared/rpc/evaluations.ts";
import { useCall } from "../data/hooks.ts";
import { setParams, useParamsState } from "../data/location.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/field.tsx";
import { Icon } from "../ui/icon.tsx";
import { m } from "../ui/messages/messages.ts";
import { EmptyState, ErrorState, Spinner } from "../ui/states.tsx";
import { useTitle } from "../ui/title.ts";
import "./evaluate.css";
import { FileEditor } from "./file-editor.tsx";
import "./files.css";
import { FILE_NAME, firstText } from "./new-files.ts";

const t = m.evaluate.editor;

type Kind = UserFileEntry["kind"];
/** A file that is not saved yet. */
type NewFile = { kind: Kind; file: string; text: string };

const keyOf = ({ kind, file, builtin }: Pick<UserFileEntry, "kind" | "file" | "builtin">) =>
  `${builtin ? "builtin" : "own"}/${kind}/${file}`;

export function FilesPage() {
  useTitle(t.title);
  const [params] = useParamsState();
  const loaded = useCall("files.list", {});
  const [made, setMade] = useState<NewFile | null>(null);
  const [naming, setNaming] = useState<{ kind: Kind; text: string | null } | null>(null);
  const [isDirty, setIsDirty] = useState(false);
  /** What to go on with once it is clear that nothing is lost by it. */
  const [leaving, setLeaving] = useState<(() => void) | null>(null);
  const unlessDirty = (step: () => void) => (isDirty ? setLeaving(() => step) : step());
  if (loaded.error && !loaded.data) return <ErrorState error={loaded.error} onRetry={() => void loaded.refetch()} />;
  if (!loaded.data) return <Spinner />;
  const { files, folder } = loaded.data;
  const chosen = files.find((file) => keyOf(file) === params.get("file")) ?? null;
  const choose = (key: string) =>
    unlessDirty(() => {
      setMade(null);
      setIsDirty(false);
      setParams({ file: key });
    });
  const shown = made ? { ...made, builtin: false } : chosen;
  return (
    <div className="files">
      <h1 className="visually-hidden">{t.title}</h1>
      <FileList
        files={files}
        chosen={shown && keyOf(shown)}
        onChoose={choose}
        onNew={(kind) => unlessDirty(() => setNaming({ kind, text: null }))}
      />
      {shown === null ? (
        <EmptyState icon="pencil" title={t.title}>
          <p>{t.choose}</p>
          <p className="mono files__folder">{t.intro(folder)}</p>
        </EmptyState>
      ) : (
        <FileEditor
          key={keyOf(shown)}
          kind={shown.kind}
          file={shown.file}
          builtin={shown.builtin}
          begin={made?.text ?? null}
          onDirty={setIsDirty}
          onSaved={() => setParams({ file: keyOf(shown) })}
          onCopy={(text) => setNaming({ kind: shown.kind, text })}
        />
      )}
      {naming === null ? null : (
        <NameDialog
          kind={naming.kind}
          taken={files.flatMap((file) => (file.builtin || file.kind !== naming.kind ? [] : file.file))}
          onClose={() => setNaming(null)}
          onNamed={(file) => {
            setMade({ kind: naming.kind, file, text: naming.text ?? firstText(naming.kind, file) });
            setNaming(null);
            setIsDirty(true);
          }}
        />
      )}
      <Dialog
        open={leaving !== null}
        onClose={() => setLeaving(null)}
        title={t.discard}
        description={t.discardText}
        role="alertdialog"
        width="narrow"
        footer={
          <>
            <Button kind="quiet" onClick={() => setLeaving(null)}>
              {m.common.cancel}
            </Button>
            <Button
              kind="danger"
              onClick={() => {
                setIsDirty(false);
                leaving?.();
                setLeaving(null);
              }}
            >
              {t.leave}
            </Button>
          </>
        }
      >
        {null}
      </Dialog>
    </div>
  );
}

function FileList({
  files,
  chosen,
  onChoose,
  onNew,
}: {
  files: readonly UserFileEntry[];
  chosen: string | null;
  onChoose: (key: string) => void;
  onNew: (kind: Kind) => void;
}) {
  const kinds = [
    { kind: "suite", title: t.suites, add: t.newSuite },
    { kind: "variant", title: t.variants, add: t.newVariant },
  ] as const;
  return (
    <nav className="files__list" aria-label={t.title}>
      {kinds.map(({ kind, title, add }) => (
        <section key={kind} aria-label={title}>
          <header className="files__head">
            <h2>{title}</h2>
            <Button small icon="plus" onClick={() => onNew(kind)}>
              {add}
            </Button>
          </header>
          <ul>
            {files
              .filter((file) => file.kind === kind)
              .toSorted((one, other) => Number(one.builtin) - Number(other.builtin))
              .map((file) => (
                <li key={keyOf(file)}>
                  <button
                    type="button"
                    className="files__entry"
                    aria-current={keyOf(file) === chosen}
                    title={file.problem ?? file.file}
                    onClick={() => onChoose(keyOf(file))}
                  >
                    <span className="files__name mono">{file.file}</span>
                    {file.problem === null ? null : (
                      <span className="files__problem">
                        <Icon name="warning" />
                        <span className="visually-hidden">{file.problem}</span>
                      </span>
                    )}
                    {file.builtin ? <Badge>{t.builtin}</Badge> : null}
                  </button>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

function NameDialog({
  kind,
  taken,
  onClose,
  onNamed,
}: {
  kind: Kind;
  taken: readonly string[];
  onClose: () => void;
  onNamed: (file: string) => void;
}) {
  const [name, setName] = useState(kind === "suite" ? "my-suite.yaml" : "my-variant.yaml");
  const [tried, setTried] = useState(false);
  const problem = !FILE_NAME.test(name) ? t.fileNameWrong : taken.includes(name) ? t.fileTaken : null;
  const submit = () => {
    setTried(true);
    if (problem === null) onNamed(name);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={kind === "suite" ? t.newSuite : t.newVariant}
      width="narrow"
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            {m.common.cancel}
          </Button>
          <Button kind="primary" onClick={submit}>
            {t.make}
          </Button>
        </>
      }
    >
      <TextField
        label={t.fileName}
        hint={t.fileNameHint}
        problem={tried ? problem : null}
        mono
        value={name}
        onChange={setName}
        onSubmit={submit}
        autoFocus
      />
    </Dialog>
  );
}
