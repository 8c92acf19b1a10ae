// Numbers on the command line, with their limits told in the error.
import { InvalidArgumentError } from "commander";

export function wholeNumber(option: string, low: number, high: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < low || value > high) {
      throw new InvalidArgumentError(`${option} takes a whole number from ${low} to ${high}.`);
    }
    return value;
  };
}
