// JSON Schemas that the drive's contracts share.
import type { JsonObject } from "../../../../src-shared/prelude/json.ts";

export const fileSchema: JsonObject = {
  type: "object",
  properties: {
    id: { type: "string", description: "The file's id; other tools take it as file_id" },
    filename: { type: "string" },
    content: { type: "string" },
    owner: { type: "string" },
    last_modified: { type: "string", format: "date-time" },
    shared_with: {
      type: "object",
      description: "E-mail address → r (reader) or rw (editor)",
      additionalProperties: { enum: ["r", "rw"] },
    },
    size: { type: "integer", minimum: 0, description: "Length of the content in characters" },
  },
  required: ["id", "filename", "content", "owner", "last_modified", "shared_with", "size"],
  additionalProperties: false,
};

export const fileListSchema: JsonObject = { type: "array", items: fileSchema };

export const fileIdProperty: JsonObject = {
  type: "string",
  minLength: 1,
  description: 'The file\'s id as it stands in a result, e.g. "3"',
};
