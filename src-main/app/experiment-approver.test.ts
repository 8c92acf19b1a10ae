import { expect, it } from "vitest";
import type { ApprovalRequested } from "../../src-shared/trace/events/approval.ts";
import type { RunStarted } from "../../src-shared/trace/events/run-started.ts";
import { Variant, type VariantInput } from "../../src-shared/trace/variant.ts";
import { experimentApprover } from "./experiment-approver.ts";

const started = (variant: Partial<VariantInput> = {}, more: Partial<RunStarted> = {}) =>
  ({ packs: ["drive", "mail"], variant: Variant.parse({ name: "v", ...variant }), ...more }) as RunStarted;

async function decide(
  tool: string,
  {
    run = started(),
    recorded = null,
    allow = [],
  }: { run?: RunStarted; recorded?: RunStarted | null; allow?: string[] } = {},
) {
  const request: Partial<ApprovalRequested> = { tool, effect: "write" };
  const approver = experimentApprover(run, recorded, allow, "cli");
  return (await approver.ask(request as ApprovalRequested, 1, new AbortController().signal)).decision;
}

it("lets simulated tools run and keeps live ones from running unless they were allowed by name", async () => {
  expect(await decide("create_file")).toBe("approve");
  expect(await decide("send_mail")).toBe("deny");
  expect(await decide("send_mail", { allow: ["create_file"] })).toBe("deny");
  expect(await decide("send_mail", { allow: ["send_mail"] })).toBe("approve");
});

it("keeps forbidden what the variant or the recorded run forbade", async () => {
  expect(await decide("create_file", { run: started({ approvals: { write: "deny" } }) })).toBe("deny");
  expect(await decide("create_file", { recorded: started({}, { approve: "deny" }) })).toBe("deny");
  expect(await decide("create_file", { recorded: started({}, { approve: "all" }) })).toBe("approve");
});

it("does not take a live tool for a simulated one of another run's pack", async () => {
  expect(await decide("create_file", { run: started({}, { packs: ["mail"] }) })).toBe("deny");
});
