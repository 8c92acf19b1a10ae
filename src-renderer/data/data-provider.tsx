// Puts the cache of loads around the app and loads everything again after the connection came back.
import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useState, type ReactNode } from "react";
import { client } from "./client.ts";
import { createQueryClient } from "./hooks.ts";
import { followDebugger } from "./debug-state.ts";

export function DataProvider({ children }: { children: ReactNode }) {
  const [queries] = useState(createQueryClient);
  useEffect(() => {
    const { connection } = client();
    let lost = false;
    return connection.onStatus(() => {
      if (connection.status() === "lost") lost = true;
      if (connection.status() !== "open" || !lost) return;
      lost = false;
      void queries.invalidateQueries();
    });
  }, [queries]);
  useEffect(() => followDebugger(client(), queries), [queries]);
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
}
