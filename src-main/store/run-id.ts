// Run ids: `r_`, ten base-32 characters of the time in milliseconds, six of chance; ids made here sort by time of creation.
import { randomInt } from "node:crypto";
import { RunId } from "../../src-shared/prelude/ids.ts";

/** Crockford's alphabet in lower case: ordered like its values, without the letters that are mistaken for digits. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const TIME_CHARS = 10;
const CHANCE_CHARS = 6;
const CHANCES = 32 ** CHANCE_CHARS;

/** Makes ids in strictly rising order as long as time does not run backwards; within a millisecond it counts on. */
export function runIdMaker(): (atMs: number) => RunId {
  let lastTime = -1;
  let chance = 0;
  return (atMs) => {
    const time = Math.max(0, Math.floor(atMs));
    // Half the range stays free to count on in.
    chance = time === lastTime ? (chance + 1) % CHANCES : randomInt(CHANCES / 2);
    lastTime = time;
    return RunId.parse(`r_${base32(time, TIME_CHARS)}${base32(chance, CHANCE_CHARS)}`);
  };
}

function base32(value: number, width: number): string {
  let text = "";
  let rest = value;
  for (let i = 0; i < width; i++) {
    text = ALPHABET.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}
