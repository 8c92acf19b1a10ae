import { expect, test } from "vitest";
import { VariantsExperimentInput } from "../../src-shared/rpc/experiments.ts";
import { Catalogue } from "../../src-shared/rpc/types.ts";
import { Variant } from "../../src-shared/trace/variant.ts";
import { experimentInput, experimentParams, experimentProblems, readExperimentDraft } from "./new-experiment-draft.ts";

const catalogue = Catalogue.parse({
  suites: [
    {
      name: "drive",
      description: "",
      packs: ["drive"],
      tasks: [
        { id: "a", prompt: "A", class: null },
        { id: "b", prompt: "B", class: null },
      ],
    },
  ],
  variants: ["one", "two", "three"].map((name) => Variant.parse({ name })),
  packs: [{ name: "drive", description: "", simulated: true, tools: [] }],
  compactors: [],
  problems: [],
});
const read = (address: string) => readExperimentDraft(new URLSearchParams(address), catalogue);
/** What the address of a draft is read as again. */
const again = (address: string) => {
  const params = Object.entries(experimentParams(read(address))).flatMap(([name, value]) =>
    value === null ? [] : [[name, value] as [string, string]],
  );
  return readExperimentDraft(new URLSearchParams(params), catalogue);
};

test("an address restores every kind of experiment, and what it asks for is what the core takes", () => {
  const cases = [
    "suite=drive&task=b&variants=two,one&samples=30&seed=7&from=30&to=90&endpoint=http://127.0.0.1:1/v1&model=m",
    "what=prompt&prompt=List&packs=drive&variants=one,three",
    "run=r_0000000000&turn=3&variants=two&allow=send_mail&strict=1",
  ];
  for (const address of cases) expect(again(address)).toEqual(read(address));
  expect(cases.map((address) => experimentProblems(read(address)))).toEqual([{}, {}, {}]);
  const inputs = cases.map((address) => VariantsExperimentInput.parse(experimentInput(read(address))));
  expect(inputs.map((input) => input.subject)).toEqual([
    { kind: "task", suite: "drive", task: "b", endpoint: "http://127.0.0.1:1/v1", model: "m" },
    { kind: "prompt", prompt: "List", packs: ["drive"], endpoint: "demo", model: null },
    { kind: "turn", run: "r_0000000000", turn: 3 },
  ]);
  expect(inputs[0]).toMatchObject({
    variants: ["two", "one"],
    samples: 30,
    seed: 7,
    difference: { from: 0.3, to: 0.9 },
  });
  expect(inputs[2]).toMatchObject({ allow: ["send_mail"], order: "strict", seed: null });
});

test("what is wrong is said field by field, and a variant that there is not is left out", () => {
  expect(Object.keys(experimentProblems(read("variants=two,gone")))).toEqual(["variants"]);
  expect(read("variants=two,gone").variants).toEqual(["two"]);
  expect(Object.keys(experimentProblems(read("what=turn&run=r_1&variants=one")))).toEqual(["turn"]);
  expect(
    Object.keys(experimentProblems(read("what=prompt&variants=one,two&samples=0&seed=-1&from=50&to=50&endpoint=x"))),
  ).toEqual(["prompt", "endpoint", "samples", "seed", "difference"]);
});
