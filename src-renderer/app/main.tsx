// The renderer's entry: mounts the app.
import "./zod-setup.ts";
import { createRoot } from "react-dom/client";
import "../ui/tokens.css";
import "../ui/base.css";
import { App } from "./app.tsx";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root element.");
createRoot(root).render(<App />);
