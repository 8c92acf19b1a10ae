// list_files: every file with its whole content, which is what makes it large.
import { listFiles } from "../drive.ts";
import { driveTool } from "../drive-tool.ts";
import { fileListSchema } from "../schemas.ts";

export const listFilesTool = driveTool(
  {
    name: "list_files",
    description: "Lists all files in the drive with their metadata and content.",
    use_when:
      "the whole drive has to be looked at: to find the largest, smallest, newest or oldest file, to count files, or to see which files there are",
    not_when: "the id of the file is known (get_file_by_id) or a part of its name is (search_files_by_filename)",
    triggers: [
      "list",
      "all files",
      "largest",
      "smallest",
      "newest",
      "oldest",
      "how many files",
      "列出",
      "所有檔案",
      "所有文件",
      "最大",
      "最小",
    ],
    effect: "read",
    input_schema: { type: "object", properties: {}, additionalProperties: false },
    result_schema: fileListSchema,
    // To choose among files takes no contents: they make most of the result and come with get_file_by_id.
    public_fields: ["id", "filename", "size", "last_modified", "owner", "shared_with"],
  },
  (drive) => ({ value: listFiles(drive) }),
);
