// append_to_file: text on a new line at the end of a file.
import { appendToFile } from "../drive.ts";
import { driveTool, textArgument, withFile } from "../drive-tool.ts";
import { fileIdProperty, fileSchema } from "../schemas.ts";

export const appendToFileTool = driveTool(
  {
    name: "append_to_file",
    description: "Adds text on a new line at the end of a file and returns the file.",
    use_when: "the request asks to add or append something to a file that exists",
    not_when: "a new file is asked for (create_file)",
    triggers: ["append", "add to", "extend", "附加", "加到", "加入", "添加", "追加"],
    effect: "write",
    input_schema: {
      type: "object",
      properties: {
        file_id: fileIdProperty,
        content: { type: "string", minLength: 1, description: "The text to add" },
      },
      required: ["file_id", "content"],
      additionalProperties: false,
    },
    result_schema: fileSchema,
  },
  (drive, args) =>
    withFile(drive, args, (file) => {
      const appended = appendToFile(drive, file, textArgument(args, "content"));
      return { value: appended.file, drive: appended.drive };
    }),
);
