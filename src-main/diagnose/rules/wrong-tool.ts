// The wrong tool was called, or the right one too early: a tool that is not there; a write before the facts it needs were read.
import { nearlyEqualCalls } from "../../agent/near-equality.ts";
import { fits, guessEffect, toolActs } from "../../ledger/lexicon/families.ts";
import { isDue } from "../../../src-shared/trace/ledger.ts";
import type { Rule } from "../rule.ts";
import { evidenceOf } from "../rule.ts";

export const wrongTool: Rule = (context) => [...unknownTools(context), ...unfitting(context), ...tooEarly(context)];

const unknownTools: Rule = ({ calls }) =>
  calls
    .filter((call) => call.outcome === "unknown_tool")
    .map((call) => ({
      rule: "wrong_tool",
      severity: "warning",
      turn: call.turn,
      message: `Called ${call.tool}, which is not among the tools offered.`,
      evidence: evidenceOf(call.askedSeq, call.resultSeq),
      try: [
        "Name the tools that exist in the error result.",
        "Take textual tool lists that name other tools out of the prompt.",
      ],
    }));

/** Something asked for is outstanding, and a change of another kind was made instead. */
const unfitting: Rule = ({ ledger, calls, stopped }) => {
  if (!stopped) return [];
  const due = ledger.filter(
    ({ item, family }) => item.source === "request" && item.kind === "write" && isDue(item) && family !== null,
  );
  const proof = new Set(ledger.flatMap(({ item }) => item.evidence));
  return calls
    .filter(
      (call) =>
        (call.outcome === "ok" || call.outcome === "empty") &&
        (call.effect ?? guessEffect(call.tool) ?? "read") !== "read",
    )
    .filter((call) => call.resultSeq !== null && !proof.has(call.resultSeq))
    .flatMap((call) => {
      const missed = due.find(({ family }) => family !== null && !fits(family, toolActs(call.tool)));
      if (!missed) return [];
      return [
        {
          rule: "wrong_tool",
          severity: "warning" as const,
          turn: call.turn,
          message: `Called ${call.tool}, which does not do "${missed.item.action}"; that is still outstanding.`,
          evidence: evidenceOf(call.askedSeq, call.resultSeq),
          try: [
            "Say in the tools' descriptions when to use each and when not.",
            `Offer only the tools that "${missed.item.action}" needs at this turn.`,
          ],
        },
      ];
    });
};

/** A write that failed for want of facts and worked, or was tried again, after a read. */
const tooEarly: Rule = ({ calls }) =>
  calls.flatMap((call, index) => {
    const failed = call.outcome === "invalid_arguments" || call.outcome === "permanent";
    if (!failed || (call.effect ?? guessEffect(call.tool) ?? "read") === "read") return [];
    const later = calls.findIndex(
      (other, at) =>
        at > index &&
        other.tool === call.tool &&
        !nearlyEqualCalls({ tool: call.tool, args: call.arguments }, { tool: other.tool, args: other.arguments }),
    );
    const read = calls
      .slice(index + 1, later)
      .find((other) => (other.effect ?? guessEffect(other.tool) ?? "read") === "read");
    if (later === -1 || !read) return [];
    return [
      {
        rule: "tool_too_early",
        severity: "info" as const,
        turn: call.turn,
        message: `Called ${call.tool} before ${read.tool} had given what it needs.`,
        evidence: evidenceOf(call.resultSeq, read.resultSeq),
        try: [`Say in ${call.tool}'s description which tool gives its arguments.`],
      },
    ];
  });
