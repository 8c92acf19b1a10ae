// The small language of breakpoint conditions: comparisons of a checkpoint's facts, joined by and, or, not. It reads
// values and nothing else: no calls, no member access, no assignment. Documented in docs/breakpoints.md.
import { fail, ok, type Result } from "../../../src-shared/prelude/result.ts";

export type Fact = string | number | boolean | null;
export type Facts = Readonly<Record<string, Fact>>;
export type Condition = (facts: Facts) => boolean;

/** What a condition may name. */
const FACT_NAMES = [
  "at",
  "turn",
  "tool",
  "effect",
  "outcome",
  "finish_reason",
  "outstanding",
  "tokens",
  "error",
  "arguments",
  "result",
] as const;

type Token = { kind: "number" | "string" | "word" | "sign"; text: string; at: number };
type Value = (facts: Facts) => Fact;

/** Compiles a condition; the error says at which character what was expected. "" always holds. */
export function parseCondition(text: string): Result<Condition, string> {
  if (text.trim() === "") return ok(() => true);
  const tokens = tokenise(text);
  if (!tokens.ok) return tokens;
  const parser = new Parser(tokens.value, text.length);
  try {
    const value = parser.whole();
    return ok((facts) => truthy(value(facts)));
  } catch (error) {
    if (error instanceof ConditionError) return fail(error.message);
    throw error;
  }
}

class ConditionError extends Error {}

const PATTERN =
  /\s*(?:(\d+(?:\.\d+)?)|"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([\p{L}_][\p{L}\p{N}_]*)|(==|!=|<=|>=|&&|\|\||[<>!()]))/uy;

function tokenise(text: string): Result<Token[], string> {
  const tokens: Token[] = [];
  PATTERN.lastIndex = 0;
  while (PATTERN.lastIndex < text.trimEnd().length) {
    const at = PATTERN.lastIndex;
    const match = PATTERN.exec(text);
    if (!match)
      return fail(
        `character ${at + 1}: ${JSON.stringify(text.slice(at).trim().slice(0, 12))} is not part of the language`,
      );
    const [, number, double, single, word, sign] = match;
    if (number !== undefined) tokens.push({ kind: "number", text: number, at });
    else if (word !== undefined) tokens.push({ kind: "word", text: word, at });
    else if (sign !== undefined) tokens.push({ kind: "sign", text: sign, at });
    else tokens.push({ kind: "string", text: (double ?? single ?? "").replaceAll(/\\(.)/gu, "$1"), at });
  }
  return ok(tokens);
}

/** Recursive descent: or < and < not < comparison < value. */
class Parser {
  readonly #tokens: readonly Token[];
  readonly #end: number;
  #next = 0;

  constructor(tokens: readonly Token[], end: number) {
    this.#tokens = tokens;
    this.#end = end;
  }

  whole(): Value {
    const value = this.#or();
    const rest = this.#tokens[this.#next];
    if (rest) throw this.#expected("and, or, or the end", rest);
    return value;
  }

  #or(): Value {
    let left = this.#and();
    while (this.#take("or", "||")) {
      const [a, b] = [left, this.#and()];
      left = (facts) => truthy(a(facts)) || truthy(b(facts));
    }
    return left;
  }

  #and(): Value {
    let left = this.#not();
    while (this.#take("and", "&&")) {
      const [a, b] = [left, this.#not()];
      left = (facts) => truthy(a(facts)) && truthy(b(facts));
    }
    return left;
  }

  #not(): Value {
    if (!this.#take("not", "!")) return this.#comparison();
    const value = this.#not();
    return (facts) => !truthy(value(facts));
  }

  #comparison(): Value {
    const left = this.#value();
    const operator = this.#take("==", "!=", "<=", ">=", "<", ">", "contains");
    if (!operator) return left;
    const right = this.#value();
    return (facts) => compare(left(facts), operator, right(facts));
  }

  #value(): Value {
    const token = this.#tokens[this.#next];
    if (!token) throw new ConditionError(`character ${this.#end + 1}: a value is missing at the end`);
    this.#next += 1;
    if (token.kind === "number") return constant(Number(token.text));
    if (token.kind === "string") return constant(token.text);
    if (token.text === "(") {
      const inner = this.#or();
      if (!this.#take(")")) throw this.#expected(")", this.#tokens[this.#next]);
      return inner;
    }
    if (token.kind === "word") return named(token);
    throw this.#expected("a value", token);
  }

  #take(...texts: string[]): string | null {
    const token = this.#tokens[this.#next];
    if (!token || (token.kind !== "word" && token.kind !== "sign") || !texts.includes(token.text)) return null;
    this.#next += 1;
    return token.text;
  }

  #expected(what: string, found: Token | undefined): ConditionError {
    return new ConditionError(
      found
        ? `character ${found.at + 1}: expected ${what}, found ${JSON.stringify(found.text)}`
        : `character ${this.#end + 1}: expected ${what}`,
    );
  }
}

function constant(value: Fact): Value {
  return () => value;
}

function named(token: Token): Value {
  const { text } = token;
  if (text === "true" || text === "false") return constant(text === "true");
  if (text === "null") return constant(null);
  if ((FACT_NAMES as readonly string[]).includes(text)) return (facts) => facts[text] ?? null;
  throw new ConditionError(`character ${token.at + 1}: ${text} is not known; there are ${FACT_NAMES.join(", ")}`);
}

/** A comparison with something that is not there (null) holds for == and != only. */
function compare(left: Fact, operator: string, right: Fact): boolean {
  switch (operator) {
    case "==":
      return left === right;
    case "!=":
      return left !== right;
    case "contains":
      return left !== null && right !== null && String(left).toLowerCase().includes(String(right).toLowerCase());
    default:
      return typeof left === "number" && typeof right === "number" && inOrder(left, operator, right);
  }
}

function inOrder(left: number, operator: string, right: number): boolean {
  if (operator === "<") return left < right;
  if (operator === "<=") return left <= right;
  return operator === ">" ? left > right : left >= right;
}

function truthy(value: Fact): boolean {
  return value !== null && value !== false && value !== 0 && value !== "";
}
