// The system prompt a variant sends: `{{tools}}` becomes the textual list of the offered tools.
import type { ToolDefinition } from "../../src-shared/trace/tool-contract.ts";
import type { Variant } from "../../src-shared/trace/variant.ts";

/** "" when the variant has none. Every `{{tools}}` is replaced; its text is inserted as it is. */
export function renderSystemPrompt(
  variant: Pick<Variant, "system_prompt">,
  definitions: readonly ToolDefinition[],
): string {
  return variant.system_prompt.replaceAll("{{tools}}", () => toolList(definitions));
}

/** One block per tool: name and description, then the JSON Schema of its arguments on one line. */
export function toolList(definitions: readonly ToolDefinition[]): string {
  if (definitions.length === 0) return "(no tools)";
  return definitions
    .map((definition) => {
      const { name, description, parameters } = definition.function;
      const schema = JSON.stringify(parameters ?? { type: "object", properties: {} });
      return `- ${name}: ${description ?? ""}\n  parameters: ${schema}`;
    })
    .join("\n");
}
