// Zod compiles schemas with `new Function` where it may; the page's content security policy forbids that, and trying would be
// reported as a violation. Imported before anything that makes a schema.
import { config } from "zod";

config({ jitless: true });
