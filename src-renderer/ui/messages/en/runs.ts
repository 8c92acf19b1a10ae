// Texts of the run table.
import { formatNumber, plural } from "../format.ts";

export const runs = {
  title: "Runs",
  table: "Runs",
  selectColumn: "Selected",
  selectRow: "Select this run",
  keyNext: "Next row",
  keyPrevious: "Previous row",
  keyPageDown: "A page down",
  keyPageUp: "A page up",
  keyFirst: "First row",
  keyLast: "Last row",
  keyOpen: "Open",
  keySelect: "Select or deselect",
  keySelectRange: "Select up to here",
  count: (total: number) => plural(total, "run", "runs"),
  selected: (count: number) => `${formatNumber(count)} selected`,
};
