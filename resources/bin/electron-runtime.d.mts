/** The runtime's program, or null when it is not installed. */
export function installedElectron(): string | null;

/**
 * Fetches the runtime, at most 60 seconds.
 * @param progress gets lines that replace one another until `done`
 * @returns null when it is there now, else why it is not, in a few words
 */
export function fetchElectron(progress: (line: string, done: boolean) => void): Promise<string | null>;
