/**
 * Which fossick this is.
 * @module
 */
import manifest from "../../deno.json" with { type: "json" };

/** Its version. */
export const VERSION = manifest.version;
