/**
 * Packs the files of tree-sitter's packages and our queries into one file, which lies next to a bundle. It is read when definitions are
 * first asked for, so a start does not pay for it.
 * @module
 */
import type { ParserFile } from "../src/engine/structure/language.ts";
import { PARSER_FILES } from "../src/engine/structure/languages.ts";
import { readParserFile } from "../src/pool/parser_files.ts";
import { join } from "@std/path";
import { brotliCompressSync, constants } from "node:zlib";
import { denoCommand } from "./deno_command.ts";
import { IMPORTS } from "./project.ts";

/** A form in which the pack lies next to a program. */
export interface PackForm {
  /** The file's name. */
  readonly name: string;
  /** The file's content. */
  readonly encode: (bytes: Uint8Array) => Uint8Array;
  /** A JavaScript expression: the pack's bytes, read from the file. */
  readonly load: string;
}

/** The bytes as they are. Importing them needs `raw-imports`. */
export const PACK_FILE: PackForm = {
  name: "fossick.parsers",
  encode: (bytes) => bytes,
  load: `(await import("./fossick.parsers", { with: { type: "bytes" } })).default`,
};

/** A module with the bytes as base64, a third larger: JSR takes no imports of bytes, and no flag is needed. */
export const PACK_MODULE: PackForm = {
  name: "parsers.js",
  encode: (bytes) => new TextEncoder().encode(`export default "${bytes.toBase64()}";\n`),
  load: `Uint8Array.fromBase64((await import("./parsers.js")).default)`,
};

/** The quality of the compression: 1.64 MB in 2 s; the highest, 11, makes 1.57 MB in 31 s. */
const QUALITY = 9;

/** The bytes of the pack, and where each file lies in it. */
export interface ParserPack {
  readonly bytes: Uint8Array;
  readonly places: Readonly<Record<string, readonly [from: number, to: number]>>;
}

/** Makes the pack. @param dir for temporary files */
export async function packParserFiles(dir: string): Promise<ParserPack> {
  const files = new Map<ParserFile, Uint8Array>([["module", await minifiedModule(dir)]]);
  for (const file of ["runtime", ...PARSER_FILES] as const) files.set(file, await readParserFile(file));
  const parts = [...files].map(([file, bytes]) => [file, compressed(bytes)] as const);
  let at = 0;
  const places = Object.fromEntries(parts.map(([file, { length }]) => [file, [at, at += length] as const]));
  return { bytes: new Uint8Array(await new Blob(parts.map(([, bytes]) => bytes)).arrayBuffer()), places };
}

/** The replacement of src/pool/parser_files.ts: reads from the pack next to the program. */
export function packReader({ places }: Pick<ParserPack, "places">, { load }: PackForm): string {
  return `
    const PLACES = ${JSON.stringify(places)};
    export async function readParserFile(file) {
      const pack = ${load};
      const { brotliDecompress } = process.getBuiltinModule("node:zlib");
      return await new Promise((resolve, reject) =>
        brotliDecompress(pack.subarray(...PLACES[file]), (error, bytes) => error ? reject(error) : resolve(new Uint8Array(bytes)))
      );
    }
  `;
}

async function minifiedModule(dir: string): Promise<Uint8Array> {
  const path = join(dir, "tree_sitter.js");
  await denoCommand(["bundle", "--quiet", "--minify", "--output", path, IMPORTS["web-tree-sitter"]]);
  return Deno.readFileSync(path);
}

function compressed(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
  };
  return new Uint8Array(brotliCompressSync(bytes, { params }));
}
