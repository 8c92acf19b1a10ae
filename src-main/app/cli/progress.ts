// Progress on standard error: one line that is written over in a terminal, nothing elsewhere (a log does not want a hundred lines).
export interface Progress {
  show(text: string): void;
  /** Clears the line. */
  end(): void;
}

export function terminalProgress(stream: NodeJS.WriteStream = process.stderr): Progress {
  if (!stream.isTTY) return { show: () => undefined, end: () => undefined };
  let shown = 0;
  return {
    show(text) {
      stream.write(`\r${text.padEnd(shown)}`);
      shown = text.length;
    },
    end() {
      if (shown > 0) stream.write(`\r${" ".repeat(shown)}\r`);
      shown = 0;
    },
  };
}

/** `[#####.....] 12 of 24` */
export function bar(done: number, of: number): string {
  const width = 24;
  const filled = of === 0 ? width : Math.round((done / of) * width);
  return `[${"#".repeat(filled)}${".".repeat(width - filled)}] ${done} of ${of}`;
}
