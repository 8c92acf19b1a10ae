// A/B on one frozen request, for people: which arms a choice makes, how far they are, and the answers side by side. The samples are
// taken, paused and gone on with by the experiments' own machinery.
import type { z } from "zod";
import type { AbCompletion, AbDocument, AbPlanDocument, AbRequestInput } from "../../src-shared/rpc/ab.ts";
import type { RunId } from "../../src-shared/prelude/ids.ts";
import { UserError } from "../../src-shared/prelude/result.ts";
import {
  abArms,
  abResult,
  abSpec,
  MOST_ARMS,
  suggestArms,
  type AbChoice,
  type AbSetting,
} from "../debug/experiment/ab.ts";
import { unfinished } from "../debug/experiment/bisect.ts";
import type { ExperimentRecord, ExperimentSpec } from "../debug/experiment/types.ts";
import { RunId as RunIdSchema } from "../../src-shared/prelude/ids.ts";
import { experimentJournal } from "./experiment-journal.ts";
import type { AppExperiments } from "./experiments.ts";
import { frozenRequest } from "./frozen-request.ts";
import { turnVerdict } from "./turn-verdict.ts";
import type { RunParts } from "./unattended-runs.ts";

/** Parsed, with every default filled in. */
export type AbRequest = z.output<typeof AbRequestInput>;

export interface AppAb {
  /** What was recorded and which arms the verdict suggests. Sends nothing. @throws UserError `not_found` */
  plan(run: string, turn: number): AbPlanDocument;
  /** The arms of a choice. Looks at the other endpoints; asks no model. @throws UserError naming an endpoint that cannot be asked */
  spec(request: AbRequest): Promise<ExperimentSpec>;
  /** Begins it, or goes on with the same one that was cut off. */
  start(spec: ExperimentSpec): ExperimentRecord;
  /** As far as it got. @throws UserError `not_found` */
  get(id: string): AbDocument;
  /** One answer as it came. @throws UserError `not_found` */
  sample(id: string, arm: string, index: number): AbCompletion;
}

/** Few at a time: what a server is slow at is one of the things compared. */
const AT_ONCE = 2;

export function createAb(parts: RunParts, experiments: AppExperiments): AppAb {
  const { store } = parts;
  const journal = experimentJournal(store);

  function recordedSetting(run: RunId, turn: number): AbSetting & { seed: number | null } {
    const { endpoint, label, model, sampling } = frozenRequest(store, run, turn);
    return { endpoint, label, model, stream: sampling.stream, thinking: sampling.thinking, seed: sampling.seed };
  }

  /** @throws UserError when it is not there, or has no model to ask */
  async function lookAt(
    given: AbRequest["endpoints"][number],
    recordedModel: string,
  ): Promise<AbChoice["endpoints"][number]> {
    const resolved = await parts.endpoints.resolve(given.url);
    const status = await parts.endpoints.check(given.url, false);
    if (!status.reachable) throw new UserError("endpoint_unreachable", status.detail);
    const model = given.model ?? (status.models.includes(recordedModel) ? recordedModel : status.models[0]);
    if (model === undefined) {
      throw new UserError(
        "invalid_input",
        `${resolved.url} lists no model to ask: load one in the server, name it, or leave this endpoint out.`,
      );
    }
    return { url: resolved.url, label: resolved.label, model };
  }

  function abRecord(id: string): { record: ExperimentRecord; recorded: AbSetting } {
    const { record } = experiments.get(id);
    const { base, samples_are: are } = record.spec;
    if (are !== "requests" || base.kind !== "turn") throw new UserError("invalid_input", `Experiment ${id} is no A/B.`);
    return { record, recorded: recordedSetting(RunIdSchema.parse(base.run), base.turn) };
  }

  return {
    plan(given, turn) {
      const run = store.resolveRunId(given);
      const recorded = recordedSetting(run, turn);
      const { endpoint, label, model, stream, thinking } = recorded;
      return {
        run,
        turn,
        recorded: { endpoint, label, model, stream, thinking },
        suggested: suggestArms(turnVerdict(parts, run, turn), recorded),
      };
    },
    async spec(request) {
      const run = store.resolveRunId(request.run);
      const recorded = recordedSetting(run, request.turn);
      // An address that cannot be asked at all is told before anything is sent.
      if (recorded.endpoint !== "") await parts.endpoints.resolve(recorded.endpoint);
      else if (request.endpoints.length === 0) {
        throw new UserError("invalid_input", `Run ${run} names no endpoint to ask: choose one.`);
      }
      const endpoints = await Promise.all(request.endpoints.map((endpoint) => lookAt(endpoint, recorded.model)));
      const arms = abArms(recorded, { ...request, endpoints });
      if (arms.length > MOST_ARMS + 1) {
        throw new UserError("invalid_input", `That makes ${arms.length} arms; an A/B has at most ${MOST_ARMS + 1}.`);
      }
      const base = { run, turn: request.turn, seed: recorded.seed };
      return abSpec(base, arms, { samples: request.samples, atOnce: AT_ONCE });
    },
    start(spec) {
      const cutOff = unfinished(journal, spec);
      return cutOff ? experiments.resume(cutOff.id) : experiments.start(spec);
    },
    get(id) {
      const { record, recorded } = abRecord(id);
      const { spec, state, note, createdAt } = record;
      const arms = abResult(spec, journal.samples(id), recorded);
      return {
        id,
        title: spec.title,
        state,
        note,
        created_at: new Date(createdAt).toISOString(),
        run: spec.base.kind === "turn" ? spec.base.run : null,
        turn: spec.base.kind === "turn" ? spec.base.turn : null,
        samples: spec.samples,
        done: arms.reduce((sum, arm) => sum + arm.taken, 0),
        of: spec.samples * spec.arms.length,
        arms,
        seed: experiments.get(id).seed,
      };
    },
    sample(id, arm, index) {
      abRecord(id);
      const found = journal.samples(id).find((sample) => sample.arm === arm && sample.index === index);
      const completion = found?.outcome?.completion;
      if (!completion) throw new UserError("not_found", `Experiment ${id} has no sample ${index + 1} of “${arm}” yet.`);
      return completion;
    },
  };
}
