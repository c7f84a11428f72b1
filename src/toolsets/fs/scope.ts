/**
 * Where list_files and search_text look.
 * @module
 */
import { PLAIN_SCOPE, type Scope } from "../../model/request.ts";
import { text, texts } from "../field_types.ts";
import { noteIdleGlobs } from "../idle_globs.ts";
import type { Call } from "../define_tool.ts";
import { globsOf } from "../glob_of.ts";

/** Arguments about where to look. */
export const SCOPE_FIELDS = {
  root: text("directory to start from; default ."),
  include_globs: texts('only paths matching one of these: ["**/*.rs"]'),
  exclude_globs: texts("not these"),
};

/** What they say. */
interface ScopeArguments {
  readonly root?: string;
  readonly include_globs?: readonly string[];
  readonly exclude_globs?: readonly string[];
}

/** ripgrep's `-g`, relative to the root. */
export function scopeOf(
  { root = ".", include_globs = [], exclude_globs = [] }: ScopeArguments,
  call: Call,
): Scope {
  noteIdleGlobs("exclude_globs", exclude_globs, call);
  return { ...PLAIN_SCOPE, roots: [root], globs: globsOf(include_globs, exclude_globs) };
}
