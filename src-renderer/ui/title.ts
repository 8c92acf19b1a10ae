// The window's title follows the page.
import { useEffect } from "react";
import { m } from "./messages/messages.ts";

export function useTitle(page: string): void {
  useEffect(() => {
    document.title = page === "" ? m.app.name : `${page} · ${m.app.name}`;
  }, [page]);
}
