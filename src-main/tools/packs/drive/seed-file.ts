// One file of the drive's own data; its size is the length of its content in UTF-16 code units and is never written down.
export interface SeedFile {
  id: string;
  filename: string;
  owner: string;
  /** ISO 8601, UTC. */
  last_modified: string;
  /** Address → `r` or `rw`. */
  shared_with: Record<string, "r" | "rw">;
  content: string;
}
