/**
 * An attack case: a tree, a call, and the expected answer. Cases are data; `attack_tree.ts` makes their trees,
 * `run_corpus.ts` runs them.
 *
 * In every text of a case `{here}` stands for the case's own directory (relative to the root), `{root}` for the root's
 * absolute path, and `{outside}` for the directory beside it, which has `secret.txt`, `d/secret.txt` and a file whose
 * name no answer may contain.
 * @module
 */
import type { Profile } from "../../src/toolsets/profiles.ts";

/** An entry of a tree: text is a file. */
export type TreeEntry =
  | string
  | { readonly link: string }
  | { readonly hard: string }
  | { readonly bytes: string }
  | { readonly text: string; readonly mode: number }
  | { readonly text: string; readonly times: number }
  | { readonly size: number }
  | "<dir>"
  | "<shut dir>"
  | "<fifo>"
  | "<socket>"
  | "<null device>";

/** The message to send: a tool and its arguments, another method and its parameters, or a raw line. */
export type AttackCall =
  | readonly [tool: string, args: unknown]
  | { readonly method: string; readonly params: unknown }
  | { readonly line: string };

/**
 * The expected answer of a case. Every answer must also contain nothing from outside and no `INTERNAL` error, and the
 * server must continue.
 */
export interface Expectation {
  /** A tool's error with one of these codes. */
  readonly refused?: string | readonly string[];
  /** A protocol error with this code. */
  readonly fails?: number | readonly number[];
  /** No error. */
  readonly answers?: true;
  /** No answer at all. */
  readonly silent?: true;
  /** The whole content read. */
  readonly content?: string;
  /** All paths in the answer, in order; `{here}` in them as in the call. */
  readonly paths?: readonly string[];
  readonly total?: number;
  readonly skipped?: Readonly<Record<string, number>>;
  /** Paths that are left out, with a reason. */
  readonly leftOut?: readonly string[];
  /** A part of the raw answer. */
  readonly says?: string;
  /** A text that is not in the raw answer. */
  readonly hides?: string;
  /** `read_file` accepts each path of the answer and returns this content. */
  readonly readsBack?: string;
}

/** One attack. */
export interface AttackCase {
  readonly name: string;
  /** The feature that the case needs; absent: none. */
  readonly needs?: "linux" | "modes" | "posix" | "raw names";
  readonly profile?: Profile;
  /** Entries by path below the case's directory. A path that begins with `=` has its bytes in hexadecimal. */
  readonly tree?: Readonly<Record<string, TreeEntry>>;
  readonly call: AttackCall;
  readonly must: Expectation;
}

/** A case of the default profile. */
export function attack(
  name: string,
  tree: NonNullable<AttackCase["tree"]>,
  call: AttackCall,
  must: Expectation,
  needs?: AttackCase["needs"],
): AttackCase {
  return { name, tree, call, must, ...(needs !== undefined && { needs }) };
}

/** Reads a path. */
export function read(path: string): AttackCall {
  return ["read_file", { path }];
}

/** Searches the case's directory for `needle`. */
export function search(more: Readonly<Record<string, unknown>> = {}): AttackCall {
  return ["search_content", { roots: ["{here}"], query: "needle", ...more }];
}

/** Lists the case's directory. */
export function list(more: Readonly<Record<string, unknown>> = {}): AttackCall {
  return ["list_files", { roots: ["{here}"], ...more }];
}

/** A link. */
export function to(link: string): TreeEntry {
  return { link };
}

/** The texts of files. */
export const NEEDLE = "needle\n", IN = "inside\n";

/** A refusal with one of these codes. */
export function refused(...codes: string[]): Expectation {
  return { refused: codes };
}

/** Frequent expectations: no error, a protocol error, refusals, a file that says `inside`, a.txt alone. */
export const ANSWERED: Expectation = { answers: true },
  FAILS: Expectation = { fails: -32602 },
  OUT = refused("PATH_OUTSIDE_ROOT"),
  MISSING = refused("NOT_FOUND"),
  INVALID = refused("INVALID_ARGUMENT"),
  INSIDE: Expectation = { content: "1. inside" },
  ONLY_A: Expectation = { paths: ["{here}/a.txt"] };
