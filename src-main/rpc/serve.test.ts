import { describe, expect, test } from "vitest";
import { UserError } from "../../src-shared/prelude/result.ts";
import type { Caller, CoreApi } from "../../src-shared/rpc/contract.ts";
import { answer } from "./serve.ts";
import { fakeApi } from "./testing/fake-core.ts";

const caller: Caller = { id: "browser:1", host: "browser", user: "ada" };

async function ask(methods: Partial<CoreApi>, frame: unknown) {
  const logged: string[] = [];
  const reply = await answer(fakeApi(methods), caller, frame, (line) => logged.push(line));
  return { reply, logged };
}

describe("a call", () => {
  test("is delegated with its parsed input, defaults filled in, and with who called", async () => {
    const seen: unknown[] = [];
    const { reply } = await ask(
      {
        "events.list": (input, who) => {
          seen.push(input, who);
          return { events: [], total: 0 };
        },
      },
      { id: 7, method: "events.list", input: { run: "r_abc" } },
    );
    expect(reply).toEqual({ id: 7, ok: true, output: { events: [], total: 0 } });
    expect(seen).toEqual([{ run: "r_abc", after: 0, limit: 1000, preview_chars: 200 }, caller]);
  });

  test("with a wrong field is refused, and the field is named", async () => {
    const { reply } = await ask({}, { id: 1, method: "runs.watch", input: { runs: ["a", 2] } });
    expect(reply).toEqual({
      id: 1,
      ok: false,
      error: {
        code: "invalid_input",
        message: "runs.watch: runs.1: Invalid input: expected string, received number",
      },
    });
  });

  test.each(["runs.delete", "__proto__", "constructor", "toString", "hasOwnProperty"])(
    "of a method that is not in the contract (%s) is refused",
    async (method) => {
      const { reply } = await ask({}, { id: 2, method, input: {} });
      expect(reply).toEqual({
        id: 2,
        ok: false,
        error: { code: "unknown_method", message: `There is no method "${method}".` },
      });
    },
  );

  test.each([undefined, null, 3, "x", [], {}, { id: "1", method: "app.info" }])(
    "that is no call at all (%j) is answered all the same",
    async (frame) => {
      const { reply } = await ask({}, frame);
      expect(reply).toMatchObject({ id: -1, ok: false, error: { code: "bad_frame" } });
    },
  );

  test("that is no call but has an id is answered under that id", async () => {
    const { reply } = await ask({}, { id: 9, method: 4 });
    expect(reply).toMatchObject({ id: 9, ok: false, error: { code: "bad_frame" } });
  });
});

describe("a failure", () => {
  test("that the user can mend is told as it is", async () => {
    const { reply, logged } = await ask(
      {
        "runs.get": async () => {
          throw new UserError("not_found", "There is no run r_x.");
        },
      },
      { id: 3, method: "runs.get", input: { run: "r_x" } },
    );
    expect(reply).toEqual({ id: 3, ok: false, error: { code: "not_found", message: "There is no run r_x." } });
    expect(logged).toEqual([]);
  });

  test("that is a bug is logged with its stack, and the caller learns nothing of it", async () => {
    const { reply, logged } = await ask(
      {
        "runs.get": () => {
          throw new TypeError("sk-secret is not a function");
        },
      },
      { id: 4, method: "runs.get", input: { run: "r_x" } },
    );
    expect(reply).toEqual({
      id: 4,
      ok: false,
      error: {
        code: "internal",
        message: "runs.get failed inside Loopscope. The details are on the error output of the program.",
      },
    });
    expect(logged).toHaveLength(1);
    expect(logged[0]).toMatch(/^runs\.get failed: TypeError: sk-secret is not a function\n\s+at /);
  });
});
