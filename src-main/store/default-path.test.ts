import { isAbsolute, join, resolve } from "node:path";
import { expect, it } from "vitest";
import { defaultDatabaseFile, homeFolder } from "./default-path.ts";

it("keeps the traces where LOOPSCOPE_HOME says", () => {
  expect(defaultDatabaseFile({ LOOPSCOPE_HOME: "some/where" })).toBe(join(resolve("some/where"), "loopscope.db"));
});

it("else in the user's own data folder", () => {
  expect(homeFolder({})).toMatch(/loopscope/);
  expect(isAbsolute(homeFolder({ LOOPSCOPE_HOME: "" }))).toBe(true);
});
