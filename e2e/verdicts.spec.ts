// Story: for every kind of turn that ends without a call, the inspector says whether model or server was at fault, with its evidence.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { JsonObject } from "../src-shared/prelude/json.ts";
import { expect, test } from "./support/app.ts";
import type { App } from "./support/app.ts";
import { calls, says, startModelServer, type Reply, type Step } from "./support/model-server.ts";

// A command line starts for every kind.
test.describe.configure({ timeout: 180_000 });

const PROMPT = "Create the file report.txt with the text hello.";

/** Its call is longer than the cut profiles let through. */
const LONG =
  "Create the file quarterly-department-report-of-the-harborlight-office.txt with the text good-morning-colleagues-we-meet-on-friday-at-noon.";

interface Shown {
  /** Whose it was and what, in the head of the verdict. */
  head: string;
  /** Every one of them stands among the evidence. */
  evidence: (string | RegExp)[];
  change?: string | RegExp;
}

/** What the inspector shows of a turn. */
async function expectVerdict(page: Page, app: App, run: string, turn: number, shown: Shown): Promise<void> {
  await page.goto(`${app.url.split("?")[0]}#/run/${run}?turn=${turn}&tab=said`);
  await expect(page.getByRole("heading", { name: new RegExp(`^Turn ${turn} of `) })).toBeVisible();
  const verdict = page.getByRole("group", { name: "Model or server?" });
  await expect(verdict).toContainText(shown.head, { useInnerText: true });
  for (const line of shown.evidence)
    await expect(verdict.getByRole("listitem").filter({ hasText: line })).toBeVisible();
  if (shown.change !== undefined)
    await expect(verdict.getByText("What to change:").locator("..")).toContainText(shown.change);
}

/** The last turn of a run. */
async function lastTurn(app: App, run: string): Promise<number> {
  const { turns } = await app.json<{ turns: { turn: number }[] }>("show", run);
  return turns.at(-1)?.turn ?? 0;
}

const demo: Record<string, Shown> = {
  "drops-call": {
    head: "server the server swallowed output",
    evidence: [/^the server counted \d+ output tokens and showed nothing$/],
    change: "without streaming",
  },
  "think-only": {
    head: "model the model's own choice",
    evidence: ["the model ended its turn inside its thinking"],
    change: "Turn thinking off",
  },
  cut: {
    head: "server the answer was cut",
    evidence: ["the server says that a limit was reached", /^the call of create_file ends in “.+”$/],
    change: "output limit",
  },
  "cut-says-stop": {
    head: "server the answer was cut",
    evidence: [/^the call of create_file ends in “.+”$/, "the server says stop"],
    change: "Raise max_tokens",
  },
  "text-calls": {
    head: "server a call stands as text",
    evidence: ["the content holds a call of create_file in the syntax hermes"],
    change: "let this endpoint accept the syntax",
  },
};

test("the demo model's labelled faults", async ({ app }) => {
  const page = await app.open();
  for (const [profile, shown] of Object.entries(demo)) {
    await test.step(profile, async () => {
      const model = `loopscope-demo:${profile}`;
      const run = await app.seed("--prompt", LONG, "--pack", "drive", "--model", model, "--seed", "1");
      await expectVerdict(page, app, run, await lastTurn(app, run), shown);
    });
  }
  await test.step("context-4096", async () => {
    const model = "loopscope-demo:context-4096";
    const run = await app.seed("--task", "user_task36", "--variant", "legacy", "--model", model, "--seed", "1");
    await expectVerdict(page, app, run, await lastTurn(app, run), {
      head: "server the context was cut",
      evidence: [
        /^the server counted \d+ prompt tokens/,
        /^message \d+ \(.+\) takes most room: about [\d,]+ of [\d,]+ tokens$/,
      ],
      change: /context length|OLLAMA_CONTEXT_LENGTH/,
    });
  });
});

const given = { filename: "report.txt", content: "hello" };
const json = JSON.stringify({ name: "create_file", arguments: given });

/** Text of the answer → how its syntax is called. */
const written: Record<string, string> = {
  hermes: `I create it.\n<tool_call>\n${json}\n</tool_call>`,
  "function tags":
    "<tool_call>\n<function=create_file>\n<parameter=filename>\nreport.txt\n</parameter>\n<parameter=content>\nhello\n</parameter>\n</function>\n</tool_call>",
  harmony: `<|channel|>commentary to=functions.create_file <|constrain|>json<|message|>${JSON.stringify(given)}<|call|>`,
  mistral: `[TOOL_CALLS][${json}]`,
  pythonic: '[create_file(filename="report.txt", content="hello")]',
  "fenced JSON": `\`\`\`json\n${json}\n\`\`\``,
  "bare JSON": json,
};

