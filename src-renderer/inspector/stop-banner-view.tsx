// The first line of the inspector: how the run ended and why, each part a link to the event or turn it stands on.
import type { ReactNode } from "react";
import type { Place, StopBanner } from "../derive/stop-banner.ts";
import { EndingBadge } from "../ui/badge.tsx";
import { endingTone } from "../ui/ending-tone.ts";
import { m } from "../ui/messages/messages.ts";
import { changeState } from "./inspector-state.ts";
import "./stop-banner-view.css";

const t = m.inspector;

export interface StopBannerViewProps {
  banner: StopBanner;
  /** What a live run does now, in words; null when it has ended. */
  doing: ReactNode;
}

export function StopBannerView({ banner, doing }: StopBannerViewProps) {
  const facts = { ending: banner.ending, early_stop: banner.earlyStop, passed: banner.passed };
  return (
    <section className={`stop-banner stop-banner--${endingTone(facts)}`} aria-label={t.stopBanner}>
      <PlaceLink place={banner.end} disabled={banner.ending === null}>
        <EndingBadge {...facts} />
      </PlaceLink>
      {banner.terminalState === null ? null : (
        <span className="stop-banner__part" title={banner.reason}>
          {m.vocabulary.terminalStates[banner.terminalState]}
        </span>
      )}
      {doing === null ? null : <span className="stop-banner__part">{doing}</span>}
      {banner.finish === null || banner.ending === null ? null : (
        <Part label={t.finishSent} place={banner.finish.place}>
          <code>{banner.finish.sent ?? t.finishNone}</code>
          {banner.finish.sent === banner.finish.judged ? null : (
            <>
              {`, ${t.finishJudged} `}
              <code>{banner.finish.judged ?? t.nothingSent}</code>
            </>
          )}
        </Part>
      )}
      {banner.limit === null ? null : (
        <Part label={t.limit} place={banner.limit.place}>
          {t.limitValue(banner.limit.name, banner.limit.value, banner.limit.limit)}
        </Part>
      )}
      <Outstanding banner={banner} />
      {banner.lastError === null ? null : (
        <Part label={t.lastError} place={banner.lastError.place} title={banner.lastError.text} stretch>
          <code>{banner.lastError.code}</code> {banner.lastError.text}
        </Part>
      )}
      {banner.failedChecks.length === 0 ? null : (
        <Part
          label={t.failedChecks(banner.failedChecks.length)}
          place={banner.end}
          title={banner.failedChecks.map((check) => `${check.name}: ${check.detail}`).join("\n")}
          stretch
        >
          {banner.failedChecks.map((check) => check.name).join(", ")}
        </Part>
      )}
    </section>
  );
}

function Outstanding({ banner }: { banner: StopBanner }) {
  const [first, ...others] = banner.outstanding;
  if (!first || banner.ending === null) return null;
  const text = banner.outstanding
    .map(({ item }) => `${item.number === null ? "" : `${item.number}. `}${item.action}`)
    .join("\n");
  return (
    <Part label={`${banner.outstanding.length} ${t.outstanding}`} place={first.place} title={text} stretch>
      {first.item.source === "promise" ? `${t.promised}: ` : ""}
      {first.item.action}
      {others.length === 0 ? "" : ` ${t.outstandingMore(others.length)}`}
    </Part>
  );
}

function Part(props: { label: string; place: Place; title?: string; stretch?: boolean; children: ReactNode }) {
  return (
    <span className={props.stretch ? "stop-banner__part stop-banner__part--stretch" : "stop-banner__part"}>
      <span className="stop-banner__label">{props.label}</span>
      <PlaceLink place={props.place} {...(props.title === undefined ? {} : { title: props.title })}>
        {props.children}
      </PlaceLink>
    </span>
  );
}

/** Leads to an event when it is known, else to the turn. */
function PlaceLink({
  place,
  title,
  disabled,
  children,
}: {
  place: Place;
  title?: string;
  disabled?: boolean;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      className="stop-banner__link"
      title={title}
      disabled={disabled ?? false}
      onClick={() =>
        changeState({
          ...(place.turn === null ? {} : { turn: place.turn }),
          ...(place.seq === null ? { tab: "said", seq: null } : { tab: "events", seq: place.seq }),
          diff: false,
        })
      }
    >
      {children}
    </button>
  );
}
