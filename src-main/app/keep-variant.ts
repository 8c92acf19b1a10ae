// A variant that the app made, kept as a file of the user's own. A name that is taken is never written over.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../../src-shared/prelude/result.ts";
import type { Variant } from "../../src-shared/trace/variant.ts";
import { loadCatalogue } from "./catalogue.ts";

/** Gives the file's path. @throws UserError `conflict` for a name that there is; for a folder that cannot be written to */
export function keepVariant(home: string, variant: Variant): string {
  const known = loadCatalogue(home).document().variants;
  // Some file systems hold `A.json` and `a.json` for one.
  if (known.some(({ name }) => name.toLowerCase() === variant.name.toLowerCase())) {
    throw new UserError("conflict", `There is a variant named ${variant.name} already; choose another name.`);
  }
  const folder = join(home, "variants");
  const file = join(folder, `${variant.name}.json`);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, `${JSON.stringify(variant, null, 2)}\n`, { flag: "wx" });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
    throw new UserError("conflict", `${file} cannot be written (${code}); choose another name or mend the folder.`, {
      cause: error,
    });
  }
  return file;
}
