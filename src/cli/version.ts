/**
 * The version of fossick.
 * @module
 */
import manifest from "../../deno.json" with { type: "json" };

/** As in deno.json. */
export const VERSION = manifest.version;
