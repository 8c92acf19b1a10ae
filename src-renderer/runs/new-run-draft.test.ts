import { expect, test } from "vitest";
import { Catalogue } from "../../src-shared/rpc/types.ts";
import { draftParams, findProblems, readDraft, startInput, type Draft } from "./new-run-draft.ts";

const catalogue = Catalogue.parse({
  suites: [
    {
      name: "drive",
      description: "",
      packs: ["drive"],
      tasks: [
        { id: "t1", prompt: "p1", class: null },
        { id: "t2", prompt: "p2", class: null },
      ],
    },
  ],
  variants: [{ name: "legacy" }, { name: "completion-check" }],
  packs: [{ name: "drive", description: "", simulated: true, tools: [] }],
  compactors: [],
  problems: [],
});

const read = (address: string) => readDraft(new URLSearchParams(address), catalogue);

test("an empty address gives the suite's first task on the demo model", () => {
  expect(read("")).toEqual({
    kind: "task",
    suite: "drive",
    task: "t1",
    prompt: "",
    packs: ["drive"],
    variant: "completion-check",
    endpoint: "demo",
    model: "",
    samples: "1",
    seed: "",
    approve: "default",
    held: false,
  });
});

test("what is filled in stands in the address and is read back", () => {
  const draft: Draft = {
    kind: "prompt",
    suite: "drive",
    task: "t1",
    prompt: "1. 找出最大的檔案\n2. delete it",
    packs: [],
    variant: "legacy",
    endpoint: "http://127.0.0.1:11434/v1",
    model: "qwen3",
    samples: "5",
    seed: "7",
    approve: "ask",
    held: true,
  };
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(draftParams(draft))) if (value !== null) params.set(name, value);
  expect(readDraft(params, catalogue)).toEqual(draft);
});

test("each field that is wrong says so", () => {
  const draft: Draft = {
    ...read("what=prompt"),
    variant: "gone",
    endpoint: "localhost:11434",
    samples: "0",
    seed: "1.5",
  };
  expect(findProblems(draft, catalogue)).toEqual({
    prompt: "Write what the model shall do.",
    variant: 'There is no variant "gone". Choose one of the list.',
    endpoint: "This is not an address. It looks like http://127.0.0.1:11434/v1.",
    samples: "A whole number from 1 to 200.",
    seed: "A whole number, or nothing.",
  });
  expect(findProblems(read(""), catalogue)).toEqual({});
  expect(findProblems({ ...read(""), samples: " 200 ", seed: " -3 " }, catalogue)).toEqual({});
});

test("a draft becomes the call that starts it", () => {
  expect(startInput({ ...read("task=t2"), model: " qwen3 ", samples: "3", seed: "9", approve: "deny" })).toEqual({
    what: { kind: "task", suite: "drive", task: "t2" },
    variant: "completion-check",
    endpoint: "demo",
    model: "qwen3",
    approve: "deny",
    samples: 3,
    seed: 9,
    paused: false,
  });
});
