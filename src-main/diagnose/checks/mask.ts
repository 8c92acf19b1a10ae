// An excerpt that shows what kind of thing stands in a result without repeating it: the finding must not leak what it finds.
import type { LeakKind } from "../../../src-shared/rpc/checks.ts";

const LONGEST = 80;

/** At most 80 characters and a mark of the length; of a key at most its first three characters stand there. */
export function maskedExcerpt(kind: LeakKind, text: string): string {
  switch (kind) {
    case "email":
      return text.replace(/^(.)[^@]*@(.)[^.]*(.*)$/, "$1…@$2…$3");
    case "session":
    case "cookie":
    case "secret":
    case "user_id":
      return masked(text);
    case "internal_flag":
      return clip(text.length <= 12 ? text : masked(text));
    case "sql":
      // The form of the query tells enough; what it asks for does not belong here.
      return clip(text.replace(/'[^']*'?|"[^"]*"?|\b\d+\b/g, "…"));
    case "stack_trace":
    case "html_page":
      return clip(firstLine(text).replace(/[\w.+-]+@[\w.-]+|[A-Za-z0-9_-]{24,}/g, "…"));
  }
}

function masked(text: string): string {
  const plain = text.trim();
  const head = plain.length > 8 ? plain.slice(0, 3) : plain.slice(0, 1);
  return `${head}… (${plain.length})`;
}

function firstLine(text: string): string {
  return text.split("\n").find((line) => line.trim() !== "") ?? "";
}

function clip(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1)}…`;
}
