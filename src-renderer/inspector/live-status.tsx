// What a live run does right now, with a countdown where a wait has an end.
import { assertNever } from "../../src-shared/prelude/assert-never.ts";
import type { StoredEvent } from "../../src-shared/trace/event.ts";
import { doingNow, type Doing } from "../derive/waiting.ts";
import { m } from "../ui/messages/messages.ts";
import { useNow } from "../ui/use-now.ts";

const t = m.inspector;

export function LiveStatus({ events, streaming }: { events: readonly StoredEvent[]; streaming: boolean }) {
  const doing = doingNow(events);
  const now = useNow(doing.kind !== "between");
  return (
    <span className="numeric" role="status">
      {streaming ? t.streaming : doingText(doing, now)}
    </span>
  );
}

function doingText(doing: Doing, now: number): string {
  switch (doing.kind) {
    case "waiting": {
      const why = t.waits[doing.why] ?? doing.why;
      const time = doing.until === null ? t.waitSince(now - doing.since) : t.waitLeft(doing.until - now);
      return `${why}, ${time}${doing.detail === "" ? "" : ` (${doing.detail})`}`;
    }
    case "tool":
      return `${t.doingTool(doing.tool)}, ${t.waitSince(now - doing.since)}`;
    case "model":
      return `${t.doingModel}, ${t.waitSince(now - doing.since)}`;
    case "between":
      return t.doingBetween;
    default:
      return assertNever(doing);
  }
}
