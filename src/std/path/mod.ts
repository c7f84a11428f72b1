/** `@std/path` from npm, typed, where JSR can't be reached; without the `links` entry JSR serves it. @module */
// @ts-types="./path.d.ts"
export {
  basename,
  dirname,
  extname,
  fromFileUrl,
  globToRegExp,
  isAbsolute,
  join,
  normalize,
  relative,
  resolve,
  SEPARATOR,
  toFileUrl,
} from "npm:deno-std@1.3.1/path/mod.js";
export type { GlobOptions } from "./path.d.ts";
