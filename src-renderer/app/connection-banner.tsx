// Says so while there is no connection to the core; gone as soon as there is one.
import { useConnectionStatus } from "../data/hooks.ts";
import { m } from "../ui/messages/messages.ts";
import { useLate } from "../ui/states.tsx";

export function ConnectionBanner() {
  const status = useConnectionStatus();
  if (status === "open") return null;
  return status === "lost" ? (
    <div className="shell__banner" role="alert">
      {m.app.connectionLost}
    </div>
  ) : (
    <Connecting />
  );
}

function Connecting() {
  const late = useLate();
  return late ? (
    <div className="shell__banner shell__banner--quiet" role="status">
      {m.app.connecting}
    </div>
  ) : null;
}
