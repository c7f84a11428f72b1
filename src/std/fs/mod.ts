/** `@std/fs` from npm, typed, where JSR can't be reached; without the `links` entry JSR serves it. @module */
// @ts-types="./fs.d.ts"
export { ensureDirSync, existsSync, expandGlobSync, walkSync } from "npm:deno-std@1.3.1/fs/mod.js";
export type { ExpandGlobOptions, WalkEntry, WalkOptions } from "./fs.d.ts";
