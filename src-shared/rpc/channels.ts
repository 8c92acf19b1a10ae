// Electron channel names: one for calls, one for pushes. They stand apart from the schemas because the preload script
// needs only these, and would carry all of zod otherwise.
export const CALL_CHANNEL = "loopscope:call";
export const PUSH_CHANNEL = "loopscope:push";

/** What the main process tells the preload script when something stands in for the desktop runtime (tests only). */
export const STAND_IN_ARGUMENT = "--loopscope-stand-in";
