// The desktop's transport: the only file that touches ipcMain. One channel for calls, each one's sender checked; pushes go
// to the windows they concern. A window is a caller for as long as its page is loaded.
import { ipcMain } from "electron";
import type { WebContents } from "electron";
import { CALL_CHANNEL, PUSH_CHANNEL } from "../../../src-shared/rpc/channels.ts";
import type { Caller } from "../../../src-shared/rpc/contract.ts";
import type { AnswerFrame } from "../../../src-shared/rpc/wire.ts";
import { concerns, frameOf } from "../../rpc/push.ts";
import type { ServedCore } from "../../rpc/push.ts";
import { answer } from "../../rpc/serve.ts";
import { isTrustedSender } from "./origin.ts";

export interface DesktopTransport {
  /** From now on the window's page gets pushes, and is forgotten when it goes. */
  connect(contents: WebContents): void;
  close(): void;
}

/** Serves the core to the windows. `pageUrl` is the page whose calls are answered. */
export function serveWindows(core: ServedCore, user: string, pageUrl: string): DesktopTransport {
  const windows = new Map<string, WebContents>();
  const callerOf = (contents: WebContents): Caller => ({ id: `window:${contents.id}`, host: "desktop", user });

  ipcMain.handle(CALL_CHANNEL, async (event, frame: unknown): Promise<AnswerFrame> => {
    const caller = callerOf(event.sender);
    if (!windows.has(caller.id) || !isTrustedSender(event.senderFrame, pageUrl)) {
      return { id: -1, ok: false, error: { code: "forbidden", message: "This page may not call Loopscope." } };
    }
    return answer(core.api, caller, frame);
  });

  const stopListening = core.onPush((push, interested) => {
    for (const [id, contents] of windows) {
      if (concerns(push, id, interested)) contents.send(PUSH_CHANNEL, frameOf(push));
    }
  });

  return {
    connect(contents) {
      const { id } = callerOf(contents);
      windows.set(id, contents);
      // A reload makes a new page, which asks anew for what it wants to watch.
      contents.on("did-start-navigation", (details) => {
        if (details.isMainFrame && !details.isSameDocument) core.forgetCaller(id);
      });
      contents.once("destroyed", () => {
        windows.delete(id);
        core.forgetCaller(id);
      });
    },
    close() {
      stopListening();
      ipcMain.removeHandler(CALL_CHANNEL);
    },
  };
}
