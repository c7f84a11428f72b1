/** `@std/path/posix` from npm, typed: POSIX rules on every platform. @module */
// @ts-types="./path.d.ts"
export * from "npm:deno-std@1.3.1/path/posix/mod.js";
