// An editor for JSON and YAML files: suggestions and hover from a schema, and marks where something is wrong.
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { JsonValue } from "../../src-shared/prelude/json.ts";
import type { ConfigLanguage } from "../derive/config-place.ts";
import type * as ConfigSetup from "./config-setup.ts";
import { m } from "./messages/messages.ts";
import "./monaco.css";
import { ErrorState, Spinner } from "./states.tsx";

type Setup = typeof ConfigSetup;
type Editor = ReturnType<Setup["monaco"]["editor"]["create"]>;

export interface ConfigMark {
  /** From 1. */
  line: number;
  column: number;
  message: string;
}

export interface ConfigEditorProps {
  /** What it begins with. From then on the text is the editor's own: handing it back in while a person types would undo keys. */
  initial: string;
  onChange: (value: string) => void;
  language: ConfigLanguage;
  /** Null until it is known. */
  schema: JsonValue | null;
  marks: readonly ConfigMark[];
  /** Read out. */
  label: string;
  readOnly: boolean;
  /** Ctrl/⌘ + S inside the editor. */
  onSave: () => void;
  /** A line to go to; a new object goes there again. */
  goTo: ConfigMark | null;
}

export function ConfigEditor(props: ConfigEditorProps) {
  const { initial, onChange, language, schema, marks, label, readOnly, onSave, goTo } = props;
  const [setup, setSetup] = useState<Setup | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | null>(null);
  const changed = useEffectEvent(onChange);
  const save = useEffectEvent(onSave);
  const first = useEffectEvent(() => initial);
  useEffect(() => {
    let here = true;
    import("./config-setup.ts").then(
      (module) => here && setSetup(module),
      (failure: unknown) => here && setError(failure instanceof Error ? failure : new Error(String(failure))),
    );
    return () => {
      here = false;
    };
  }, []);
  useEffect(() => {
    if (!setup || !box.current) return undefined;
    const { monaco } = setup;
    const model = monaco.editor.createModel(first(), language);
    const created = monaco.editor.create(box.current, {
      model,
      readOnly,
      ariaLabel: label,
      automaticLayout: true,
      fontSize: 13,
      lineHeight: 20,
      fontFamily: getComputedStyle(document.documentElement).getPropertyValue("--font-mono"),
      minimap: { enabled: false },
      scrollBeyondLastLine: false,
      wordWrap: "on",
      contextmenu: false,
      links: false,
      folding: false,
      glyphMargin: false,
      tabSize: 2,
      insertSpaces: true,
      fixedOverflowWidgets: true,
      unicodeHighlight: { ambiguousCharacters: false },
      quickSuggestions: { other: true, comments: false, strings: true },
      wordBasedSuggestions: "off",
      // Tab leaves the editor, as everywhere in the app; a suggestion is taken with Enter.
      tabFocusMode: true,
      padding: { top: 8, bottom: 8 },
    });
    editor.current = created;
    const listener = created.onDidChangeModelContent(() => changed(created.getValue()));
    created.addCommand(monaco.KeyMod.CtrlCmd | monaco.KeyCode.KeyS, () => save());
    return () => {
      listener.dispose();
      setup.helpModel(model, null);
      created.dispose();
      model.dispose();
      editor.current = null;
    };
  }, [setup, language, readOnly, label]);
  useEffect(() => {
    const model = editor.current?.getModel();
    if (setup && model) setup.helpModel(model, schema);
  }, [setup, schema, language, readOnly, label]);
  useEffect(() => {
    const model = editor.current?.getModel();
    if (!setup || !model) return;
    const { monaco } = setup;
    monaco.editor.setModelMarkers(
      model,
      "loopscope",
      marks.map(({ line, column, message }) => {
        const at = Math.min(line, model.getLineCount());
        return {
          severity: monaco.MarkerSeverity.Error,
          message,
          startLineNumber: at,
          startColumn: column,
          endLineNumber: at,
          endColumn: Math.max(column + 1, model.getLineMaxColumn(at)),
        };
      }),
    );
  }, [setup, marks, language, readOnly, label]);
  useEffect(() => {
    if (!goTo || !editor.current) return;
    editor.current.revealLineInCenterIfOutsideViewport(goTo.line);
    editor.current.setPosition({ lineNumber: goTo.line, column: goTo.column });
    editor.current.focus();
  }, [goTo]);
  if (error) return <ErrorState title={m.common.editorFailed} error={error} />;
  return (
    <div className="monaco-box" style={{ height: "100%" }}>
      {setup ? null : <Spinner label={m.common.editorLoading} />}
      <div className="monaco-box__editor" ref={box} />
    </div>
  );
}
