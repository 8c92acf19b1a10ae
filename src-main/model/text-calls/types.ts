// What a syntax module gives: the calls it recognises in a text, with where they stand. It judges neither quotation nor
// position; that is one rule for all syntaxes.
import type { JsonObject, JsonValue } from "../../../src-shared/prelude/json.ts";

export interface FoundCall {
  /** First and last + 1 character of the call's text, envelope included. */
  start: number;
  end: number;
  name: string;
  /** Null when they could not be read. */
  arguments: JsonValue | null;
  /** Its end stands in the text. */
  complete: boolean;
}

/** Tools by name with their input schemas, where known. */
export type OfferedTools = ReadonlyMap<string, JsonObject | null>;

export interface TextCallSyntax {
  name: string;
  /**
   * `envelope`: markers that mean nothing but a call. `bare`: a form that is also ordinary text, taken for a call only
   * when it is the message, or is announced, and the tool was offered.
   */
  kind: "envelope" | "bare";
  find(text: string, tools: OfferedTools): FoundCall[];
}
