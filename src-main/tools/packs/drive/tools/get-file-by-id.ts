// get_file_by_id: one file with its content.
import { driveTool, withFile } from "../drive-tool.ts";
import { fileIdProperty, fileSchema } from "../schemas.ts";

export const getFileByIdTool = driveTool(
  {
    name: "get_file_by_id",
    description: "Returns one file with its content and metadata.",
    use_when: "the content of a file is needed and its id stands in an earlier result",
    not_when: "the id is not known yet; find it with search_files_by_filename or list_files first, never guess it",
    triggers: ["read", "open", "according to", "what does", "讀取", "读取", "打開", "打开", "根據", "根据"],
    effect: "read",
    input_schema: {
      type: "object",
      properties: { file_id: fileIdProperty },
      required: ["file_id"],
      additionalProperties: false,
    },
    result_schema: fileSchema,
  },
  (drive, args) => withFile(drive, args, (file) => ({ value: file })),
);
