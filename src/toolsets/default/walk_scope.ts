/**
 * Arguments about where to look, as the engine is asked.
 * @module
 */
import type * as z from "zod";
import { say } from "../../format/phrases.ts";
import type { EntryTests, Scope } from "../../model/request.ts";
import type { Call } from "../define_tool.ts";
import { parseSize, parseWhen } from "../measures.ts";
import type { FIND_FIELDS, SEARCH_FIELDS, WALK_FIELDS } from "./fields.ts";
import { noteIdleGlobs } from "../idle_globs.ts";
import { globsIn, globsOf } from "../glob_of.ts";
import { badArgument } from "../parse_arguments.ts";
import { wholePaths } from "../short_paths.ts";

type Arguments<Fields extends z.ZodRawShape> = z.output<z.ZodObject<Fields>>;
type WalkArguments =
  & Arguments<typeof WALK_FIELDS>
  & Partial<Pick<Arguments<typeof SEARCH_FIELDS>, "include_globs" | "exclude_globs">>
  & Pick<Arguments<typeof FIND_FIELDS>, "depth">;

/** Where to look. */
export async function scopeOf(roots: readonly string[], args: WalkArguments, call: Call): Promise<Scope> {
  const { include_globs = [], exclude_globs = [], depth } = args;
  noteIdleGlobs("exclude_globs", exclude_globs, call.caps);
  return {
    roots: await wholePaths(roots, call),
    globs: globsOf(include_globs, exclude_globs),
    hidden: args.hidden ?? false,
    noIgnore: args.no_ignore ?? false,
    followSymlinks: args.follow_symlinks ?? false,
    ...(depth !== undefined && { depth }),
  };
}

/**
 * The tests an entry must pass; spans of time count back from now.
 * @throws ToolError bad_argument for a size or time that can't be read
 */
export function testsOf(args: Arguments<typeof FIND_FIELDS>, call: Call): EntryTests {
  const now = Date.now();
  const { pattern = "", glob = false, full_path_match = false } = args;
  const changedAfter = timeOf("changed_within", args.changed_within, call, now);
  const changedBefore = timeOf("changed_before", args.changed_before, call, now);
  const exclude = globsIn(args.exclude ?? []);
  noteIdleGlobs("exclude", exclude, call.caps);
  return {
    ...(pattern !== "" && { name: { pattern, syntax: glob ? "glob" : "regex", fullPath: full_path_match } }),
    types: args.types ?? [],
    extensions: (args.extensions ?? []).flatMap(extensionsIn),
    exclude,
    sizes: (args.size ?? []).flatMap((text, i) => text === "" ? [] : sizeOf(`size[${i}]`, text, call)),
    ...(changedAfter !== undefined && { changedAfter }),
    ...(changedBefore !== undefined && { changedBefore }),
  };
}

/** `ts` for `.ts` and `*.ts`; several may stand in one text, in braces or not, or none. */
function extensionsIn(text: string): string[] {
  const each = text.replace(/[{}]/g, "").split(",");
  return each.map((extension) => extension.trim().replace(/^\*?\.+/, "")).filter((name) => name !== "");
}

/** A size with a unit is hardly ever meant to be exact. */
function sizeOf(field: string, text: string, { context: { lang }, caps }: Call) {
  const size = parseSize(text);
  if (size === undefined) throw badArgument(field, say(lang, "rule_size"), text, lang);
  if (size.sign === "=" && /[a-z]/i.test(text)) caps.notes.push(say(lang, "size_without_sign", { size: text.trim() }));
  return size;
}

function timeOf(field: string, text: string | undefined, { context: { lang } }: Call, now: number): number | undefined {
  if (text === undefined) return undefined;
  const time = parseWhen(text, now);
  if (time === undefined) throw badArgument(field, say(lang, "rule_time"), text, lang);
  return time;
}
