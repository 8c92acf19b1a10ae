// The contract's methods about the user's own suites and variants.
import type { CoreApi } from "../../src-shared/rpc/contract.ts";
import { configSchema } from "./config-schema.ts";
import { checkUserText, listUserFiles, readUserFile, saveUserFile } from "./user-files.ts";

type FileApi = Pick<CoreApi, Extract<keyof CoreApi, `files.${string}`>>;

/** `home` is the user's own folder. */
export function fileApi(home: string): FileApi {
  return {
    "files.list": () => ({ folder: home, files: listUserFiles(home) }),
    "files.read": ({ kind, file, builtin }) => readUserFile(home, kind, file, builtin),
    "files.check": ({ kind, file, text }) => ({ problems: checkUserText(kind, file, text) }),
    "files.save": (input) => saveUserFile(home, input),
    "files.schema": ({ kind }) => ({ schema: configSchema(kind) }),
  };
}
