// Hands files to the core one by one, so that one that is too large or cannot be read does not lose the others.
import { MAX_IMPORT_BYTES, type ImportedFiles } from "../../src-shared/rpc/import.ts";
import { client } from "../data/client.ts";
import { m } from "../ui/messages/messages.ts";
import { errorText } from "../ui/states.tsx";

export interface ImportState extends ImportedFiles {
  done: number;
  of: number;
  stopped: boolean;
}

/** Calls `tell` after each file; resolves with the last state. Stops between files when the signal says so. */
export async function importFiles(
  files: readonly File[],
  signal: AbortSignal,
  tell: (state: ImportState) => void,
): Promise<ImportState> {
  let state: ImportState = { done: 0, of: files.length, runs: [], already: 0, skipped: [], stopped: false };
  tell(state);
  for (const file of files) {
    if (signal.aborted) return { ...state, stopped: true };
    const one = await importOne(file);
    state = {
      ...state,
      done: state.done + 1,
      runs: [...state.runs, ...one.runs],
      already: state.already + one.already,
      skipped: [...state.skipped, ...one.skipped],
    };
    tell(state);
  }
  return state;
}

async function importOne(file: File): Promise<ImportedFiles> {
  const skip = (reason: string): ImportedFiles => ({
    runs: [],
    already: 0,
    skipped: [{ file: file.name, line: null, reason }],
  });
  if (file.size > MAX_IMPORT_BYTES) return skip(m.importing.tooLarge(file.size, MAX_IMPORT_BYTES));
  let base64: string;
  try {
    base64 = await readBase64(file);
  } catch (error) {
    return skip(m.importing.unreadable(errorText(error)));
  }
  try {
    return await client().call("import.files", { files: [{ name: file.name, base64 }] });
  } catch (error) {
    return skip(errorText(error));
  }
}

function readBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => {
      // `data:…;base64,` and then the content; an empty file has no content part.
      const text = typeof reader.result === "string" ? reader.result : "";
      resolve(text.includes(",") ? text.slice(text.indexOf(",") + 1) : "");
    });
    reader.addEventListener("error", () => reject(reader.error ?? new Error(file.name)));
    reader.readAsDataURL(file);
  });
}
