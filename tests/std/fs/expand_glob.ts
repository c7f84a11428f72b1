/** `@std/fs/expand-glob` from npm, typed, where JSR can't be reached. @module */
// @ts-types="./fs.d.ts"
export * from "npm:deno-std@1.3.1/fs/expand_glob.js";
