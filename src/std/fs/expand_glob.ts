/** `@std/fs/expand-glob` from npm, typed, where JSR can't be reached. @module */
// @ts-types="./fs.d.ts"
export { expandGlobSync } from "npm:deno-std@1.3.1/fs/expand_glob.js";
export type { ExpandGlobOptions, WalkEntry } from "./fs.d.ts";
