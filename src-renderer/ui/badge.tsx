// Small marks: a coloured word. `EndingBadge` is the one place that decides how an ending looks; only a run that answered with
// nothing outstanding and no failed check is ever green.
import type { ReactNode } from "react";
import type { Ending } from "../../src-shared/trace/vocabulary.ts";
import "./badge.css";
import { classNames } from "./class-names.ts";
import { endingTone, type EndingFacts, type Tone } from "./ending-tone.ts";
import { Icon, type IconName } from "./icon.tsx";
import { m } from "./messages/messages.ts";

export function Badge({
  tone = "neutral",
  icon,
  title,
  children,
}: {
  tone?: Tone;
  icon?: IconName;
  title?: string;
  children: ReactNode;
}) {
  return (
    <span className={classNames("badge", `badge--${tone}`)} title={title}>
      {icon ? <Icon name={icon} size={14} /> : null}
      <span className="badge__text">{children}</span>
    </span>
  );
}

const toneIcons: Record<Tone, IconName> = {
  good: "check",
  stop: "half",
  cut: "cut",
  limit: "limit",
  ask: "person",
  bad: "warning",
  neutral: "stop",
  busy: "dots",
};

/** How a run ended, with colour, shape and word; `ending` null means that it goes on. */
export function EndingBadge(facts: EndingFacts) {
  const tone = endingTone(facts);
  const { ending } = facts;
  return (
    <Badge
      tone={tone}
      icon={toneIcons[tone]}
      title={ending === null ? m.vocabulary.runningHelp : m.vocabulary.endingHelp[ending]}
    >
      {endingText(ending)}
    </Badge>
  );
}

export function endingText(ending: Ending | null): string {
  return ending === null ? m.vocabulary.running : m.vocabulary.endings[ending];
}

/** The mark of the embedded demo model. */
export function SimulatedMark() {
  return (
    <span className="simulated" title={m.common.simulatedTip}>
      {m.common.simulated}
    </span>
  );
}
