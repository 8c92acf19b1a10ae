// One measurement in a process of its own: `one.ts bare|recorded URL TURNS` prints it as JSON.
import { bareLoop, recordedLoop } from "./support/variants.ts";

const [, , form, url = "", turns = "25"] = process.argv;
const measure = form === "recorded" ? recordedLoop : bareLoop;
// Once before, so that the just-in-time compiler has seen the code.
await measure(url, 10);
process.stdout.write(`${JSON.stringify(await measure(url, Number(turns)))}\n`);
