import { expect, test } from "vitest";
import { RunQuery } from "../../src-shared/rpc/types.ts";
import { isFiltered, pageInput, readQuery } from "./run-query.ts";

test("the address restores search, filters and order", () => {
  const query = readQuery(new URLSearchParams("search=hawaii&ending=early_stop&early=true&sort=turns&desc=false"));
  expect(RunQuery.parse(pageInput(query, 200, 100))).toEqual({
    search: "hawaii",
    ending: "early_stop",
    task: null,
    variant: null,
    model: null,
    source: null,
    early_stop: true,
    parent_run: null,
    samples: "hidden",
    experiment: null,
    sort: "turns",
    descending: false,
    offset: 200,
    limit: 100,
  });
  expect(isFiltered(query)).toBe(true);
});

test("samples of experiments are hidden until asked for, and those of one experiment always shown", () => {
  const samples = (address: string) => {
    const query = readQuery(new URLSearchParams(address));
    const { samples: shown, experiment } = RunQuery.parse(pageInput(query, 0, 100));
    return [shown, experiment, isFiltered(query)];
  };
  expect(samples("")).toEqual(["hidden", null, false]);
  expect(samples("samples=only")).toEqual(["only", null, true]);
  expect(samples("samples=some")).toEqual(["hidden", null, false]);
  expect(samples("experiment=e_1")).toEqual(["shown", "e_1", true]);
});

test("an address that makes no sense shows everything, newest first", () => {
  const query = readQuery(new URLSearchParams("sort=colour&early=maybe"));
  expect([query.sort, query.descending, isFiltered(query)]).toEqual(["started_at", true, false]);
});
