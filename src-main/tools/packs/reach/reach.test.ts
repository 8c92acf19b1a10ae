// The reach tools on their environment: what they return, what they change, and what they refuse.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../src-shared/prelude/json.ts";
import { diffEnvironment } from "../../environment.ts";
import type { ToolAttempt } from "../../types.ts";
import { validateResult } from "../../validate.ts";
import { reachPack } from "./index.ts";
import { initialReach, pathWithin } from "./reach.ts";

async function call(name: string, args: JsonObject, pack = reachPack, attempt = 1): Promise<ToolAttempt> {
  const tool = pack.tools.find(({ contract }) => contract.name === name);
  if (!tool) throw new Error(`The pack has no ${name}.`);
  const signal = new AbortController().signal;
  const context = { environment: initialReach(), signal, tenant: "local", operationKey: null, attempt, now: 0 };
  const result = await tool.execute(args, context);
  if (result.outcome === "ok" && !validateResult(tool.contract, result.value).ok) throw new Error("a broken contract");
  return result;
}

const changes = (result: ToolAttempt) => diffEnvironment(initialReach(), result.environment ?? initialReach());

describe("paths", () => {
  it.each([
    ["a.md", "markdown/a.md"],
    ["markdown/a.md", "markdown/a.md"],
    ["sub/../a.md", "markdown/a.md"],
    ["../private/a.md", null],
    ["markdown/../private/a.md", null],
    ["markdown/../../a.md", null],
    ["/etc/a.md", null],
    ["..\\a.md", null],
    ["a\0.md", null],
    [".", null],
    ["", null],
  ])("%j within markdown is %j", (given, path) => {
    expect(pathWithin("markdown", given)).toBe(path);
  });
});

describe("tools", () => {
  it("tells of a city that it does not know in the typed form, naming those it does", async () => {
    expect(await call("get_weather", { city: "Atlantis" })).toMatchObject({
      outcome: "permanent",
      error: { status: "error", error_code: "unknown_city", retryable: false },
    });
    expect((await call("get_weather", { city: "Atlantis" })).error?.message).toContain("Lisbon, Oslo, Kyoto");
  });

  it("finds the service down for as many attempts as the fixture says", async () => {
    const pack = reachPack.withFixture?.({ weather_down: 1 });
    expect((await call("get_weather", { city: "oslo" }, pack, 1)).outcome).toBe("transient");
    expect((await call("get_weather", { city: "oslo" }, pack, 2)).value).toEqual({
      city: "Oslo",
      celsius: 7,
      sky: "rain",
    });
  });

  it("finds nothing as a domain result", async () => {
    expect(await call("search_notes", { query: "submarine" })).toEqual({ outcome: "empty", value: [] });
  });

  it("writes markdown in its folder and nothing elsewhere", async () => {
    const written = await call("write_markdown_file", { filename: "a.md", content: "hi" });
    expect(changes(written)).toEqual([{ path: "/files/markdown~1a.md", op: "add", from: null, to: "hi" }]);
    for (const filename of ["../private/a.md", "/a.md", "a.txt"]) {
      const refused = await call("write_markdown_file", { filename, content: "hi" });
      expect([refused.error?.error_code, changes(refused)]).toEqual(["outside_folder", []]);
    }
  });

  it("deletes in the temporary folder alone", async () => {
    const deleted = await call("delete_file", { path: "tmp/export-1.csv" });
    expect(changes(deleted)).toEqual([{ path: "/files/tmp~1export-1.csv", op: "remove", from: "a,b\n1,2", to: null }]);
    for (const path of ["private/keys.txt", "tmp/../private/keys.txt", "/tmp/export-1.csv", "../tmp/export-1.csv"]) {
      const refused = await call("delete_file", { path });
      expect([refused.outcome, changes(refused)]).toEqual(["access_denied", []]);
    }
    expect((await call("delete_file", { path: "tmp/none.csv" })).error?.error_code).toBe("not_found");
  });
});
