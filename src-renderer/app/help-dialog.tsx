// The keys that work here, read from the same registry that runs them.
import type { Command } from "../ui/commands.ts";
import { Dialog } from "../ui/dialog.tsx";
import { KeyCaps } from "../ui/key-caps.tsx";
import { m } from "../ui/messages/messages.ts";
import "./help-dialog.css";

export interface HelpDialogProps {
  open: boolean;
  commands: readonly Command[];
  onClose: () => void;
}

export function HelpDialog({ open, commands, onClose }: HelpDialogProps) {
  const shown = commands.filter((command) => command.keys !== undefined && command.helpHidden !== true);
  const groups = [...new Set(shown.map((command) => command.group))];
  return (
    <Dialog open={open} onClose={onClose} title={m.app.helpTitle} description={m.app.helpNote} width="wide">
      <div className="help">
        {groups.map((group) => (
          <section key={group} className="help__group">
            <h3>{group}</h3>
            <dl>
              {shown
                .filter((command) => command.group === group)
                .map((command) => (
                  <div key={command.id} className="help__row">
                    <dt>{command.title}</dt>
                    <dd>
                      {command.keys?.map((keys) => (
                        <KeyCaps key={keys} keys={keys} />
                      ))}
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
