/** `@std/assert` from npm, typed, where JSR can't be reached. @module */
// @ts-types="./assert.d.ts"
export * from "npm:deno-std@1.3.1/assert/mod.js";
