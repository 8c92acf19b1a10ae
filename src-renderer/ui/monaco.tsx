// Monaco's side-by-side difference as a React component. The module loads when the first one is shown; its worker computes
// differences. Both sides are laid out as JSON where they are JSON.
import { useEffect, useMemo, useRef, useState } from "react";
import { layoutJson } from "./json-layout.ts";
import { m } from "./messages/messages.ts";
import "./monaco.css";
import type { monaco as MonacoModule } from "./monaco-setup.ts";
import { ErrorState, Spinner } from "./states.tsx";

type Monaco = typeof MonacoModule;

let loading: Promise<Monaco> | null = null;

function loadMonaco(): Promise<Monaco> {
  loading ??= import("./monaco-setup.ts").then(
    (module) => module.monaco,
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

function useMonaco(): { monaco: Monaco | null; error: Error | null } {
  const [state, setState] = useState<{ monaco: Monaco | null; error: Error | null }>({ monaco: null, error: null });
  useEffect(() => {
    let here = true;
    loadMonaco().then(
      (monaco) => here && setState({ monaco, error: null }),
      (error: unknown) =>
        here && setState({ monaco: null, error: error instanceof Error ? error : new Error(String(error)) }),
    );
    return () => {
      here = false;
    };
  }, []);
  return state;
}

/** The height of a code line in both editors, in pixels. */
const LINE_PX = 20;

const shared = {
  automaticLayout: true,
  fontSize: 13,
  lineHeight: LINE_PX,
  minimap: { enabled: false },
  scrollBeyondLastLine: false,
  wordWrap: "on",
  wrappingStrategy: "simple",
  renderWhitespace: "selection",
  unicodeHighlight: { ambiguousCharacters: false },
  contextmenu: false,
  // Texts of models and tools are no source of suggestions.
  quickSuggestions: false,
  wordBasedSuggestions: "off",
  links: false,
  fixedOverflowWidgets: true,
  scrollbar: { alwaysConsumeMouseWheel: false },
} as const;

export interface MonacoDiffProps {
  original: string;
  modified: string;
  originalLabel: string;
  modifiedLabel: string;
  /** False leaves both texts as they are. Default true. */
  layOut?: boolean;
  height?: string;
  /** Folds what is the same on both sides. */
  hideUnchanged?: boolean;
}

export function MonacoDiff({
  original,
  modified,
  originalLabel,
  modifiedLabel,
  layOut = true,
  height = "100%",
  hideUnchanged = false,
}: MonacoDiffProps) {
  const { monaco, error } = useMonaco();
  const box = useRef<HTMLDivElement>(null);
  const left = useMemo(() => (layOut ? layoutJson(original) : { text: original, isJson: false }), [original, layOut]);
  const right = useMemo(() => (layOut ? layoutJson(modified) : { text: modified, isJson: false }), [modified, layOut]);
  useEffect(() => {
    if (!monaco || !box.current) return undefined;
    const models = {
      original: monaco.editor.createModel(left.text, left.isJson ? "json" : "plaintext"),
      modified: monaco.editor.createModel(right.text, right.isJson ? "json" : "plaintext"),
    };
    const created = monaco.editor.createDiffEditor(box.current, {
      ...shared,
      readOnly: true,
      originalEditable: false,
      renderSideBySide: true,
      useInlineViewWhenSpaceIsLimited: true,
      renderSideBySideInlineBreakpoint: 640,
      ignoreTrimWhitespace: false,
      renderMarginRevertIcon: false,
      renderGutterMenu: false,
      maxComputationTime: 3000,
      diffWordWrap: "on",
      hideUnchangedRegions: { enabled: hideUnchanged },
      fontFamily: getComputedStyle(document.documentElement).getPropertyValue("--font-mono"),
      originalAriaLabel: originalLabel,
      modifiedAriaLabel: modifiedLabel,
      lineNumbersMinChars: 3,
      folding: false,
      glyphMargin: false,
    });
    created.setModel(models);
    return () => {
      created.dispose();
      models.original.dispose();
      models.modified.dispose();
    };
  }, [monaco, left, right, originalLabel, modifiedLabel, hideUnchanged]);
  if (error) return <ErrorState title={m.common.editorFailed} error={error} />;
  return (
    <div className="monaco-box monaco-box--diff" style={{ height }}>
      <div className="monaco-box__labels">
        <span>{originalLabel}</span>
        <span>{modifiedLabel}</span>
      </div>
      <div className="monaco-box__stage">
        {monaco ? null : <Spinner label={m.common.editorLoading} />}
        <div className="monaco-box__editor" ref={box} />
      </div>
    </div>
  );
}
