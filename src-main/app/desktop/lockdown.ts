// What no page in the app may do, whichever window it is in: go to another page, open a window, embed a page, or be given a
// permission. Set for every web contents at its creation, so that no window can be forgotten.
import { app, session } from "electron";
import { isOwnPage } from "./origin.ts";

/** Copying text is all that our page may ask of the system. */
const PERMITTED = new Set(["clipboard-sanitized-write"]);

/** To be called once the app is ready and before the first window. */
export function lockDown(pageUrl: string): void {
  app.on("web-contents-created", (_event, contents) => {
    contents.setWindowOpenHandler(() => ({ action: "deny" }));
    contents.on("will-navigate", (event) => {
      if (!isOwnPage(event.url, pageUrl)) event.preventDefault();
    });
    contents.on("will-frame-navigate", (event) => {
      if (!event.isMainFrame || !isOwnPage(event.url, pageUrl)) event.preventDefault();
    });
    contents.on("will-redirect", (event) => event.preventDefault());
    contents.on("will-attach-webview", (event) => event.preventDefault());
  });
  session.defaultSession.setPermissionRequestHandler((_contents, permission, decide, details) => {
    decide(PERMITTED.has(permission) && isOwnPage(details.requestingUrl, pageUrl));
  });
  session.defaultSession.setPermissionCheckHandler((_contents, permission, origin) => {
    return PERMITTED.has(permission) && isOwnPage(origin, pageUrl);
  });
}
