/** `@std/path/windows` from npm, typed: the rules of Windows on every platform. @module */
// @ts-types="./path.d.ts"
export * from "npm:deno-std@1.3.1/path/windows/mod.js";
