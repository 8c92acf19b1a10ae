// Where things are: the resources that ship with the app, and the user's own folder.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { homeFolder } from "../store/default-path.ts";

/** The folder that holds package.json: found upwards, since the code runs from src-main/ and, bundled, from out/main/. */
export const projectDir = findUpwards(dirname(fileURLToPath(import.meta.url)), "package.json");
export const resourcesDir = join(projectDir, "resources");

/** The user's own folder (suites, variants, the database); LOOPSCOPE_HOME puts it elsewhere. */
export function userHome(): string {
  return homeFolder();
}

function findUpwards(from: string, name: string): string {
  let at = from;
  while (!existsSync(join(at, name))) {
    const up = dirname(at);
    if (up === at) throw new Error(`${name} stands nowhere above ${from}.`);
    at = up;
  }
  return at;
}
