// Monaco in its small form: the editor, its difference view, find; a JSON tokenizer of our own; themes from the app's palette.
// Loaded lazily through `monaco.tsx`, never imported directly.
import * as monaco from "monaco-editor/editor";
import "monaco-editor/features/diffEditor/register";
import "monaco-editor/features/codicon/register";
import "monaco-editor/features/find/register";
// For configuration files (`config-setup.ts`). Here, because what an editor's parts need must be known before the first one is made. The
// list of suggestions itself: `features/suggest` registers its inline form only (0.57).
import "monaco-editor/editor/contrib/suggest/browser/suggestController";
import "monaco-editor/features/snippet/register";
import "monaco-editor/features/hover/register";
import EditorWorker from "monaco-editor/editor/editor.worker?worker";
import { longHex } from "./hex-color.ts";

declare global {
  interface Window {
    MonacoEnvironment?: monaco.Environment;
  }
}

window.MonacoEnvironment = { getWorker: () => new EditorWorker() };

monaco.languages.register({ id: "json" });
monaco.languages.setLanguageConfiguration("json", {
  brackets: [
    ["{", "}"],
    ["[", "]"],
  ],
});
monaco.languages.setMonarchTokensProvider("json", {
  tokenizer: {
    root: [
      [/"(?:[^"\\]|\\.)*"(?=\s*:)/, "key"],
      [/"(?:[^"\\]|\\.)*"?/, "string"],
      [/-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/, "number"],
      [/\b(?:true|false|null)\b/, "keyword"],
    ],
  },
});

const darkQuery = window.matchMedia("(prefers-color-scheme: dark)");

/** A token of the page's palette as Monaco takes it: `#rrggbb`. */
function token(name: string): string {
  return longHex(getComputedStyle(document.documentElement).getPropertyValue(name));
}

function applyTheme(): void {
  const rule = (name: string, variable: string) => ({ token: name, foreground: token(variable).slice(1) });
  monaco.editor.defineTheme("loopscope", {
    base: darkQuery.matches ? "vs-dark" : "vs",
    inherit: true,
    rules: [
      rule("key", "--json-key"),
      rule("string", "--json-string"),
      rule("number", "--json-number"),
      rule("keyword", "--json-word"),
    ],
    colors: {
      "editor.background": token("--surface"),
      "editor.foreground": token("--text"),
      "editorLineNumber.foreground": token("--text-3"),
      "editorLineNumber.activeForeground": token("--text-2"),
      "editorGutter.background": token("--surface"),
      "diffEditor.insertedLineBackground": `${token("--diff-add")}1c`,
      "diffEditor.insertedTextBackground": `${token("--diff-add")}40`,
      "diffEditor.removedLineBackground": `${token("--diff-remove")}1c`,
      "diffEditor.removedTextBackground": `${token("--diff-remove")}40`,
    },
  });
  monaco.editor.setTheme("loopscope");
}

applyTheme();
darkQuery.addEventListener("change", applyTheme);

export { monaco };
