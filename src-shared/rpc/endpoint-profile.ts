// What was learned of a server and model, as the settings show it and let a person change it.
import { z } from "zod";

export const ProfileRule = z.object({
  name: z.string(),
  /** One line: what the rule does. */
  description: z.string(),
  /** On for every endpoint unless a person switches it off here. */
  always: z.boolean(),
  on: z.boolean(),
  /** The server's error that switched it on, or who set it; null where nobody did. */
  because: z.string().nullable(),
  /** The rule's own memory, e.g. the tool that was rejected. */
  detail: z.string().nullable(),
});
export type ProfileRule = z.infer<typeof ProfileRule>;

export const EndpointProfileView = z.object({
  /** `demo` or a base URL, as runs record it. */
  endpoint: z.string(),
  model: z.string(),
  server: z.string().nullable(),
  context_window: z.number().int().positive().nullable(),
  /** The field that thinking comes under; null while none has come. */
  reasoning_field: z.string().nullable(),
  streaming_loses_calls: z.boolean().nullable(),
  accept_text_calls: z.array(z.string()),
  /** Every rule there is, in the order in which they are applied. */
  rules: z.array(ProfileRule),
});
export type EndpointProfileView = z.infer<typeof EndpointProfileView>;

const ProfileRef = z.object({ endpoint: z.string(), model: z.string() });

export const endpointProfileMethods = {
  /** Every profile that is kept, by endpoint and model. */
  "profiles.list": { input: z.object({}), output: z.object({ profiles: z.array(EndpointProfileView) }) },
  /** `on` null forgets what was set or learned: the rule's own default holds again. */
  "profiles.set_rule": {
    input: ProfileRef.extend({ rule: z.string(), on: z.boolean().nullable() }),
    output: z.object({}),
  },
  /** Forgets all that was learned; the next run learns it anew. */
  "profiles.forget": { input: ProfileRef, output: z.object({}) },
};
