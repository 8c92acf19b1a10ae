// The foot of a form that starts something: what is to be mended first, the way out, and the button, with Mod+Enter.
import { Button, LinkButton } from "./button.tsx";
import { m } from "./messages/messages.ts";
import "./start-foot.css";

export interface StartFootProps {
  /** What is to be mended first; null says nothing. */
  fix: string | null;
  cancelHref: string;
  /** It is being started: the button says so and waits. */
  pending: boolean;
  label: string;
  pendingLabel: string;
  onStart: () => void;
}

/** The shortcut itself is the form's command; this shows it. */
export function StartFoot({ fix, cancelHref, pending, label, pendingLabel, onStart }: StartFootProps) {
  return (
    <footer className="start-foot">
      {fix === null ? null : <span className="start-foot__fix">{fix}</span>}
      <LinkButton kind="quiet" href={cancelHref}>
        {m.common.cancel}
      </LinkButton>
      <Button kind="primary" icon="play" shortcut="Mod+Enter" disabled={pending} onClick={onStart}>
        {pending ? pendingLabel : label}
      </Button>
    </footer>
  );
}
