// The queue of questions before writes, for every run of this window: the oldest stands in a dialog, set aside it waits in the bar.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { MethodOutput } from "../../src-shared/rpc/contract.ts";
import { useCall, useMutationCall, usePush } from "../data/hooks.ts";
import { Button } from "../ui/button.tsx";
import { m } from "../ui/messages/messages.ts";
import { showToast } from "../ui/toast.tsx";
import { ApprovalDialog, type Answer } from "./approval-dialog.tsx";

const KEY = ["approvals.pending", {}] as const;
type Pending = MethodOutput<"approvals.pending">;

/** The button in the bar when questions wait, and the dialog itself. */
export function ApprovalHost() {
  const queries = useQueryClient();
  const pending = useCall("approvals.pending", {}, { staleTime: Infinity });
  const [aside, setAside] = useState<ReadonlySet<string>>(new Set());
  const remove = (id: string) =>
    queries.setQueryData<Pending>(
      KEY,
      (before) => before && { approvals: before.approvals.filter((other) => other.approval_id !== id) },
    );
  usePush("approval.requested", (approval) => {
    void queries.cancelQueries({ queryKey: KEY });
    queries.setQueryData<Pending>(KEY, (before) => ({
      approvals: [...(before?.approvals ?? []).filter((other) => other.approval_id !== approval.approval_id), approval],
    }));
  });
  usePush("approval.resolved", ({ approval_id: id }) => remove(id));
  const answer = useMutationCall("approvals.answer", {
    onSuccess: (_output, input) => remove(input.approval_id),
    onError: (error) => {
      showToast("error", m.approvals.failed(error.message));
      void queries.invalidateQueries({ queryKey: KEY });
    },
  });
  const approvals = pending.data?.approvals ?? [];
  const current = approvals.find((approval) => !aside.has(approval.approval_id));
  const setAsideAll = () => setAside(new Set(approvals.map((approval) => approval.approval_id)));
  return (
    <>
      {approvals.length > 0 && !current ? (
        <Button small kind="primary" icon="person" onClick={() => setAside(new Set())}>
          {m.approvals.waiting(approvals.length)}
        </Button>
      ) : null}
      {current ? (
        <ApprovalDialog
          key={current.approval_id}
          approval={current}
          rest={approvals.length - 1}
          busy={answer.isPending}
          onAnswer={(given: Answer) => answer.mutate({ approval_id: current.approval_id, ...given })}
          onAside={setAsideAll}
        />
      ) : null}
    </>
  );
}
