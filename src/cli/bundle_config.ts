/**
 * The deno.json that belongs beside the bundle: with it the bundle's threads have their own permissions, and its parsers
 * can be loaded.
 * @module
 */
import manifest from "../../deno.json" with { type: "json" };

/** Its fields; a bundle recognizes it by the name. */
export const BUNDLE_CONFIG = {
  name: manifest.name,
  exports: "./fossick.js",
  unstable: manifest.unstable,
} as const;
