// The demo model's tokens: about four Latin characters or one Chinese character each. For usage, limits and the pieces it streams.
import { remembered } from "./remembered.ts";

/** Splits a text into pieces of one token; joined they are the text. */
export function tokenPieces(text: string): string[] {
  return text.match(/\p{Script=Han}|\s?[^\s\p{Script=Han}]{1,4}|\s/gu) ?? [];
}

export const countTokens: (text: string) => number = remembered((text) => tokenPieces(text).length);
