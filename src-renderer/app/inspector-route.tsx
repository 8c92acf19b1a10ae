// The inspector with what the debugger and the diagnosis put into it.
import { ContractTab } from "../contract/contract-tab.tsx";
import { DebugBar } from "../debug/debug-bar.tsx";
import { TurnVerdictView } from "../diagnosis/turn-verdict.tsx";
import { WhyTab } from "../diagnosis/why-tab.tsx";
import { AbStart } from "../verdict/ab-start.tsx";
import { TextCallActions } from "../verdict/text-call-actions.tsx";
import { InspectorPage } from "../inspector/inspector-page.tsx";
import type { InspectorSlots } from "../inspector/slots.ts";

const slots: InspectorSlots = {
  debugBar: (run) => <DebugBar run={run} />,
  why: (run) => <WhyTab key={run.summary.id} run={run} />,
  contract: (run, turn) => <ContractTab key={`${run} ${turn.turn}`} run={run} turn={turn} />,
  verdict: (run, turn) => <TurnVerdictView run={run} turn={turn} />,
  tryAgain: (run, turn) => <AbStart run={run} turn={turn} />,
  textCall: ({ summary, started }, turn, call, index) => (
    <TextCallActions
      run={summary.id}
      turn={turn}
      call={call}
      index={index}
      endpoint={started.endpoint.url}
      model={started.model}
    />
  ),
};

export function InspectorRoute({ run }: { run: string }) {
  return <InspectorPage run={run} slots={slots} />;
}
