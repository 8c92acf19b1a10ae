// The store as replay and diagnosis read it: by plain strings, which are checked here.
import { BlobHash, RunId } from "../../src-shared/prelude/ids.ts";
import type { TraceReader } from "../debug/history.ts";
import type { Store } from "../store/store.ts";

export function traceReader(store: Store): TraceReader {
  return {
    events: (run) => store.events(RunId.parse(run)),
    messages: (leaf) => store.messages(leaf),
    messageIds: (leaf) => store.messageIds(leaf),
    blobText: (hash) => store.blobText(BlobHash.parse(hash)).text,
  };
}
