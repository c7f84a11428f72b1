/**
 * Turns off zod's JIT, which compiles each schema with `new Function` on first use. In a server's first call that took
 * 6 of 18 ms of the main thread's time. For the few arguments of a call a compiled schema is no faster.
 *
 * Import this before any module that makes a schema: a schema reads the setting when it is made.
 * @module
 */
import { config } from "zod";

config({ jitless: true });
