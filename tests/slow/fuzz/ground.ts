/**
 * Shared helpers of the fuzzers: trees from cases, texts of bytes, and error codes.
 * @module
 */
import { tempTree } from "../../program.ts";

/** Files by path; each character is a byte. */
export type Files = Readonly<Record<string, string>>;

/** A temporary directory with `files` (a path that ends in `/` is an empty directory), removed when disposed of. */
export function tempFiles(files: Files): { readonly root: string } & Disposable {
  const entries = Object.entries(files).map(([path, text]) => [path, path.endsWith("/") ? text : bytesOf(text)]);
  const tree = tempTree(Object.fromEntries(entries));
  return { root: tree.path, [Symbol.dispose]: () => tree[Symbol.dispose]() };
}

/** The bytes of a text that has one character for each. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

/** A text with one character for each byte. */
export function latin(bytes: Iterable<number>): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
}

/** The UTF-8 bytes of a text, one character for each. */
export function utf8(text: string): string {
  return latin(new TextEncoder().encode(text));
}

/** The error codes that the contract allows here; INTERNAL is not among them. */
export const CODES = new Set(
  ("INVALID_ARGUMENT UNKNOWN_ARGUMENT CONFLICTING_FORMATS PATH_OUTSIDE_ROOT NOT_FOUND NOT_A_FILE NOT_A_DIRECTORY " +
    "PERMISSION_DENIED INVALID_REGEX INVALID_GLOB TOO_LARGE BINARY_FILE UNSUPPORTED_ENCODING TIMEOUT CANCELLED " +
    "CHANGED_WHILE_READ PROVIDER_ERROR CONSULT_UNAVAILABLE").split(" "),
);

/** The code of an error answer. */
export function codeOf(answer: Readonly<Record<string, unknown>>): string | undefined {
  const { error } = answer;
  if (typeof error !== "object" || error === null) return undefined;
  return "code" in error && typeof error.code === "string" ? error.code : "none";
}