const usage = (completion: number, prompt = 1300) => ({ prompt_tokens: prompt, completion_tokens: completion });

test("calls that stand as text, in every syntax; half of one; in the thinking; and a quoted example told apart", async ({
  app,
  model,
}) => {
  const page = await app.open();
  const seed = (reply: Reply) => {
    model.script(reply);
    return app.seed("--prompt", PROMPT, "--pack", "drive", "--endpoint", model.url, "--model", "scripted");
  };
  for (const [syntax, text] of Object.entries(written)) {
    await test.step(syntax, async () => {
      const run = await seed(says(text, { usage: usage(40) }));
      await expectVerdict(page, app, run, 1, {
        head: "server a call stands as text",
        evidence: [/^the content holds a call of create_file in the syntax [\w-]+$/],
      });
      await expect(page.getByRole("button", { name: "Run this call…" })).toBeVisible();
    });
  }
  await test.step("not closed", async () => {
    const run = await seed(says(`<tool_call>\n${json.slice(0, -12)}`, { finish: "length", usage: usage(30) }));
    await expectVerdict(page, app, run, 1, { head: "server a call stands as text", evidence: [/, not closed$/] });
    await expect(page.getByText("It is cut: half a call is never run.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Run this call…" })).toHaveCount(0);
  });
  await test.step("inside the thinking", async () => {
    const run = await seed(says("", { reasoning: written["hermes"] ?? "", usage: usage(40) }));
    await expectVerdict(page, app, run, 1, {
      head: "server a call stands as text",
      evidence: [/^the reasoning holds a call/, "it stands inside the thinking, where tool parsers do not look"],
      change: "Turn thinking off for tool steps",
    });
  });
  await test.step("a quoted example is no call", async () => {
    const run = await seed(
      says(`A call would look like this, for example:\n\n\`\`\`json\n${json}\n\`\`\`\n\nTell me whether you want it.`, {
        usage: usage(50),
      }),
    );
    await expectVerdict(page, app, run, 1, { head: "model the model's own choice", evidence: [/ended its turn/] });
    await expect(page.getByText("Calls that stand as text")).toHaveCount(0);
  });
});

/** Variants whose sampling a story needs. */
function addVariant(app: App, name: string, sampling: JsonObject): void {
  mkdirSync(join(app.home, "variants"), { recursive: true });
  writeFileSync(join(app.home, "variants", `${name}.yaml`), JSON.stringify({ name, sampling }));
}

const look = calls([{ name: "list_files", arguments: {} }], { usage: usage(20) });

test("output swallowed or cut, tools not offered, thinking not sent back, tool_choice ignored", async ({
  app,
  model,
}) => {
  addVariant(app, "short", { max_tokens: 12 });
  addVariant(app, "stops", { stop: ["\n\n"] });
  addVariant(app, "required", { tool_choice: "required" });
  const page = await app.open();
  const seed = (variant: string, ...replies: Reply[]) => {
    model.script(...replies);
    const own = ["--endpoint", model.url, "--model", "scripted", "--variant", variant];
    return app.seed("--prompt", PROMPT, "--pack", "drive", ...own);
  };
  await test.step("swallowed", async () => {
    // The client asks once more without streaming; that answer is silent, too.
    const silent = {
      object: "chat.completion",
      choices: [{ index: 0, message: { role: "assistant", content: "" }, finish_reason: "stop" }],
      usage: usage(31),
    };
    const run = await seed("compact-list", says("", { usage: usage(31) }), { status: 200, body: silent });
    await expectVerdict(page, app, run, 1, {
      head: "server the server swallowed output",
      evidence: ["the server counted 31 output tokens and showed nothing"],
    });
  });
  await test.step("cut at max_tokens, though it says stop", async () => {
    const run = await seed("short", says("I will now create the file and", { usage: usage(12) }));
    await expectVerdict(page, app, run, 1, {
      head: "server the answer was cut",
      evidence: ["the output took all of its 12 tokens"],
      change: "Raise max_tokens",
    });
  });
  await test.step("cut by a stop string inside the thinking", async () => {
    const run = await seed("stops", says("", { reasoning: "First I look at the file and then", usage: usage(9) }));
    await expectVerdict(page, app, run, 1, {
      head: "server the answer was cut",
      evidence: [/^the thinking ends in “First I look at the file and then”, while the server says stop$/],
      change: "stop strings: they also match inside thinking",
    });
  });
  await test.step("tools not offered though offered before", async () => {
    const run = await seed("compact-list", look, says("There are files.", { usage: usage(8, 1500) }));
    const edits = join(app.home, "edits.json");
    writeFileSync(edits, JSON.stringify([{ kind: "tools", tools: [] }]));
    model.script(says("I have no tool for that.", { usage: null }));
    const { runs } = await app.json<{ runs: { id: string }[] }>("fork", run, "--turn", "2", "--edit", edits);
    await expectVerdict(page, app, runs[0]?.id ?? "", 2, {
      head: "client tools were not offered",
      evidence: [/^this request offered no tools; earlier ones offered \d+$/],
      change: "Offer the same tools",
    });
  });
  await test.step("thinking received and not sent back", async () => {
    const thought = calls([{ name: "list_files", arguments: {} }], { reasoning: "I look first.", usage: null });
    // The server refuses thinking in history, so it is left out.
    const refusal: Reply = {
      status: 400,
      body: {
        error: {
          message: "Extra inputs are not permitted: messages.2.reasoning_content",
          type: "invalid_request_error",
        },
      },
    };
    const run = await seed("compact-list", thought, refusal, says("What was I to do?", { usage: null }));
    await expectVerdict(page, app, run, 2, {
      head: "client thinking was not sent back",
      evidence: ["thinking came with the calls of turn 1 and was not sent back"],
    });
  });
  await test.step("tool_choice required, and no call", async () => {
    const run = await seed("required", says("Which folder?", { usage: usage(4) }));
    await expectVerdict(page, app, run, 1, {
      head: "server tool_choice was ignored",
      evidence: ["tool_choice was “required”, and no call came"],
    });
  });
});

