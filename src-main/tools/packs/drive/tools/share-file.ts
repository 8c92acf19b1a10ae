// share_file: gives a person access to a file.
import { shareFile } from "../drive.ts";
import { driveTool, textArgument, withFile } from "../drive-tool.ts";
import { fileIdProperty, fileSchema } from "../schemas.ts";

export const shareFileTool = driveTool(
  {
    name: "share_file",
    description: "Gives a person access to a file, as reader (r) or editor (rw), and returns the file.",
    use_when: "the request asks to share a file with somebody, give access or let somebody read or edit it",
    not_when: "the text itself is to be handed over in the answer; nothing else gives access",
    triggers: ["share", "give access", "read-only", "分享", "共享", "共用"],
    effect: "write",
    input_schema: {
      type: "object",
      properties: {
        file_id: fileIdProperty,
        email: { type: "string", format: "email", description: "Address of the person" },
        permission: { type: "string", enum: ["r", "rw"], description: "r: may read only, rw: may edit too" },
      },
      required: ["file_id", "email", "permission"],
      additionalProperties: false,
    },
    result_schema: fileSchema,
  },
  (drive, args) =>
    withFile(drive, args, (file) => {
      const permission = textArgument(args, "permission") === "rw" ? "rw" : "r";
      const shared = shareFile(drive, file, textArgument(args, "email"), permission);
      return { value: shared.file, drive: shared.drive };
    }),
);
