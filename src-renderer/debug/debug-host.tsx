// The debugger's part of the shell: a way to the runs that are held, and the list of breakpoints.
import { useDebugState } from "../data/debug-state.ts";
import { links } from "../data/links.ts";
import { go } from "../data/location.ts";
import { Button } from "../ui/button.tsx";
import { useCommands } from "../ui/commands.ts";
import { m } from "../ui/messages/messages.ts";
import { BreakpointsDialog } from "./breakpoints-dialog.tsx";
import { closeBreakpoints, openBreakpoints, useBreakpointsOpen } from "./breakpoints-store.ts";

const t = m.debug;

/** `path`: the page that is open; a run that is held there is not announced. */
export function DebugHost({ path }: { path: string }) {
  const state = useDebugState();
  const open = useBreakpointsOpen();
  useCommands([
    { id: "debug.breakpoints", title: t.openBreakpoints, group: t.group, keys: ["g b"], run: openBreakpoints },
  ]);
  const elsewhere = (state.data?.held ?? []).filter((held) => path !== `/run/${held.run}`);
  const [first] = elsewhere;
  return (
    <>
      {first ? (
        <Button small icon="pause" onClick={() => go(links.run(first.run))}>
          {t.heldElsewhere(elsewhere.length)}
        </Button>
      ) : null}
      {open && state.data ? <BreakpointsDialog initial={state.data.breakpoints} onClose={closeBreakpoints} /> : null}
    </>
  );
}
