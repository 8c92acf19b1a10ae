// One click: the next turn again with this tool's results cut to the contract's fields. The fork can be edited first.
import type { ResultCheck } from "../../src-shared/rpc/checks.ts";
import { writeForkDraft } from "../data/fork-drafts.ts";
import { useMutationCall } from "../data/hooks.ts";
import { links } from "../data/links.ts";
import { go } from "../data/location.ts";
import { EMPTY_DRAFT } from "../derive/fork-draft.ts";
import { Button } from "../ui/button.tsx";
import { m } from "../ui/messages/messages.ts";
import { errorText } from "../ui/states.tsx";
import { showToast } from "../ui/toast.tsx";

const t = m.contract;

export function ProjectFork({ run, result }: { run: string; result: ResultCheck }) {
  const { fork, public_fields: named, sufficiency } = result;
  const start = useMutationCall("runs.fork", {
    invalidates: ["runs.list"],
    onSuccess: ({ runs: [started] }) => started !== undefined && go(links.run(started)),
    onError: (error) => showToast("error", errorText(error)),
  });
  if (fork === null) return null;
  const draft = { ...EMPTY_DRAFT, edits: fork.edits };
  return (
    <span className="contract-result__fork">
      <Button
        small
        kind={sufficiency.verdict === "just_enough" ? "normal" : "primary"}
        icon="fork"
        title={t.projectHelp(fork.turn)}
        disabled={start.isPending}
        onClick={() =>
          start.mutate({ run, turn: fork.turn, edits: fork.edits, variant: null, approve: null, samples: 1 })
        }
      >
        {start.isPending ? t.projecting : named === null ? t.projectUsed : t.project}
      </Button>
      <a href={links.fork(run, fork.turn)} onClick={() => writeForkDraft(run, fork.turn, draft)}>
        {t.editFirst}
      </a>
    </span>
  );
}
