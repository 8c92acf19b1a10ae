// Servers that turn schemas into grammars refuse keywords they do not know, and then every request with the tool. The
// simpler schema is only what the model is shown: arguments are still checked against the tool's own.
import type { ToolDefinition } from "../../../src-shared/trace/tool-contract.ts";
import type { Rule } from "./rule.ts";
import { sanitiseSchema } from "./sanitise-schema.ts";
import type { SanitisedSchema } from "./sanitise-schema.ts";

const cache = new WeakMap<ToolDefinition, { tool: ToolDefinition; changes: string[] }>();

function sanitised(tool: ToolDefinition): { tool: ToolDefinition; changes: string[] } {
  let known = cache.get(tool);
  if (!known) {
    const given = tool.function.parameters;
    const { schema, changes }: SanitisedSchema = given
      ? sanitiseSchema(given)
      : { schema: { type: "object", properties: {} }, changes: ["/: an empty schema added"] };
    known = {
      tool: changes.length === 0 ? tool : { ...tool, function: { ...tool.function, parameters: schema } },
      changes,
    };
    cache.set(tool, known);
  }
  return known;
}

/** Changes that one adaptation spells out. */
const SPELLED_OUT = 40;

export const sanitiseSchemas: Rule = {
  name: "sanitise_schemas",
  description: "Sends simpler tool schemas; arguments are still checked against the full ones.",
  always: false,
  calledFor: (complaint, request) => complaint.error.category === "schema_rejected" && request.tools.length > 0,
  apply(request, context) {
    const results = request.tools.map((tool) => sanitised(tool));
    const changes = results.flatMap(({ changes: own }, at) =>
      own.map((change) => `${request.tools[at]?.function.name ?? ""} ${change}`),
    );
    if (changes.length === 0) return null;
    const offender = context.detail === null ? "" : `rejected was ${context.detail}; `;
    const more = changes.length > SPELLED_OUT ? `; and ${changes.length - SPELLED_OUT} more` : "";
    return {
      request: { ...request, tools: results.map(({ tool }) => tool) },
      detail: `${offender}${changes.slice(0, SPELLED_OUT).join("; ")}${more}`,
    };
  },
};
