// Which page is ours: app://loopscope, or the development server's when it is running. Only our page in a window's main
// frame is listened to or navigated to.

export const APP_SCHEME = "app";
export const APP_HOST = "loopscope";
export const APP_URL = `${APP_SCHEME}://${APP_HOST}/`;

/**
 * True for an address of our own page.
 * @param pageUrl the page the window was given: `APP_URL` or the development server's
 */
export function isOwnPage(address: string, pageUrl: string): boolean {
  const [given, own] = [URL.parse(address), URL.parse(pageUrl)];
  // `origin` is "null" for every scheme of one's own, so the parts are compared.
  return (
    given !== null &&
    own !== null &&
    given.protocol === own.protocol &&
    given.host === own.host &&
    given.username === ""
  );
}

/** What is looked at of a frame that sent a message (null: the frame is gone). */
export interface SenderFrame {
  url: string;
  parent: unknown;
}

/** True when a message comes from our own page in a main frame: not from a frame inside it, not from another page. */
export function isTrustedSender(frame: SenderFrame | null, pageUrl: string): boolean {
  return frame !== null && frame.parent === null && isOwnPage(frame.url, pageUrl);
}
