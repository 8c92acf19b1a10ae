// search_files: files in whose name or text all words of a query stand.
import { searchFiles } from "../drive.ts";
import { driveTool, textArgument } from "../drive-tool.ts";
import { fileListSchema } from "../schemas.ts";

export const searchFilesTool = driveTool(
  {
    name: "search_files",
    description: "Finds files in whose name or text all the words of a query stand, in any case.",
    use_when:
      "words of the text are known but not the file, e.g. to find which file mentions a person, a product or a date",
    not_when: "the file's name is known (search_files_by_filename) or its id (get_file_by_id)",
    triggers: ["search", "mentions", "which file", "搜尋", "搜索", "查找", "哪個檔案", "哪个文件"],
    effect: "read",
    input_schema: {
      type: "object",
      properties: { query: { type: "string", minLength: 1, description: "Words that all have to stand in the file" } },
      required: ["query"],
      additionalProperties: false,
    },
    result_schema: fileListSchema,
  },
  (drive, args) => ({ value: searchFiles(drive, textArgument(args, "query")) }),
);
