// The shell around every page: navigation, banner of a lost connection, palette, help, approvals, notes.
import { StrictMode, useEffect, useRef, useState, type ReactNode } from "react";
import { Router } from "wouter";
import { ApprovalHost } from "../approvals/approval-host.tsx";
import { DataProvider } from "../data/data-provider.tsx";
import { links } from "../data/links.ts";
import { go, useHashPath, useHashSearch } from "../data/location.ts";
import { DebugHost } from "../debug/debug-host.tsx";
import { ImportHost } from "../import/import-host.tsx";
import { handleKey, useCommandList, useCommands, type Command } from "../ui/commands.ts";
import { m } from "../ui/messages/messages.ts";
import { Toasts } from "../ui/toast.tsx";
import { TooltipProvider } from "../ui/tooltip.tsx";
import "./app.css";
import { CommandPalette } from "./command-palette.tsx";
import { ConnectionBanner } from "./connection-banner.tsx";
import { HelpDialog } from "./help-dialog.tsx";
import { PageBoundary } from "./page-boundary.tsx";
import { Pages } from "./pages.tsx";
import { TopBar } from "./top-bar.tsx";

export function App() {
  return (
    <StrictMode>
      <DataProvider>
        <TooltipProvider>
          <Router hook={useHashPath} searchHook={useHashSearch}>
            <Shell />
          </Router>
        </TooltipProvider>
      </DataProvider>
    </StrictMode>
  );
}

/** What is open above the page, with the page's commands as they were when it opened. */
type Overlay = { kind: "palette" | "help"; commands: readonly Command[] } | null;

function Shell() {
  const [path] = useHashPath();
  const [overlay, setOverlay] = useState<Overlay>(null);
  const commands = useCommandList();
  const open = (kind: "palette" | "help") => setOverlay({ kind, commands });
  useEffect(() => {
    window.addEventListener("keydown", handleKey, true);
    window.addEventListener("keydown", handleKey);
    return () => {
      window.removeEventListener("keydown", handleKey, true);
      window.removeEventListener("keydown", handleKey);
    };
  }, []);
  useCommands([
    {
      id: "app.palette",
      title: m.app.commands,
      group: m.app.groupApp,
      keys: ["Mod+k"],
      inFields: true,
      paletteHidden: true,
      run: () => open("palette"),
    },
    { id: "app.help", title: m.app.help, group: m.app.groupApp, keys: ["?"], run: () => open("help") },
    { id: "go.runs", title: m.app.goRuns, group: m.app.groupGo, keys: ["g r"], run: () => go(links.runs()) },
    { id: "go.new", title: m.app.goNew, group: m.app.groupGo, keys: ["g n"], run: () => go(links.newRun()) },
    {
      id: "go.experiments",
      title: m.app.goExperiments,
      group: m.app.groupGo,
      keys: ["g e"],
      run: () => go(links.experiments()),
    },
    {
      id: "go.evaluations",
      title: m.evaluate.goTo,
      group: m.app.groupGo,
      keys: ["g v"],
      run: () => go(links.evaluations()),
    },
    {
      id: "go.new-evaluation",
      title: m.evaluate.newOne,
      group: m.app.groupGo,
      run: () => go(links.newEvaluation()),
    },
    { id: "go.queue", title: m.handover.goTo, group: m.app.groupGo, keys: ["g q"], run: () => go(links.queue()) },
    { id: "go.audit", title: m.audit.goTo, group: m.app.groupGo, keys: ["g a"], run: () => go(links.audit()) },
    {
      id: "go.settings",
      title: m.app.goSettings,
      group: m.app.groupGo,
      keys: ["g s"],
      run: () => go(links.settings()),
    },
  ]);
  return (
    <div className="shell">
      <SkipLink />
      <TopBar
        path={path}
        onCommands={() => open("palette")}
        onHelp={() => open("help")}
        attention={
          <>
            <ImportHost />
            <DebugHost path={path} />
            <ApprovalHost />
          </>
        }
      />
      <ConnectionBanner />
      <Main path={path}>
        <PageBoundary key={path}>
          <Pages />
        </PageBoundary>
      </Main>
      <CommandPalette
        open={overlay?.kind === "palette"}
        commands={overlay?.commands ?? []}
        onClose={() => setOverlay(null)}
      />
      <HelpDialog open={overlay?.kind === "help"} commands={overlay?.commands ?? []} onClose={() => setOverlay(null)} />
      <Toasts />
    </div>
  );
}

/** Not a link: the hash is the app's address. */
function SkipLink() {
  return (
    <button type="button" className="shell__skip" onClick={() => document.querySelector<HTMLElement>("main")?.focus()}>
      {m.app.skipToContent}
    </button>
  );
}

/** The page's place; after a change of page the focus starts here, so that keys and screen readers do not stay behind. */
function Main({ path, children }: { path: string; children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    const inside = main.current?.contains(document.activeElement) === true && document.activeElement !== main.current;
    if (!inside) main.current?.focus();
  }, [path]);
  return (
    <main className="shell__main" tabIndex={-1} ref={main}>
      {children}
    </main>
  );
}
