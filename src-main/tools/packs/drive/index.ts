// The `drive` pack: a simulated file drive of 26 files and the eight tools that act on it.
import type { Pack } from "../../types.ts";
import { initialDrive } from "./drive.ts";
import { appendToFileTool } from "./tools/append-to-file.ts";
import { createFileTool } from "./tools/create-file.ts";
import { deleteFileTool } from "./tools/delete-file.ts";
import { getFileByIdTool } from "./tools/get-file-by-id.ts";
import { listFilesTool } from "./tools/list-files.ts";
import { searchFilesByFilenameTool } from "./tools/search-files-by-filename.ts";
import { searchFilesTool } from "./tools/search-files.ts";
import { shareFileTool } from "./tools/share-file.ts";

export const drivePack: Pack = {
  name: "drive",
  description: "A simulated drive of 26 office and family files: list, search, read, create, append, share and delete.",
  simulated: true,
  tools: [
    listFilesTool,
    searchFilesByFilenameTool,
    searchFilesTool,
    getFileByIdTool,
    createFileTool,
    appendToFileTool,
    shareFileTool,
    deleteFileTool,
  ],
  initialEnvironment: () => initialDrive(),
};
