// Puts text on the clipboard, whole, and says whether that worked.
import { m } from "./messages/messages.ts";
import { showToast } from "./toast.tsx";

export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast("done", m.common.copied);
  } catch {
    showToast("error", m.common.copyFailed);
  }
}
