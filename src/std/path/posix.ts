/** `@std/path/posix` from npm, typed: POSIX rules on every platform. @module */
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
} from "npm:deno-std@1.3.1/path/posix/mod.js";
export type { GlobOptions } from "./path.d.ts";
