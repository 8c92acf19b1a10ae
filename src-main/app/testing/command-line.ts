// The command line in the tests' own process: a status, what it printed, and what it said on standard error.
import { main } from "../cli.ts";

export interface CommandEnded {
  status: number;
  out: string;
  /** A line each. */
  err: string[];
}

export async function commandLine(...args: string[]): Promise<CommandEnded> {
  const out: string[] = [];
  const err: string[] = [];
  const status = await main(args, { out: (text) => void out.push(text), err: (text) => void err.push(text) });
  return { status, out: out.join("\n"), err };
}
