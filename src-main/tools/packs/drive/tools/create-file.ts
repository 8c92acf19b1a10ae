// create_file: a new file under the next free id.
import { createFile } from "../drive.ts";
import { driveTool, textArgument } from "../drive-tool.ts";
import { fileSchema } from "../schemas.ts";

export const createFileTool = driveTool(
  {
    name: "create_file",
    description: "Creates a new file with the given name and content and returns it with its id.",
    use_when: "the request asks to create, make, write or save a new file",
    not_when: "text is to be added to a file that exists (append_to_file)",
    triggers: ["create", "make", "write", "save", "new file", "建立", "創建", "创建", "新增", "新建"],
    effect: "write",
    input_schema: {
      type: "object",
      properties: {
        filename: { type: "string", minLength: 1, description: "Name of the new file with its extension" },
        content: { type: "string", description: "The whole text of the new file" },
      },
      required: ["filename", "content"],
      additionalProperties: false,
    },
    result_schema: fileSchema,
  },
  (drive, args) => {
    const created = createFile(drive, textArgument(args, "filename"), textArgument(args, "content"));
    return { value: created.file, drive: created.drive };
  },
);
