/**
 * What explains that a call found nothing: the first change of it that finds something.
 * @module
 */

/** A rule that excludes entries. */
export type Rule = "ignored" | "hidden" | "links" | "size";

/** The changes that a tool can ask for; the engine tries no others. */
export interface Changeable {
  /** Rules that an argument lifts. */
  readonly rules?: readonly Rule[];
  /** A path that is not there is looked for among those that are. */
  readonly paths?: true;
  readonly globs?: true;
  readonly encoding?: true;
  readonly anyCase?: true;
  /** An expression can be given as text, and text as an expression. */
  readonly text?: true;
  readonly regex?: true;
}

export type Change =
  | { readonly kind: "path"; readonly path: string; readonly nearest: readonly string[] }
  | { readonly kind: "rules"; readonly rules: readonly Rule[] }
  | { readonly kind: "encoding"; readonly label: string }
  | { readonly kind: "any_case" | "regex" }
  | { readonly kind: "text"; readonly pattern: string }
  | { readonly kind: "globs"; readonly globs: readonly string[]; readonly hidden?: true };

/** The first change that finds something, if one does. */
export interface Explanation {
  readonly change?: Change;
  /** What the changed call would find; with `cutBy` a lower bound. */
  readonly total: number;
  readonly cutBy?: "timeout" | "file_limit";
  /** Time did not suffice for all changes. */
  readonly isCut?: true;
}
