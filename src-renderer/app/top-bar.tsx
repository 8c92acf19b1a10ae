// Brand, pages, and the two doors to everything else: commands and help. 44 pixels high.
import type { ReactNode } from "react";
import { useCall } from "../data/hooks.ts";
import { links } from "../data/links.ts";
import { Badge } from "../ui/badge.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { m } from "../ui/messages/messages.ts";
import { BrandMark } from "./brand-mark.tsx";

export interface TopBarProps {
  path: string;
  onCommands: () => void;
  onHelp: () => void;
  /** What needs attention (approvals that wait). */
  attention: ReactNode;
}

export function TopBar({ path, onCommands, onHelp, attention }: TopBarProps) {
  const info = useCall("app.info", {}, { staleTime: Infinity });
  const pages = [
    { href: links.runs(), label: m.app.navRuns, on: path === "/" },
    { href: links.newRun(), label: m.app.navNew, on: path === "/new" },
    { href: links.experiments(), label: m.app.navExperiments, on: path.startsWith("/experiments") },
    { href: links.evaluations(), label: m.evaluate.nav, on: path.startsWith("/evaluate") },
    { href: links.queue(), label: m.handover.nav, on: path === "/queue" },
    { href: links.audit(), label: m.audit.nav, on: path === "/audit" },
    { href: links.settings(), label: m.app.navSettings, on: path === "/settings" },
  ];
  return (
    <header className="top-bar">
      <a className="top-bar__brand" href={links.runs()}>
        <BrandMark />
        {m.app.name}
      </a>
      <nav className="top-bar__nav" aria-label={m.app.navLabel}>
        {pages.map((page) => (
          <a key={page.href} href={page.href} aria-current={page.on ? "page" : undefined} className="top-bar__link">
            {page.label}
          </a>
        ))}
      </nav>
      {info.data?.stand_in ? <Badge title={m.app.standInTip}>{m.app.standIn}</Badge> : null}
      <div className="top-bar__slot">{attention}</div>
      <Button small kind="quiet" shortcut="Mod+k" onClick={onCommands}>
        {m.app.commands}
      </Button>
      <IconButton icon="keyboard" label={m.app.help} shortcut="?" onClick={onHelp} />
    </header>
  );
}
