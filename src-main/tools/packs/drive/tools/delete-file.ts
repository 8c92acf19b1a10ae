// delete_file: removes a file for good; the drive has no bin.
import { deleteFile } from "../drive.ts";
import { driveTool, withFile } from "../drive-tool.ts";
import { fileIdProperty } from "../schemas.ts";

export const deleteFileTool = driveTool(
  {
    name: "delete_file",
    description: "Deletes a file for good. This cannot be undone.",
    use_when: "the request asks to delete or remove a file and its id stands in an earlier result",
    not_when: "it is not certain which file is meant, or the request only asks to look at it",
    triggers: ["delete", "remove", "erase", "刪除", "删除", "移除", "刪掉", "删掉"],
    effect: "destructive",
    input_schema: {
      type: "object",
      properties: { file_id: fileIdProperty },
      required: ["file_id"],
      additionalProperties: false,
    },
    result_schema: {
      type: "object",
      properties: {
        status: { const: "deleted" },
        id: { type: "string" },
        filename: { type: "string" },
        size: { type: "integer", minimum: 0 },
      },
      required: ["status", "id", "filename", "size"],
      additionalProperties: false,
    },
    public_fields: ["status", "id", "filename", "size"],
  },
  (drive, args) =>
    withFile(drive, args, (file) => ({
      value: { status: "deleted", id: file.id, filename: file.filename, size: file.size },
      drive: deleteFile(drive, file),
    })),
);
