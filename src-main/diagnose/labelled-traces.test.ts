import { describe, expect, it } from "vitest";
import { JsonValue } from "../../src-shared/prelude/json.ts";
import { classifyEnding } from "./classify.ts";
import { LABELLED_TRACES } from "./fixtures/labelled-traces.ts";
import { buildTrace } from "./testing/build-trace.ts";

describe("labelled traces of domains that no lexicon was made for", () => {
  it.each(LABELLED_TRACES.map((trace, index) => ({ ...trace, index })))(
    "$index $domain: $prompt",
    ({ prompt, calls, answer, early, ending }) => {
      const trace = buildTrace({
        prompt,
        turns: [
          ...calls.map(([tool, args, result, failed]) => ({
            calls: [
              { tool, args: JsonValue.parse(args), result, outcome: failed ? ("permanent" as const) : ("ok" as const) },
            ],
          })),
          { text: answer },
        ],
      });
      const found = classifyEnding(trace);
      expect({ early_stop: found.early_stop, ending: ending ?? found.ending }).toEqual({
        early_stop: early,
        ending: found.ending,
      });
    },
  );
});
