// The built renderer's files, read into memory once. A path from outside is only ever looked up in this map, so no path
// can lead out of the folder, and a rebuild while the app is open does not take files away from under it.
import { readFileSync, readdirSync } from "node:fs";
import { extname, join, sep } from "node:path";
import { UserError } from "../../../src-shared/prelude/result.ts";

export interface Asset {
  body: Buffer<ArrayBuffer>;
  /** The Content-Type header. */
  type: string;
  /** The file's name holds a hash of its content: it may be kept for ever. */
  immutable: boolean;
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".ttf": "font/ttf",
  ".woff": "font/woff",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
};

/** Vite's names: `assets/editor-Bq3x_9aZ.js`. */
const HASHED = /^\/assets\/.+-[\w-]{8}\.\w+$/;

export class RendererAssets {
  readonly #files: ReadonlyMap<string, Asset>;
  readonly #index: Asset;

  private constructor(files: ReadonlyMap<string, Asset>, index: Asset) {
    this.#files = files;
    this.#index = index;
  }

  /**
   * Reads the whole folder (some 5 MB).
   * @throws UserError `unreadable_file` when there is no built renderer
   */
  static read(folder: string): RendererAssets {
    const files = new Map<string, Asset>();
    try {
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue;
        const file = join(entry.parentPath, entry.name);
        const path = `/${file.slice(folder.length).split(sep).filter(Boolean).join("/")}`;
        files.set(path, {
          body: readFileSync(file),
          type: TYPES[extname(entry.name).toLowerCase()] ?? "application/octet-stream",
          immutable: HASHED.test(path),
        });
      }
    } catch (error) {
      throw notBuilt(folder, error);
    }
    const index = files.get("/index.html");
    if (index === undefined) throw notBuilt(folder, undefined);
    return new RendererAssets(files, index);
  }

  /**
   * The file for a URL's path, percent-encoded as it came. A path that names a view (`/runs/r_1`) gives the page; one that
   * names a file that is not there gives null.
   */
  find(urlPath: string): Asset | null {
    const path = decodePath(urlPath);
    if (path === null) return null;
    const file = this.#files.get(path);
    if (file !== undefined) return file;
    return isView(path) ? this.#index : null;
  }
}

function decodePath(urlPath: string): string | null {
  try {
    return decodeURIComponent(urlPath);
  } catch {
    return null; // A broken percent sign: no file has such a name.
  }
}

function isView(path: string): boolean {
  return path.split("/").every((part) => !part.includes(".") && !part.includes("\\") && !part.includes("\0"));
}

function notBuilt(folder: string, cause: unknown): UserError {
  return new UserError(
    "unreadable_file",
    `The user interface is not built: ${folder} has no index.html. Run "npm run build".`,
    {
      cause,
    },
  );
}
