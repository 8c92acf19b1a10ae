// Whether a tool's result holds nothing: an empty list, "no results", an empty text. A domain result, not a failure.

const NOTHING = /^(?:\s*|null|none|nil|undefined|\[\s*\]|\{\s*\}|"")$/i;
const SAYS_NOTHING =
  /^(?:\W*(?:no|0|zero) (?:\w+ ){0,4}(?:found|results?|match(?:es)?|available|items?|records?)\b[^\n]{0,120}|\W*(?:nothing|not) found\b[^\n]{0,120}|[^\n]{0,20}(?:没有|沒有|无|無|未)[^\n]{0,12}(?:找到|结果|結果|资料|資料|符合)[^\n]{0,60})$/i;

/** True for a result that holds nothing to go on; null (no result recorded) is not empty. */
export function isEmptyResult(result: string | null): boolean {
  if (result === null) return false;
  const text = result.trim();
  if (NOTHING.test(text) || (text.length < 200 && SAYS_NOTHING.test(text))) return true;
  if (!/^[[{]/.test(text) || text.length > 2000) return false;
  return emptyJson(text);
}

function emptyJson(text: string): boolean {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
  return onlyEmpties(value);
}

/** `{"results": [], "count": 0}` holds nothing; `{"ok": true}` does. */
function onlyEmpties(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const children: unknown[] = Object.values(value);
  const lists = children.filter((child) => Array.isArray(child));
  if (Array.isArray(value)) return children.length === 0;
  return (
    children.length === 0 ||
    (lists.length > 0 &&
      lists.every((child) => child.length === 0) &&
      children.every(
        (child) =>
          Array.isArray(child) ||
          child === null ||
          typeof child === "number" ||
          typeof child === "boolean" ||
          child === "" ||
          typeof child === "string",
      ))
  );
}
