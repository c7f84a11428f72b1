/**
 * Arguments that select entries, as parts of a request to the engine.
 * @module
 */
import type { EntryTests, Scope } from "../../model/request.ts";
import type { Values } from "../arguments/fields.ts";
import { normalizeGlobs, searchGlobs } from "../arguments/globs.ts";
import type { FIND_FIELDS, WALK_FIELDS } from "./fields.ts";

/** Arguments of tools that walk; those that a profile lacks are off. */
interface WalkArguments extends Partial<Values<typeof WALK_FIELDS>> {
  readonly include_globs?: readonly string[];
  readonly exclude_globs?: readonly string[];
}

/** The scope of a walk or search: the given roots, or else the project root. */
export function scopeOf(roots: readonly string[], args: WalkArguments, depth?: number): Scope {
  const { include_globs = [], exclude_globs = [], hidden = false, no_ignore = false, follow_symlinks = false } = args;
  return {
    roots: roots.length === 0 ? ["."] : roots,
    globs: searchGlobs(include_globs, exclude_globs),
    hidden,
    noIgnore: no_ignore,
    followSymlinks: follow_symlinks,
    ...(depth !== undefined && { depth }),
  };
}

/** The tests that an entry must pass. */
export function entryTestsOf(args: Values<typeof FIND_FIELDS>): EntryTests {
  const { pattern, glob, types, extensions, size: sizes, changed_within, changed_before } = args;
  return {
    ...(pattern !== "" && { name: { pattern, syntax: glob ? "glob" : "regex", fullPath: args.full_path_match } }),
    types,
    extensions,
    exclude: normalizeGlobs(args.exclude),
    sizes,
    ...(changed_within !== undefined && { changedAfter: changed_within }),
    ...(changed_before !== undefined && { changedBefore: changed_before }),
  };
}
