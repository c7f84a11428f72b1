/** `@std/text/levenshtein-distance` from npm, typed, where JSR can't be reached. @module */
// @ts-types="./levenshtein_distance.d.ts"
export * from "npm:deno-std@1.3.1/text/levenshtein_distance.js";
