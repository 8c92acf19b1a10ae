// Collects the lines of a response for the record and hands them on in batches, so that a killed process keeps what
// had come. Secrets are taken out of each line before it is kept.
import { redactText } from "../../capture/redact.ts";
import type { WireLine } from "../../../src-shared/trace/events/wire-lines.ts";

const BATCH_CHARS = 64 * 1024;
const BATCH_MS = 500;

export class WireRecorder {
  readonly #emit: (lines: WireLine[]) => void;
  readonly #secrets: readonly string[];
  #lines: WireLine[] = [];
  #chars = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(emit: (lines: WireLine[]) => void, secrets: readonly string[]) {
    this.#emit = emit;
    this.#secrets = secrets;
  }

  /** Keeps a line that arrived `atMs` after the request; returns it without secrets. */
  add(atMs: number, line: string): string {
    const clean = this.#secrets.length === 0 ? line : redactText(line, this.#secrets);
    this.#lines.push([atMs, clean]);
    this.#chars += clean.length;
    if (this.#chars >= BATCH_CHARS) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), BATCH_MS);
    return clean;
  }

  flush(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#lines.length === 0) return;
    const lines = this.#lines;
    this.#lines = [];
    this.#chars = 0;
    this.#emit(lines);
  }
}
