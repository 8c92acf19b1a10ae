// A dialog that comes up by itself must not take a key or click that was meant for something else: it listens only once nothing
// has been pressed for a short while.
import { useEffect, useState } from "react";

/** Time without a key press, in milliseconds, after which the dialog listens. */
const QUIET_MS = 400;

/** False at first; true from the first moment that was quiet for `QUIET_MS`. */
export function useQuiet(): boolean {
  const [quiet, setQuiet] = useState(false);
  useEffect(() => {
    const listen = () => {
      window.removeEventListener("keydown", again, true);
      setQuiet(true);
    };
    let timer = setTimeout(listen, QUIET_MS);
    const again = () => {
      clearTimeout(timer);
      timer = setTimeout(listen, QUIET_MS);
    };
    window.addEventListener("keydown", again, true);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("keydown", again, true);
    };
  }, []);
  return quiet;
}
