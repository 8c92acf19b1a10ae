// loopscope diff: two or more runs aligned by turn.
import type { Command } from "commander";
import { UserError } from "../../../src-shared/prelude/result.ts";
import { compareMany, compareTwo } from "../compare.ts";
import type { CliContext, CommonOptions } from "./context.ts";
import { printEither, withCommonOptions, withStore } from "./context.ts";
import { summaryLine } from "./format.ts";
import { wholeNumber } from "./numbers.ts";

export function addDiffCommand(program: Command, context: CliContext): void {
  withCommonOptions(program.command("diff"))
    .description("compare two to four runs turn by turn")
    .argument("<runs...>", "ids of the runs, or their beginnings")
    .option("--turn <n>", "only the row of this turn of the first run", wholeNumber("--turn", 1, 1_000_000))
    .action((given: string[], options: CommonOptions & { turn?: number }) => {
      if (given.length < 2 || given.length > 4)
        throw new UserError("usage", `diff takes two to four runs, not ${given.length}.`);
      withStore(options, (store) => {
        const runs = given.map((run) => store.resolveRunId(run));
        const [a, b] = runs;
        if (!a || !b || runs.length > 2) {
          const many = compareMany(store, runs);
          const rows =
            options.turn === undefined ? many.rows : many.rows.filter((row) => row.turns[0] === options.turn);
          printEither(context, options, { ...many, rows }, () => [
            ...many.runs.map(summaryLine),
            ...rows.map((row) => line(row.turns, row.same, row.differs)),
          ]);
          return;
        }
        const two = compareTwo(store, a, b);
        const pairs =
          options.turn === undefined
            ? two.pairs
            : two.pairs.filter((pair) => (pair.a_turn ?? pair.b_turn) === options.turn);
        printEither(context, options, { ...two, pairs }, () => [
          summaryLine(two.a),
          summaryLine(two.b),
          two.first_divergence === null ? "no difference" : `first divergence: turn ${two.first_divergence}`,
          ...pairs.map((pair) => line([pair.a_turn, pair.b_turn], pair.same, pair.differs)),
        ]);
      });
    });
}

function line(turns: readonly (number | null)[], same: boolean, differs: readonly string[]): string {
  return `${turns.map((turn) => String(turn ?? "-").padStart(4)).join(" ")}  ${same ? "same" : differs.join(", ") || "only in one"}`;
}
