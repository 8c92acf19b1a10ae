// search_files_by_filename: files whose name holds a given part.
import { searchByFilename } from "../drive.ts";
import { driveTool, textArgument } from "../drive-tool.ts";
import { fileListSchema } from "../schemas.ts";

export const searchFilesByFilenameTool = driveTool(
  {
    name: "search_files_by_filename",
    description: "Finds files by a part of their name, in any case.",
    use_when: "the request names a file or words that its name is likely to hold",
    not_when: "the words stand in the text of a file (search_files), or all files are to be compared (list_files)",
    triggers: ["find file", "file called", "file named", "找檔案", "找文件", "檔名", "文件名"],
    effect: "read",
    input_schema: {
      type: "object",
      properties: {
        filename: { type: "string", minLength: 1, description: 'A part of the file\'s name, e.g. "report"' },
      },
      required: ["filename"],
      additionalProperties: false,
    },
    result_schema: fileListSchema,
  },
  (drive, args) => ({ value: searchByFilename(drive, textArgument(args, "filename")) }),
);
