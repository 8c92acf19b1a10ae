// Everything that can be done on this page and in the app, by name.
import { Command } from "cmdk";
import type { Command as AppCommand } from "../ui/commands.ts";
import { Dialog } from "../ui/dialog.tsx";
import { KeyCaps } from "../ui/key-caps.tsx";
import { m } from "../ui/messages/messages.ts";
import "./command-palette.css";

export interface CommandPaletteProps {
  open: boolean;
  commands: readonly AppCommand[];
  onClose: () => void;
}

export function CommandPalette({ open, commands, onClose }: CommandPaletteProps) {
  const shown = commands.filter((command) => command.paletteHidden !== true);
  const groups = [...new Set(shown.map((command) => command.group))];
  return (
    <Dialog open={open} onClose={onClose} title={m.app.commands}>
      <Command className="palette" label={m.app.commands} loop vimBindings={false}>
        <Command.Input className="input palette__input" placeholder={m.app.commandsHint} autoFocus />
        <Command.List className="palette__list">
          <Command.Empty className="palette__none">{m.app.noCommand}</Command.Empty>
          {groups.map((group) => (
            <Command.Group key={group} heading={group} className="palette__group">
              {shown
                .filter((command) => command.group === group)
                .map((command) => (
                  <Command.Item
                    key={command.id}
                    value={`${command.title} ${command.id}`}
                    className="palette__item"
                    onSelect={() => {
                      onClose();
                      command.run();
                    }}
                  >
                    <span>{command.title}</span>
                    {command.keys?.[0] === undefined ? null : <KeyCaps keys={command.keys[0]} />}
                  </Command.Item>
                ))}
            </Command.Group>
          ))}
        </Command.List>
      </Command>
    </Dialog>
  );
}
