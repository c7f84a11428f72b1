/**
 * What an attack case is: a tree, a call, and what must hold of the answer. Cases are data; `arena.ts` makes their
 * trees, `corpus.ts` runs them.
 *
 * In every text of a case `{here}` stands for the case's own directory (relative to the root), `{root}` for the
 * root's absolute path, `{outside}` for the directory beside it, which holds `secret.txt`, `d/secret.txt` and a
 * name that nothing may show.
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

/** What is sent: a tool and its arguments, another method and its parameters, or a line as it is. */
export type AttackCall =
  | readonly [tool: string, args: unknown]
  | { readonly method: string; readonly params: unknown }
  | { readonly line: string };

/**
 * What must hold of the answer, besides what must hold of each: nothing from outside in any byte of it, no
 * `INTERNAL`, and a server that goes on.
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
  /** Stands in the answer as it came. */
  readonly says?: string;
  /** Stands nowhere in it. */
  readonly hides?: string;
  /** Each path in the answer is accepted back by `read_file` and gives this content. */
  readonly readsBack?: string;
}

/** One attack. */
export interface AttackCase {
  readonly name: string;
  /** Where it can be tried; everywhere unless said. */
  readonly needs?: "linux" | "modes" | "posix" | "raw names";
  readonly profile?: Profile;
  /** By path below the case's directory; one that begins with `=` has its bytes in hexadecimal. */
  readonly tree?: Readonly<Record<string, TreeEntry>>;
  readonly call: AttackCall;
  readonly must: Expectation;
}
