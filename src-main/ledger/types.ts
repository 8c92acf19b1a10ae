// The ledger's input: a trace reduced to what it needs, so that loop runs, forks, imports and proxied runs are read alike.

/** One step of a conversation in order. Facts the source lacks are null. */
export type LedgerStep =
  | { kind: "user"; text: string; seq: number | null }
  | {
      kind: "assistant";
      text: string;
      reasoning: string | null;
      seq: number | null;
      finish_reason: string | null;
      text_call: boolean;
    }
  | {
      kind: "call";
      tool: string;
      arguments: unknown;
      /** Null where the source declares none: judged from the tool's name and description. */
      effect: "read" | "write" | "destructive" | null;
      /** Null: not known whether it succeeded (no result in the trace). */
      succeeded: boolean | null;
      result: string | null;
      /** Sequence number of the result's event. */
      seq: number | null;
    };
