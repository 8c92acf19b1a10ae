// The contract's methods about imports of what a page hands over.
import type { CoreApi } from "../../src-shared/rpc/contract.ts";
import type { ImportUploads } from "./import-uploads.ts";

type ImportApi = Pick<CoreApi, Extract<keyof CoreApi, `import.${string}`>>;

export function importApi(uploads: ImportUploads): ImportApi {
  return {
    "import.begin": () => uploads.begin(),
    "import.add": async (input) => {
      await uploads.add(input);
      return {};
    },
    "import.carry_out": ({ id }) => {
      uploads.carryOut(id);
      return {};
    },
    "import.status": ({ id }) => uploads.status(id),
    "import.cancel": async ({ id }) => {
      await uploads.cancel(id);
      return {};
    },
  };
}