const TEMPLATE =
  '{{- range $i, $_ := .Messages }}{{- $last := eq (len (slice $.Messages $i)) 1 }}{{- if eq .Role "user" }}{{- if and $.Tools $last }}{{ $.Tools }}{{ end }}{{ .Content }}{{ end }}{{ end }}';

test("a template that shows the tools only for a user's message, and the model's own choice with its margin", async ({
  app,
}) => {
  addVariant(app, "margins", { logprobs: true });
  const page = await app.open();
  const server = await startModelServer(["llama3.1:8b"], {
    "/api/tags": { models: [{ name: "llama3.1:8b", model: "llama3.1:8b" }] },
    "/api/version": { version: "0.12.1" },
    "/api/ps": { models: [{ name: "llama3.1:8b", model: "llama3.1:8b", context_length: 32_768 }] },
    "/api/show": { template: TEMPLATE, capabilities: ["tools"] },
  });
  try {
    await test.step("template", async () => {
      server.script(look, says("I see the files.", { usage: usage(6, 1500) }));
      const run = await app.seed("--prompt", PROMPT, "--pack", "drive", "--endpoint", server.url);
      await expectVerdict(page, app, run, 2, {
        head: "chat template the template hides the tools",
        evidence: [/^the chat template prints the tools only when the last message is the user's/],
        change: "newer chat template",
      });
    });
    await test.step("stop margin", async () => {
      server.script({ steps: withMargin("Shall I create it?") });
      const own = ["--endpoint", server.url, "--variant", "margins"];
      const run = await app.seed("--prompt", PROMPT, "--pack", "drive", ...own);
      await expectVerdict(page, app, run, 1, {
        head: "model the model's own choice stop margin 1.70",
        evidence: ["ending (<|im_end|>) was likelier than opening a call (<tool_call>), by 1.70 in log-probability"],
      });
    });
  } finally {
    await server.close();
  }
});

/** A streamed text whose last position carries the end token and the tool opener as alternatives. */
function withMargin(text: string): Step[] {
  const alternatives = [
    { token: "<|im_end|>", logprob: -0.2 },
    { token: "<tool_call>", logprob: -1.9 },
  ];
  const chunk = (delta: JsonObject, finish: string | null, logprobs: JsonObject | null): Step => ({
    chunk: {
      id: "chatcmpl-scripted",
      object: "chat.completion.chunk",
      created: 0,
      model: "scripted",
      choices: [{ index: 0, delta, finish_reason: finish, logprobs }],
    },
  });
  return [
    chunk({ role: "assistant", content: text }, null, {
      content: [{ token: text, logprob: -0.1, top_logprobs: [{ token: text, logprob: -0.1 }] }],
    }),
    chunk({ content: "" }, "stop", { content: [{ token: "<|im_end|>", logprob: -0.2, top_logprobs: alternatives }] }),
    { text: "data: [DONE]\n\n" },
  ];
}
