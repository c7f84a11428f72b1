/**
 * Shared helpers of the fuzzers: trees from cases, and the programs to compare with.
 * @module
 */
import { dirname, join } from "@std/path";
import { rgPath } from "@vscode/ripgrep";

/** Files by path; each character is a byte. */
export type Files = Readonly<Record<string, string>>;

/** A temporary directory with `files` (a path that ends in `/` is an empty directory), removed when disposed of. */
export function tempFiles(files: Files): { readonly root: string } & Disposable {
  const root = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "fossick-" }));
  for (const [path, bytes] of Object.entries(files)) {
    const place = join(root, path);
    Deno.mkdirSync(path.endsWith("/") ? place : dirname(place), { recursive: true });
    if (!path.endsWith("/")) Deno.writeFileSync(place, bytesOf(bytes));
  }
  return { root, [Symbol.dispose]: () => Deno.removeSync(root, { recursive: true }) };
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

/** A program's output; a `code` above 1 is a refusal. */
export interface RipgrepOutput {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs ripgrep in `root` without any configuration. */
export async function ripgrep(root: string, args: readonly string[]): Promise<RipgrepOutput> {
  const { code, stdout, stderr } = await new Deno.Command(rgPath, {
    args: ["--no-config", "--no-require-git", "--no-ignore-global", "--no-ignore-parent", ...args],
    cwd: root,
    clearEnv: true,
    env: { LC_ALL: "C" },
    stdin: "null",
  }).output();
  return { code, stdout: new TextDecoder().decode(stdout), stderr: new TextDecoder().decode(stderr) };
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
