// Where the traces are kept when no --db is given: one database in the user's data folder, or in $LOOPSCOPE_HOME.
import { join, resolve } from "node:path";
import envPaths from "env-paths";

/** The folder for everything Loopscope keeps: `$LOOPSCOPE_HOME`, else the system's data folder for the user. */
export function homeFolder(env: NodeJS.ProcessEnv = process.env): string {
  const chosen = env["LOOPSCOPE_HOME"];
  return chosen ? resolve(chosen) : envPaths("loopscope", { suffix: "" }).data;
}

/** The default database file. Its folder is made when the store is opened. */
export function defaultDatabaseFile(env: NodeJS.ProcessEnv = process.env): string {
  return join(homeFolder(env), "loopscope.db");
}
