/**
 * Has zod interpret schemas, not compile each with `new Function` when it is first used: of the first call of a server
 * that takes 6 of 18 ms of main's time, and what was compiled is no quicker for arguments as few as a call's.
 *
 * To be imported before any module that makes a schema, since a schema decides when it is made.
 * @module
 */
import { config } from "zod";

config({ jitless: true });
