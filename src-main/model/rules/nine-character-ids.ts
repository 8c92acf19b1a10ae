// Mistral's templates take tool call ids of nine letters and digits only, even where their own server made others.
import { createHash } from "node:crypto";
import { mapIds } from "./map-ids.ts";
import { cachedChange, changeMessages, counted } from "./rule.ts";
import type { Rule } from "./rule.ts";

const FORM = /^[a-zA-Z0-9]{9}$/;

/** The same id always gives the same nine characters. */
function nineCharacters(id: string): string {
  if (FORM.test(id)) return id;
  const digest = createHash("sha256")
    .update(id)
    .digest("base64")
    .replaceAll(/[^a-zA-Z0-9]/g, "");
  return digest.slice(0, 9);
}

const change = cachedChange((message) => mapIds(message, nineCharacters));

export const nineCharacterIds: Rule = {
  name: "nine_character_ids",
  description: "Sends tool call ids of nine letters and digits.",
  always: false,
  calledFor: (complaint) =>
    /tool[ _]?call[ _]?id.{0,120}(?:length (?:of|must be)? ?9|9 (?:char|letter|alphanumeric)|a-z, A-Z, 0-9|\[a-zA-Z0-9\]\{9\}|must match|invalid format)|id.{0,60}must be.{0,40}length of 9/i.test(
      complaint.text,
    ),
  apply(request) {
    const changed = changeMessages(request.messages, change);
    if (!changed) return null;
    return {
      request: { ...request, messages: changed.messages },
      detail: `sent nine-character ids in ${counted(changed.count, "message")}`,
    };
  },
};
