// Text for a terminal: summaries, turns, messages. Control characters of untrusted text never reach the terminal as such.
import type { RunSummary } from "../../../src-shared/trace/run-summary.ts";
import type { TurnRecord } from "../../../src-shared/trace/turn-record.ts";

/** One line a run. */
export function summaryLine(run: RunSummary): string {
  const verdict = run.passed === null ? "" : run.passed ? "passed" : "failed";
  const parts = [
    run.id,
    (run.ending ?? "running").padEnd(13),
    verdict.padEnd(6),
    `${run.turns} turns`,
    `${run.tool_attempts} calls`,
    run.variant ?? "-",
    `${run.model ?? "-"}${run.simulated ? " (simulated)" : ""}`,
    plain(run.title),
  ];
  return parts.join("  ");
}

export function turnLines(turn: TurnRecord): string[] {
  const usage =
    turn.usage.prompt_tokens === null
      ? ""
      : `, ${turn.usage.prompt_tokens} + ${turn.usage.completion_tokens ?? "?"} tokens`;
  const finish =
    turn.finish_reason === turn.effective_finish_reason
      ? turn.finish_reason
      : `${turn.finish_reason} (judged ${turn.effective_finish_reason})`;
  const lines = [
    `turn ${turn.turn}: finish ${finish ?? "none"}${usage}${turn.flags.length > 0 ? `, ${turn.flags.join(", ")}` : ""}`,
  ];
  if (turn.role !== undefined) {
    const subtask = turn.subtask === undefined ? "" : ` ${turn.subtask.number}: ${plain(shorten(turn.subtask.text))}`;
    lines.push(`  ${turn.role === "executor" ? "sub-task" : turn.role}${subtask}`);
  }
  if (turn.reasoning) lines.push(`  reasoning: ${plain(shorten(turn.reasoning))}`);
  if (turn.content) lines.push(`  said: ${plain(shorten(turn.content))}`);
  for (const call of turn.calls) {
    const size = call.raw_chars === null ? "" : `, ${call.raw_chars} → ${call.shown_chars} characters`;
    lines.push(
      `  call ${plain(call.name)}(${plain(shorten(call.arguments_text))}) → ${call.outcome ?? "not run"}${size}`,
    );
  }
  for (const call of turn.text_calls) lines.push(`  text call (${call.syntax}, in ${call.where}) ${plain(call.name)}`);
  if (turn.reminded) lines.push("  the gate reminded the model of what is outstanding");
  if (turn.error) lines.push(`  error: ${plain(turn.error.message)}`);
  return lines;
}

export function shorten(text: string, limit = 200): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  const characters = Array.from(line);
  return characters.length <= limit ? line : `${characters.slice(0, limit - 1).join("")}…`;
}

/** Control characters (also C1 and escape sequences) made visible. */
export function plain(text: string): string {
  return text.replaceAll(
    /[^\P{Cc}\t\n]/gu,
    (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );
}
