/**
 * How a tool's arguments change a search.
 * @module
 */
import type { Args, OwnCall } from "../format/own_call.ts";
import type { RuleSwitches } from "./choices.ts";

/** The arguments of a profile's tool that make each change; absent where it has none for it. */
export interface Switches {
  /** Letter case does not matter. */
  readonly anyCase: Args;
  /** The query is plain text. */
  readonly text: (pattern: string) => Args;
  /** The query is a regular expression. */
  readonly regex?: Args;
  readonly partOfWord?: Args;
  /** This is the query. */
  readonly pattern: (pattern: string) => Args;
  /** It may match across lines. */
  readonly multiline?: Args;
  /** The files are in this encoding. */
  readonly encoding?: (label: string | undefined) => Args;
  /** Files of at most this size are searched. */
  readonly maxSize?: (size: string) => Args;
  /** Files that these globs match are searched, without any all. */
  readonly globs: (globs: readonly string[]) => Args;
  /** What takes off the rules by which files are left out. */
  readonly rules: RuleSwitches;
  /** The arguments, or the words, for what lies in this directory, which a link leads to. */
  readonly linked?: (dir: string, own: OwnCall) => Args | string;
  /** Whether that is globs: then those that do are worth more than the advice to write some. */
  readonly byGlobs?: true;
}
