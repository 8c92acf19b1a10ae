// The form in which a tool answers, where it has more than one: a variant names it per tool, and the tool's contract says what that form holds.
import { UserError } from "../../src-shared/prelude/result.ts";
import { nearestNames } from "./nearest.ts";
import type { Pack, Tool } from "./types.ts";

/** Tool → name of the shape, as a variant has it. */
export type ChosenShapes = Readonly<Record<string, string>>;

/**
 * The packs with each named tool in its chosen shape. Tools that no pack here has are left alone, so that one variant fits several suites.
 * Throws UserError for a shape that the tool does not have.
 */
export function withResultShapes(packs: readonly Pack[], chosen: ChosenShapes): Pack[] {
  return packs.map((pack) => {
    const isConcerned = pack.tools.some((tool) => Object.hasOwn(chosen, tool.contract.name));
    return isConcerned ? { ...pack, tools: pack.tools.map((tool) => inShape(tool, chosen)) } : pack;
  });
}

/** The same check for a variant by itself: here a tool that no pack has is a mistake too. */
export function checkResultShape(packs: readonly Pack[], tool: string, shape: string): void {
  const tools = packs.flatMap((pack) => pack.tools);
  const found = tools.find(({ contract }) => contract.name === tool);
  if (found) {
    inShape(found, { [tool]: shape });
    return;
  }
  const shaped = tools.flatMap(({ contract, resultShapes }) => (resultShapes ? [contract.name] : []));
  throw new UserError(
    "invalid_input",
    `No pack has a tool named ${JSON.stringify(tool)}; tools with several result shapes are ${nearestNames(tool, shaped).join(", ")}.`,
  );
}

function inShape(tool: Tool, chosen: ChosenShapes): Tool {
  const { name } = tool.contract;
  const wanted = Object.hasOwn(chosen, name) ? chosen[name] : undefined;
  if (wanted === undefined) return tool;
  const shapes = tool.resultShapes?.shapes ?? {};
  const shape = Object.hasOwn(shapes, wanted) ? shapes[wanted] : undefined;
  if (shape) return { ...tool, contract: shape.contract, execute: shape.execute };
  const known = Object.keys(shapes);
  throw new UserError(
    "invalid_input",
    known.length === 0
      ? `Tool ${name} answers in one shape only; leave it out of result_shapes.`
      : `Tool ${name} has no result shape ${JSON.stringify(wanted)}; its shapes are ${known.join(", ")}.`,
  );
}
