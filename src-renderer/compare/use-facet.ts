// One facet of one turn as a text that can be held against another: loaded by run and turn, only what the facet needs.
import type { Difference } from "../../src-shared/cli/documents.ts";
import type { MethodOutput } from "../../src-shared/rpc/contract.ts";
import type { TurnRecord } from "../../src-shared/trace/turn-record.ts";
import { useCall } from "../data/hooks.ts";
import { useLiveRun } from "../data/use-run.ts";
import { callsText, contextText, policyText, responseText, resultsText } from "../derive/facet-text.ts";
import { valueText } from "../derive/value-text.ts";

export interface FacetSide {
  run: string;
  /** Null where the run has no turn in the row. */
  turn: number | null;
  record: TurnRecord | null;
}

export interface Facet {
  text: string;
  /** The whole request, for the facet `context`. */
  context: MethodOutput<"turn.context"> | null;
  loading: boolean;
  error: Error | null;
}

export function useFacet(facet: Difference, { run, turn, record }: FacetSide): Facet {
  const input = (wanted: Difference) => (facet === wanted && turn !== null ? { run, turn } : null);
  const staleTime = record?.ended ? Infinity : 0;
  const context = useCall("turn.context", input("context"), { staleTime: Infinity });
  const results = useCall("turn.results", input("results"), { staleTime });
  const environment = useCall("turn.environment", input("environment"), { staleTime });
  const { events } = useLiveRun(run);
  const known = (text: string): Facet => ({ text, context: null, loading: false, error: null });
  if (turn === null) return known("");
  switch (facet) {
    case "response":
      return known(record ? responseText(record) : "");
    case "calls":
      return known(record ? callsText(record) : "");
    case "policy":
      return known(record ? policyText(record, events) : "");
    case "context":
      return {
        text: context.data ? contextText(context.data) : "",
        context: context.data ?? null,
        loading: context.isPending,
        error: context.error,
      };
    case "results":
      return {
        text: results.data ? resultsText(results.data.results) : "",
        context: null,
        loading: results.isPending,
        error: results.error,
      };
    case "environment":
      return {
        text: environment.data ? valueText(environment.data.after) : "",
        context: null,
        loading: environment.isPending,
        error: environment.error,
      };
  }
}
