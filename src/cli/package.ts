/**
 * The package's name and version, as in deno.json, and the deno.json that belongs beside the bundle.
 * @module
 */
import manifest from "../../deno.json" with { type: "json" };

/** The package's name on npm and JSR. */
export const PACKAGE: string = manifest.name;

/** The version of fossick. */
export const VERSION = manifest.version;

/** With these fields the bundle's threads have their own permissions, and its parsers can be loaded. */
export const BUNDLE_CONFIG = { name: manifest.name, exports: "./fossick.js", unstable: manifest.unstable } as const;
