// A call the demo model means to make, and what a step of its plan can come to.
import type { JsonObject } from "../../src-shared/prelude/json.ts";
import type { OfferedTool } from "./tool-roles.ts";

/** A call the model means to make. */
export interface Intent {
  tool: OfferedTool;
  arguments: JsonObject;
  /** `names`: only names and ids are wanted from it. `content`: what stands in a thing. */
  purpose: "names" | "content" | "write";
}

/** What a step of the plan came to: found, a call that is needed first, or a reason why it cannot be had. */
export type Found<T> = { found: T } | { call: Intent } | { problem: string };
