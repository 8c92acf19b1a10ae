// Every text of the user interface comes from the catalogue: JSX holds no words, neither as text nor in the attributes people read.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseAst } from "vite";

const root = join(import.meta.dirname, "../..");
const READ_BY_PEOPLE = new Set([
  "label",
  "title",
  "placeholder",
  "alt",
  "aria-label",
  "aria-description",
  "aria-roledescription",
  "hint",
  "description",
  "text",
  "header",
]);
const hasWords = (text: string) => /\p{L}/u.test(text);

interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

/** `<kbd>` holds the name of a key, which is the same in every language. */
function isKeyCap(node: Node): boolean {
  const opening = node["openingElement"];
  return isNode(opening) && isNode(opening["name"]) && opening["name"]["name"] === "kbd";
}

function visit(node: Node, report: (node: Node, text: string) => void): void {
  if (isKeyCap(node)) return;
  if (node.type === "JSXText" && typeof node["value"] === "string" && hasWords(node["value"]))
    report(node, node["value"].trim());
  if (
    node.type === "JSXAttribute" &&
    isNode(node["name"]) &&
    READ_BY_PEOPLE.has(String(node["name"]["name"])) &&
    isNode(node["value"])
  )
    literal(node["value"], report);
  if (node.type === "JSXElement" || node.type === "JSXFragment") {
    for (const child of node["children"] as Node[]) if (child.type === "JSXExpressionContainer") literal(child, report);
  }
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, report);
  }
}

/** Words in a literal, a template or the branches of a choice. */
function literal(node: Node, report: (node: Node, text: string) => void): void {
  switch (node.type) {
    case "Literal":
      if (typeof node["value"] === "string" && hasWords(node["value"])) report(node, node["value"]);
      return;
    case "TemplateLiteral": {
      const text = (node["quasis"] as { value: { cooked: string } }[]).map((part) => part.value.cooked).join("");
      if (hasWords(text)) report(node, text);
      return;
    }
    case "JSXExpressionContainer":
      if (isNode(node["expression"])) literal(node["expression"], report);
      return;
    case "ConditionalExpression":
      for (const side of [node["consequent"], node["alternate"]]) if (isNode(side)) literal(side, report);
      return;
    case "LogicalExpression":
      if (isNode(node["right"])) literal(node["right"], report);
  }
}

function wordsIn(file: string, source: string): string[] {
  const found: string[] = [];
  const ast: unknown = parseAst(source, { lang: "tsx" });
  if (isNode(ast))
    visit(ast, (node, text) => found.push(`${file}:${source.slice(0, node.start).split("\n").length} ${text}`));
  return found;
}

test("no view holds a text of its own", () => {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".tsx") && !name.includes(".test."),
  );
  expect(files.length).toBeGreaterThan(20);
  expect(files.flatMap((file) => wordsIn(file, readFileSync(join(root, file), "utf8")))).toEqual([]);
});

test("the check sees text, attributes, templates and choices", () => {
  const source = 'const a = <p title="Hello" className="x">Bye {on ? "Yes" : m.no} {`${n} runs`} {m.ok}</p>;';
  expect(wordsIn("a.tsx", source).map((line) => line.slice(8))).toEqual(["Yes", " runs", "Hello", "Bye"]);
});
