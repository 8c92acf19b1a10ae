// What was learned of a server and model: which adaptations it needs, under what name it sends thinking, what it
// supports. The app keeps profiles; the client only asks for one and hands back what it learned.
import { z } from "zod";

export const LearnedRule = z.object({
  /** Off: the user does not want it, whatever an error calls for. */
  on: z.boolean(),
  /** The error that called for it, in the server's words; or who set it. */
  because: z.string(),
  /** A rule's own memory, e.g. which spelling of a placeholder was accepted. */
  detail: z.string().nullable().default(null),
});
export type LearnedRule = z.infer<typeof LearnedRule>;

export const EndpointProfile = z.object({
  /** `ollama`, `llama.cpp`, `lmstudio`, `vllm`, …; null while it is not known. */
  server: z.string().nullable().default(null),
  /** Rule name → what was learned of it. A rule that is not named stands as its own default says. */
  rules: z.record(z.string(), LearnedRule).default({}),
  /** The field this server sends thinking under, e.g. `reasoning_content` or `<think>`; null while none has come. */
  reasoning_field: z.string().nullable().default(null),
  /** Tokens the context window holds, where the server said. */
  context_window: z.number().int().positive().nullable().default(null),
  /** The chat template prints the tools only while the last message is the user's; null where it was not shown. */
  hides_tools_after_first_turn: z.boolean().nullable().default(null),
  /** Syntaxes of text calls that this endpoint's user lets run as calls, by name (`hermes`, `json`, …). */
  accept_text_calls: z.array(z.string()).default([]),
  /** Streaming loses tool calls here (found by asking again without it): true, false, or not yet tried. */
  streaming_loses_calls: z.boolean().nullable().default(null),
});
export type EndpointProfile = z.infer<typeof EndpointProfile>;

/** Where profiles are kept, by `profileId`. Synchronous; neither throws for a profile that is not there. */
export interface ProfileStore {
  load(id: string): EndpointProfile;
  save(id: string, profile: EndpointProfile): void;
}

/** One profile for each server and model: what a template needs belongs to the model. */
export function profileId(url: string, model: string): string {
  return `${url} ${model}`;
}

export const emptyProfile: EndpointProfile = EndpointProfile.parse({});

/** Keeps profiles for as long as it lives. */
export function memoryProfileStore(): ProfileStore {
  const kept = new Map<string, EndpointProfile>();
  return {
    load: (id) => kept.get(id) ?? emptyProfile,
    save: (id, profile) => {
      kept.set(id, profile);
    },
  };
}
