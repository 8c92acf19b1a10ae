// Where a call enters the core: a frame from outside is parsed, its method found, its input checked, and only then
// delegated. What goes back is an answer frame, always; a bug's details stay on this side of the bridge.
import { z } from "zod";
import { UserError } from "../../src-shared/prelude/result.ts";
import { contract } from "../../src-shared/rpc/contract.ts";
import type { Caller, CoreApi, Method, MethodOutput, ParsedInput } from "../../src-shared/rpc/contract.ts";
import { CallFrame } from "../../src-shared/rpc/wire.ts";
import type { AnswerFrame } from "../../src-shared/rpc/wire.ts";

/** The id of an answer to a frame that has none. No caller waits for it. */
const NO_ID = -1;

/**
 * Answers one call. Never throws.
 * Error codes: `bad_frame`, `unknown_method`, `invalid_input` (the message names the field), any `UserError` code, `internal`.
 * @param frame whatever came in, not yet trusted
 * @param logBug gets the details of a bug, which the caller is not told
 */
export async function answer(
  api: CoreApi,
  caller: Caller,
  frame: unknown,
  logBug: (details: string) => void = logToStderr,
): Promise<AnswerFrame> {
  const call = CallFrame.safeParse(frame);
  if (!call.success) return failed(idOf(frame), "bad_frame", `Not a call: ${describeIssues(call.error)}`);
  const { id, method, input } = call.data;
  if (!isMethod(method)) return failed(id, "unknown_method", `There is no method "${method.slice(0, 80)}".`);
  try {
    const parsed = parseInput(method, input);
    if (!parsed.ok) return failed(id, "invalid_input", `${method}: ${parsed.problem}`);
    return { id, ok: true, output: await delegate(api, method, parsed.value, caller) };
  } catch (error) {
    if (error instanceof UserError) return failed(id, error.code, error.message);
    logBug(`${method} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    return failed(
      id,
      "internal",
      `${method} failed inside Loopscope. The details are on the error output of the program.`,
    );
  }
}

function isMethod(name: string): name is Method {
  return Object.hasOwn(contract, name);
}

function delegate<M extends Method>(
  api: CoreApi,
  method: M,
  input: ParsedInput<M>,
  caller: Caller,
): Promise<MethodOutput<M>> | MethodOutput<M> {
  return api[method](input, caller);
}

function parseInput<M extends Method>(
  method: M,
  input: unknown,
): { ok: true; value: ParsedInput<M> } | { ok: false; problem: string } {
  const schema: z.ZodType<ParsedInput<Method>> = contract[method].input;
  const parsed = schema.safeParse(input);
  if (!parsed.success) return { ok: false, problem: describeIssues(parsed.error) };
  // The compiler cannot see that a method's own schema yields that method's own input: the table says so.
  return { ok: true, value: parsed.data as ParsedInput<M> };
}

/** One line: each field with what is wrong about it, at most five. */
function describeIssues(error: z.ZodError): string {
  const told = error.issues.slice(0, 5).map((issue) => {
    const field = issue.path.map(String).join(".");
    return field === "" ? issue.message : `${field}: ${issue.message}`;
  });
  const more = error.issues.length - told.length;
  return told.join("; ") + (more > 0 ? ` (and ${more} more)` : "");
}

function idOf(frame: unknown): number {
  const withId = z.object({ id: z.number().int() }).safeParse(frame);
  return withId.success ? withId.data.id : NO_ID;
}

function failed(id: number, code: string, message: string): AnswerFrame {
  return { id, ok: false, error: { code, message } };
}

function logToStderr(details: string): void {
  process.stderr.write(`${details}\n`);
}
