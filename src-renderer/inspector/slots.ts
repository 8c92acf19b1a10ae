// What other features put into the inspector; the app hands it in, since features do not know one another.
import type { ReactNode } from "react";
import type { TurnRecord } from "../../src-shared/trace/turn-record.ts";
import type { TextCall } from "../../src-shared/trace/events/response-finished.ts";
import type { RunData } from "./run-header.tsx";

export interface InspectorSlots {
  /** What stands under the header: the debugger of a live run. */
  debugBar(run: RunData): ReactNode;
  /** The tab that says why the run ended as it did. */
  why(run: RunData): ReactNode;
  /** A turn's results held against their contracts. */
  contract(run: string, turn: TurnRecord): ReactNode;
  /** Whose choice it was that an ended turn made no call. */
  verdict(run: string, turn: number): ReactNode;
  /** What can be tried with the request of an ended turn. */
  tryAgain(run: string, turn: number): ReactNode;
  /** What can be done with a call that stands as text, by its position among the turn's. */
  textCall(run: RunData, turn: number, call: TextCall, index: number): ReactNode;
}
