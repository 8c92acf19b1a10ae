// Import of trace files: by the button, by the command, or dropped anywhere; then what came of it.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { ImportedFiles } from "../../src-shared/rpc/import.ts";
import { callKey } from "../data/hooks.ts";
import { links } from "../data/links.ts";
import { Button, LinkButton } from "../ui/button.tsx";
import { useCommands } from "../ui/commands.ts";
import { Dialog } from "../ui/dialog.tsx";
import { m } from "../ui/messages/messages.ts";
import { errorText, Notice } from "../ui/states.tsx";
import { readDropped, type Given } from "./dropped-files.ts";
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
  const [problem, setProblem] = useState<string | null>(null);
  const run = async (read: Promise<Given>) => {
    if (busy) return;
    const controller = new AbortController();
    abort.current = controller;
    setBusy(true);
    setProblem(null);
    try {
      const given = await read;
      if (given.files.length + given.others + given.unreadable.length > 0)
        await importFiles(given, controller.signal, setState);
    } catch (error) {
      setProblem(errorText(error));
    } finally {
      setBusy(false);
      void queries.invalidateQueries({ queryKey: callKey("runs.list") });
      void queries.invalidateQueries({ queryKey: callKey("runs.facets") });
    }
  };
  const dropped = useEffectEvent((read: Promise<Given>) => void run(read));
  const close = () => {
    setState(null);
    setProblem(null);
  };
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
      if (event.dataTransfer) dropped(readDropped(event.dataTransfer));
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
          const files = [...(event.target.files ?? [])].map((file) => ({ name: file.name, file }));
          void run(Promise.resolve({ files, others: 0, unreadable: [] }));
          // The same file may be chosen again.
          event.target.value = "";
        }}
      />
      {over ? <div className="import-drop">{t.drop}</div> : null}
      <Dialog
        open={state !== null || problem !== null}
        onClose={close}
        closable={!busy}
        title={t.title}
        footer={
          busy ? (
            <Button onClick={() => abort.current?.abort()}>{m.common.cancel}</Button>
          ) : (
            <Button kind="primary" onClick={close}>
              {m.common.close}
            </Button>
          )
        }
      >
        {problem === null ? null : <Notice tone="bad">{problem}</Notice>}
        {state === null || problem !== null ? null : state.result === null ? (
          <Progress state={state} />
        ) : (
          <Report result={state.result} others={state.others} onGo={close} />
        )}
      </Dialog>
    </>
  );
}

function Progress({ state }: { state: ImportState }) {
  const { step, file, bytes, total, runs, rate, secondsLeft } = state;
  return (
    <div className="import-report">
      <p role="status">{step === "handing" ? t.handing : t.importing(runs)}</p>
      <progress max={Math.max(1, total)} value={bytes} aria-label={t.progress} />
      <p className="numeric secondary">{t.bytesOf(bytes, total, rate, secondsLeft)}</p>
      <p className="mono import-report__file">{file}</p>
    </div>
  );
}

function Report({ result, others, onGo }: { result: ImportedFiles; others: number; onGo: () => void }) {
  const { runs, already, skipped, cancelled } = result;
  const [only] = runs;
  return (
    <div className="import-report" role="status">
      {cancelled ? <p>{t.stopped}</p> : null}
      <Notice tone={runs.length > 0 ? "good" : "info"}>{t.imported(runs.length)}</Notice>
      {already === 0 ? null : <p>{t.already(already)}</p>}
      {others === 0 ? null : <p className="secondary">{t.others(others)}</p>}
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
      {only === undefined ? null : (
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
