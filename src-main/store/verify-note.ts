// How the checks of a database report: damage is a finding, never a crash.

/** Notes one problem; `run` and `seq` where it belongs to a run or one of its events. */
export type Note = (problem: string, run?: string | null, seq?: number | null) => void;

/** Runs one check; whatever it trips over is a problem of what it checks. */
export function attempt(note: Note, what: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    note(`${what} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Text as SQLite stores it, read as bytes: decoding would turn damaged characters into U+FFFD. Throws on damage. */
export function strictText(bytes: Buffer): string {
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
}
