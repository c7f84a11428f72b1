/** `@std/path` from npm, typed, where JSR can't be reached; without the `links` entry JSR serves it. @module */
// @ts-types="./path.d.ts"
export * from "npm:deno-std@1.3.1/path/mod.js";
