// Monaco for configuration files: suggestions and hover from a JSON Schema, YAML colours. Loaded lazily through `config-editor.tsx`,
// never imported directly. The providers are registered once; each model brings its own schema.
import type { JsonValue } from "../../src-shared/prelude/json.ts";
import { configPlace, type ConfigLanguage, type ConfigPlace } from "../derive/config-place.ts";
import { fieldAt, fieldsAt, valuesAt, type FieldHelp } from "../derive/schema-help.ts";
import { m } from "./messages/messages.ts";
import { monaco } from "./monaco-setup.ts";

type Model = ReturnType<typeof monaco.editor.createModel>;
type Position = Parameters<Model["getOffsetAt"]>[0];

const schemas = new Map<string, JsonValue>();

/** From now on the model is helped by the schema; null ends it. */
export function helpModel(model: Model, schema: JsonValue | null): void {
  if (schema === null) schemas.delete(model.uri.toString());
  else schemas.set(model.uri.toString(), schema);
}

monaco.languages.register({ id: "yaml" });
monaco.languages.setLanguageConfiguration("yaml", {
  comments: { lineComment: "#" },
  brackets: [
    ["{", "}"],
    ["[", "]"],
  ],
  onEnterRules: [{ beforeText: /:\s*$/, action: { indentAction: monaco.languages.IndentAction.Indent } }],
});
monaco.languages.setMonarchTokensProvider("yaml", {
  tokenizer: {
    root: [
      [/#.*$/, "comment"],
      [/(?:"[^"]*"|'[^']*'|[^\s"'{}[\],#:-][^:#{}[\],]*)(?=\s*:(?:\s|$))/, "key"],
      [/"(?:[^"\\]|\\.)*"?|'[^']*'?/, "string"],
      [/-?\d+(?:\.\d+)?(?=\s|,|\]|\}|$)/, "number"],
      [/\b(?:true|false|null)\b/, "keyword"],
    ],
  },
});

for (const language of ["yaml", "json"] as const) {
  monaco.languages.registerCompletionItemProvider(language, {
    triggerCharacters: [" ", '"', "-", "[", "{"],
    provideCompletionItems: (model, position) => ({ suggestions: suggestions(model, position, language) }),
  });
  monaco.languages.registerHoverProvider(language, {
    provideHover: (model, position) => hover(model, position, language),
  });
}

function suggestions(model: Model, position: Position, language: ConfigLanguage) {
  const schema = schemas.get(model.uri.toString());
  if (schema === undefined) return [];
  const place = configPlace(model.getValue(), model.getOffsetAt(position), language);
  const range = replaced(model, position, place);
  const fields = place.due === "value" ? [] : fieldsAt(schema, place.path);
  const values = place.due === "key" ? [] : valuesAt(schema, place.path);
  return [
    ...fields.map((field, index) => ({
      label: field.name,
      kind: monaco.languages.CompletionItemKind.Property,
      detail: detailOf(field),
      documentation: field.description ?? "",
      filterText: language === "json" ? `"${field.name}"` : field.name,
      insertText: language === "json" ? `${JSON.stringify(field.name)}: ` : `${field.name}: `,
      sortText: `${field.required ? 0 : 1}${String(index).padStart(3, "0")}`,
      range,
    })),
    ...values.map(({ value, description }, index) => {
      const text = typeof value === "string" && language === "yaml" ? plainYaml(value) : JSON.stringify(value);
      return {
        label: wordOf(value),
        kind: monaco.languages.CompletionItemKind.Value,
        documentation: description ?? "",
        filterText: language === "json" ? JSON.stringify(value) : wordOf(value),
        insertText: text,
        sortText: `2${String(index).padStart(3, "0")}`,
        range,
      };
    }),
  ];
}

/** From the beginning of what is written to the cursor, and over a quote that closes behind it. */
function replaced(model: Model, position: Position, place: ConfigPlace) {
  const start = model.getPositionAt(place.from);
  const behind = model.getLineContent(position.lineNumber).charAt(position.column - 1);
  const opened = model.getValue().charAt(place.from);
  const closes = (opened === '"' || opened === "'") && behind === opened;
  return {
    startLineNumber: start.lineNumber,
    startColumn: start.column,
    endLineNumber: position.lineNumber,
    endColumn: position.column + (closes ? 1 : 0),
  };
}

function hover(model: Model, position: Position, language: ConfigLanguage) {
  const schema = schemas.get(model.uri.toString());
  const word = model.getWordAtPosition(position);
  if (schema === undefined || !word) return null;
  const end = { lineNumber: position.lineNumber, column: word.endColumn };
  const place = configPlace(model.getValue(), model.getOffsetAt(end), language);
  const behind = model.getLineContent(end.lineNumber).slice(end.column - 1);
  const isName = /^["']?\s*:/.test(behind);
  const field = fieldAt(schema, isName ? [...place.path, word.word] : place.path);
  if (!field || field.description === null) return null;
  return { contents: [{ value: escaped(field.description) }, { value: escaped(detailOf(field)) }] };
}

function detailOf({ type, required }: FieldHelp): string {
  return required ? `${type} (${m.evaluate.editor.required})` : type;
}

/** Monaco's hover reads Markdown. */
function escaped(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]()<>#+\-.!|]/g, (character) => `\\${character}`);
}

function wordOf(value: JsonValue): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** As it is where YAML takes it for a string, else quoted. */
function plainYaml(value: string): string {
  const plain = /^[a-z][\w.-]*$/i.test(value) && !/^(true|false|null|yes|no|on|off)$/i.test(value);
  return plain ? value : JSON.stringify(value);
}

export { monaco };
