// How a replay answers the calls of live tools from the recording.
import { z } from "zod";

/**
 * `fifo`: each recorded result answers one call of the same tool and arguments, first in first out, whatever is called between.
 * `strict`: only the next recorded call is answered; once the calls differ nothing more comes from the recording.
 */
export const ReplayOrder = z.enum(["fifo", "strict"]);
export type ReplayOrder = z.infer<typeof ReplayOrder>;
