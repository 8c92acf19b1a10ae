// Branded ids: strings that cannot be taken for one another. They are made in one place each (store, recorder, agent).
import { z } from "zod";

/** A run's id: `r_` and 16 lower-case base-32 characters, ordered by time of creation. */
export const RunId = z
  .string()
  .regex(/^r_[0-9a-z]{10,32}$/)
  .brand<"RunId">();
export type RunId = z.infer<typeof RunId>;

/** SHA-256 (hex) over the parent's id and the message's JSON; see `src-main/store`. */
export const MessageId = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .brand<"MessageId">();
export type MessageId = z.infer<typeof MessageId>;

/** SHA-256 (hex) over a body's UTF-8 bytes. */
export const BlobHash = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .brand<"BlobHash">();
export type BlobHash = z.infer<typeof BlobHash>;
