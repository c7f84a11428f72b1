/**
 * What the scanner asks of a compiled query.
 * @module
 */
import type { DfaTable } from "../simd/dfa_table.ts";
import type { DecidingBytesByKind } from "./deciding_bytes.ts";
import type { RequiredBytes } from "./required_bytes.ts";

/**
 * A compiled query. Both expressions have the flags `gu` (and `i` where case is ignored), and give the
 * same matches on a text of several lines as on each line by itself (unless multiline).
 */
export interface Matcher {
  /** For subjects that are pure ASCII: `\w`, `\d`, `\b` in their short forms. */
  readonly ascii: RegExp;
  /**
   * For any subject: Unicode `\w`, `\d`, `\s`, `\b`; never matches a lone surrogate, which stands for an invalid byte.
   */
  readonly unicode: RegExp;
  /** Quicker expressions that match in the same lines, though not the same parts of them; not in multiline. */
  readonly lineTest?: { readonly ascii: RegExp; readonly unicode: RegExp };
  /** The pattern can match a line break, so lines can't be told apart before matching. */
  readonly multiline: boolean;
  /** The pattern asks for carriage returns, so it has to be given texts with each CR LF as it is. */
  readonly keepsCrlf: boolean;
  /** In multiline: whether what is found may not be what matches (see `findings`), or is found at every character. */
  readonly searcherDiffers: "never" | "somewhere" | "everywhere";
  /** Finds text that every match holds, much quicker than the match itself; not in multiline. */
  readonly literalFinder?: RegExp;
  /**
   * UTF-16 units that a match takes at most, where that is known and nothing around it has a say; see `near_hits.ts`.
   */
  readonly maxMatchUnits?: number;
  /** Bytes of which a UTF-8 text must hold some for a match to be in it. */
  readonly requiredBytes: RequiredBytes;
  /** Bytes that decide whether a line matches, so that lines can be counted without an expression. */
  readonly decidingBytes: DecidingBytesByKind;
  /** Decides lines where needles don't, if there is one; made when it is first asked for. Not in multiline. */
  readonly lineDfa: () => DfaTable | undefined;
  /** Literal text, when the query is nothing else; for the fast path and for hints. */
  readonly literal?: { readonly text: string; readonly ignoreCase: boolean };
}
