// The menu: standard roles only, which the system names in its own language.
import { Menu } from "electron";
import type { MenuItemConstructorOptions } from "electron";

export function setMenu(platform: NodeJS.Platform): void {
  const template: MenuItemConstructorOptions[] = [
    ...(platform === "darwin" ? [{ role: "appMenu" } as const] : []),
    { role: "fileMenu" },
    { role: "editMenu" },
    { role: "viewMenu" },
    { role: "windowMenu" },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
