/** `@std/async/delay` from npm, typed, where JSR can't be reached. @module */
// @ts-types="./delay.d.ts"
export * from "npm:deno-std@1.3.1/async/delay.js";
