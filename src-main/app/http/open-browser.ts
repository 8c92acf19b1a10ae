// Opens the person's default browser where there is one to open.
import open from "open";

/** True when this machine can show a window: always on macOS and Windows, on Linux only with a display or under WSL. */
export function hasDisplay(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): boolean {
  if (platform !== "linux") return true;
  return Boolean(env["DISPLAY"] || env["WAYLAND_DISPLAY"] || env["WSL_DISTRO_NAME"]);
}

/** Opens a URL in the default browser. False when there is none to be had; the caller then only prints the URL. */
export async function openInBrowser(url: string): Promise<boolean> {
  if (!hasDisplay(process.platform, process.env)) return false;
  try {
    const child = await open(url);
    // Opening is a courtesy: a browser that cannot be started must not end the host.
    child.on("error", () => undefined);
    return true;
  } catch {
    return false; // No program to open it with: the printed address remains.
  }
}
