/** `@std/assert` from npm, typed, where JSR can't be reached; without the `links` entry JSR serves it. @module */
// @ts-types="./assert.d.ts"
export {
  assert,
  assertEquals,
  assertMatch,
  assertNotEquals,
  assertRejects,
  assertStringIncludes,
  assertThrows,
} from "npm:deno-std@1.3.1/assert/mod.js";
