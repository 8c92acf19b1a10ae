// The demo's fault profiles: the same rules behind a server that spoils the answer in one known way each. Chosen by the model's id.

export type Fault = "none" | "drops-call" | "context-4096" | "think-only" | "cut" | "cut-says-stop" | "text-calls";

export interface Profile {
  /** The model id as requests name it. */
  id: string;
  fault: Fault;
  description: string;
}

const DEMO_MODEL = "loopscope-demo";

export const PROFILES: readonly Profile[] = [
  { id: DEMO_MODEL, fault: "none", description: "Simulated model that follows the demo's rules" },
  {
    id: `${DEMO_MODEL}:drops-call`,
    fault: "drops-call",
    description:
      "Simulated fault: the server's parser loses every call that changes something; its tokens are counted, nothing is visible",
  },
  {
    id: `${DEMO_MODEL}:context-4096`,
    fault: "context-4096",
    description: "Simulated fault: the oldest messages are cut in silence to fit 4,096 tokens",
  },
  {
    id: `${DEMO_MODEL}:think-only`,
    fault: "think-only",
    description: "Simulated fault: in place of a call that changes something only reasoning comes",
  },
  {
    id: `${DEMO_MODEL}:cut`,
    fault: "cut",
    description: "Simulated fault: a call that changes something is cut after 24 tokens, finish_reason length",
  },
  {
    id: `${DEMO_MODEL}:cut-says-stop`,
    fault: "cut-says-stop",
    description: "Simulated fault: cut after 24 tokens, but finish_reason says stop",
  },
  {
    id: `${DEMO_MODEL}:text-calls`,
    fault: "text-calls",
    description: "Simulated fault: calls come as <tool_call> text in the content",
  },
];

/** Tokens that a cut profile lets through. */
export const CUT_TOKENS = 24;
/** Tokens that the small context holds, prompt and tools together. */
export const SMALL_CONTEXT = 4_096;

export function findProfile(model: string): Profile | null {
  return PROFILES.find((profile) => profile.id === model) ?? null;
}
