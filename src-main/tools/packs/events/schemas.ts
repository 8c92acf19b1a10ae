// Schemas of the events contracts. A result that acts or is acted on says what happened, what can be done now, and which version the state has.
import type { JsonObject } from "../../../../src-shared/prelude/json.ts";

export const string: JsonObject = { type: "string" };

/** Every property required unless named as optional, and nothing else allowed. */
export function object(properties: JsonObject, optional: readonly string[] = []): JsonObject {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: "object", properties, required, additionalProperties: false };
}

/** All of it is meant for the model. */
export const CONTRACT_FIELDS = ["ok", "code", "data", "guidance", "uiUpdated", "stateVersion"];

/** `{ok, code, data, guidance, uiUpdated, stateVersion}` with one or more codes and these fields of `data`. */
export function contractResult(code: string | readonly string[], data: JsonObject): JsonObject {
  return object({
    ok: { const: true },
    code: typeof code === "string" ? { const: code } : { enum: [...code] },
    data: object(data),
    guidance: object({
      availableActions: { type: "array", items: string },
      currentTarget: string,
      requiresHumanConfirmation: { type: "boolean" },
    }),
    uiUpdated: { type: "boolean" },
    stateVersion: { type: "integer", minimum: 1 },
  });
}
