// Import of trace files: by the button, by the command, or dropped anywhere; then what came of it.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { callKey } from "../data/hooks.ts";
import { links } from "../data/links.ts";
import { Button, LinkButton } from "../ui/button.tsx";
import { useCommands } from "../ui/commands.ts";
import { Dialog } from "../ui/dialog.tsx";
import { m } from "../ui/messages/messages.ts";
import { Notice } from "../ui/states.tsx";
import { importFiles, type ImportState } from "./import-files.ts";
import "./import.css";

const t = m.importing;

/** More skipped records than this are only counted. */
const SKIPPED_SHOWN = 100;

export function ImportHost() {
  const queries = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const abort = useRef<AbortController | null>(null);
  const [state, setState] = useState<ImportState | null>(null);
  const [busy, setBusy] = useState(false);
  const [over, setOver] = useState(false);
  const run = async (files: readonly File[]) => {
    if (files.length === 0 || busy) return;
    const controller = new AbortController();
    abort.current = controller;
    setBusy(true);
    try {
      setState(await importFiles(files, controller.signal, setState));
    } finally {
      setBusy(false);
      void queries.invalidateQueries({ queryKey: callKey("runs.list") });
      void queries.invalidateQueries({ queryKey: callKey("runs.facets") });
    }
  };
  const dropped = useEffectEvent((files: readonly File[]) => void run(files));
  useEffect(() => {
    const carries = (event: DragEvent) => event.dataTransfer?.types.includes("Files") === true;
    const drag = (event: DragEvent) => {
      if (!carries(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!carries(event)) return;
      event.preventDefault();
      setOver(false);
      dropped([...(event.dataTransfer?.files ?? [])]);
    };
    window.addEventListener("dragover", drag);
    window.addEventListener("dragleave", leave);
    window.addEventListener("drop", drop);
    return () => {
      window.removeEventListener("dragover", drag);
      window.removeEventListener("dragleave", leave);
      window.removeEventListener("drop", drop);
    };
  }, []);
  const choose = () => input.current?.click();
  useCommands([{ id: "app.import", title: t.command, group: m.app.groupApp, keys: [], run: choose }]);
  return (
    <>
      <Button small kind="quiet" title={t.tip} disabled={busy} onClick={choose}>
        {t.button}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept=".json,.jsonl,.ndjson,.gz"
        aria-label={t.choose}
        onChange={(event) => {
          void run([...(event.target.files ?? [])]);
          // The same file may be chosen again.
          event.target.value = "";
        }}
      />
      {over ? <div className="import-drop">{t.drop}</div> : null}
      <Dialog
        open={state !== null}
        onClose={() => setState(null)}
        closable={!busy}
        title={t.title}
        footer={
          busy ? (
            <Button onClick={() => abort.current?.abort()}>{m.common.cancel}</Button>
          ) : (
            <Button kind="primary" onClick={() => setState(null)}>
              {m.common.close}
            </Button>
          )
        }
      >
        {state === null ? null : <Report state={state} busy={busy} onGo={() => setState(null)} />}
      </Dialog>
    </>
  );
}

function Report({ state, busy, onGo }: { state: ImportState; busy: boolean; onGo: () => void }) {
  const { runs, already, skipped } = state;
  const [only] = runs;
  return (
    <div className="import-report" role="status">
      {busy ? <p className="numeric">{t.progress(state.done, state.of)}</p> : null}
      {state.stopped ? <p>{t.stopped}</p> : null}
      {busy ? null : <Notice tone={runs.length > 0 ? "good" : "info"}>{t.imported(runs.length)}</Notice>}
      {already === 0 ? null : <p>{t.already(already)}</p>}
      {skipped.length === 0 ? null : (
        <>
          <p>{t.skipped(skipped.length)}</p>
          <ul className="import-report__skipped">
            {skipped.slice(0, SKIPPED_SHOWN).map((entry, index) => (
              <li key={index}>
                <span className="mono">{t.place(entry.file, entry.line)}</span>: {entry.reason}
              </li>
            ))}
          </ul>
          {skipped.length > SKIPPED_SHOWN ? <p>{t.moreSkipped(skipped.length - SKIPPED_SHOWN)}</p> : null}
        </>
      )}
      {busy || only === undefined ? null : (
        // The links lead away from under the dialog, so it closes.
        <span onClickCapture={onGo}>
          {runs.length === 1 ? (
            <LinkButton href={links.run(only)}>{t.open}</LinkButton>
          ) : (
            <LinkButton href={links.runs()}>{t.show}</LinkButton>
          )}
        </span>
      )}
    </div>
  );
}
