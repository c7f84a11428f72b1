/**
 * Arguments that select entries, as parts of a request to the engine.
 * @module
 */
import type * as z from "zod";
import { type PhraseKey, say } from "../../format/phrases.ts";
import type { EntryTests, Scope, SizeTest } from "../../model/request.ts";
import { badArgument } from "../arguments/parse_arguments.ts";
import { restoreShortPaths } from "../arguments/restore_short_paths.ts";
import { parseSize, parseTime } from "../arguments/sizes_and_times.ts";
import type { ToolCall } from "../define_tool.ts";
import { normalizeGlobs, searchGlobs, splitGlobList } from "../arguments/globs.ts";
import type { RuleSwitches } from "../hints/selection_changes.ts";
import type { FIND_FIELDS, SEARCH_FIELDS, WALK_FIELDS } from "./fields.ts";

type Arguments<Fields extends z.ZodRawShape> = z.output<z.ZodObject<Fields>>;
type WalkArguments =
  & Arguments<typeof WALK_FIELDS>
  & Partial<Pick<Arguments<typeof SEARCH_FIELDS>, "include_globs" | "exclude_globs">>
  & Pick<Arguments<typeof FIND_FIELDS>, "depth">;

/** The arguments that lift each rule. */
export const RULE_SWITCHES: RuleSwitches = {
  ignored: { no_ignore: true },
  hidden: { hidden: true },
  links: { follow_symlinks: true },
};

/** The scope of a walk or search: the given roots, or else the project root. */
export async function scopeOf(roots: readonly string[], args: WalkArguments, call: ToolCall): Promise<Scope> {
  const { include_globs = [], exclude_globs = [], depth } = args;
  noteUnusedGlobs("exclude_globs", exclude_globs, call);
  return {
    roots: roots.length === 0 ? ["."] : await restoreShortPaths(roots, call),
    globs: searchGlobs(include_globs, exclude_globs),
    hidden: args.hidden ?? false,
    noIgnore: args.no_ignore ?? false,
    followSymlinks: args.follow_symlinks ?? false,
    ...(depth !== undefined && { depth }),
  };
}

/**
 * The tests that an entry must pass. Spans of time count back from now.
 * @throws ToolError `bad_argument` for an invalid size or time
 */
export function entryTestsOf(args: Arguments<typeof FIND_FIELDS>, call: ToolCall): EntryTests {
  const now = Date.now();
  const { pattern = "", glob = false, full_path_match = false } = args;
  const changedAfter = parseTimeArgument("changed_within", args.changed_within, call, now);
  const changedBefore = parseTimeArgument("changed_before", args.changed_before, call, now);
  const exclude = normalizeGlobs(args.exclude ?? []);
  noteUnusedGlobs("exclude", exclude, call);
  return {
    ...(pattern !== "" && { name: { pattern, syntax: glob ? "glob" : "regex", fullPath: full_path_match } }),
    types: args.types ?? [],
    extensions: (args.extensions ?? []).flatMap(parseExtensions),
    exclude,
    sizes: parseSizes(args.size ?? [], call),
    ...(changedAfter !== undefined && { changedAfter }),
    ...(changedBefore !== undefined && { changedBefore }),
  };
}

/** The extensions in a text: `ts`, `.ts` and `*.ts` are the same; a list may have braces. */
function parseExtensions(text: string): string[] {
  const each = text.replace(/[{}]/g, "").split(",");
  return each.map((extension) => extension.trim().replace(/^\*?\.+/, "")).filter((name) => name !== "");
}

/** Parses sizes. A note explains a size with a unit but without a sign, since an exact size is rarely meant. */
function parseSizes(texts: readonly string[], { context: { lang }, notes }: ToolCall): readonly SizeTest[] {
  return texts.flatMap((text, i) => {
    if (text === "") return [];
    const size = parseSize(text);
    if (size !== undefined) {
      if (size.sign === "=" && /[a-z]/i.test(text)) {
        notes.sentences.push(say(lang, "size_without_sign", { size: text.trim() }));
      }
      return [size];
    }
    const others = texts.toSpliced(i, 1);
    throw badArgument(`size[${i}]`, say(lang, "rule_size"), text, lang, {
      size: others.length > 0 ? others : undefined,
    });
  });
}

function parseTimeArgument(
  field: string,
  text: string | undefined,
  { context: { lang } }: ToolCall,
  now: number,
): number | undefined {
  if (text === undefined) return undefined;
  const time = parseTime(text, now);
  if (time === undefined) throw badArgument(field, say(lang, "rule_time"), text, lang, { [field]: undefined });
  return time;
}

/**
 * Notes how globs that exclude nothing were likely meant: a list in one glob, and a `!` in front, as ripgrep's `-g`
 * wants it.
 * @param field the argument with `globs`
 */
function noteUnusedGlobs(
  field: string,
  globs: readonly string[],
  { notes: { lang, sentences: notes }, currentCall: call }: ToolCall,
): void {
  const note = (phrase: PhraseKey, mended: readonly string[]) =>
    void notes.push(say(lang, phrase, { call: call.render({ [field]: mended }) }));
  if (globs.some((glob) => glob.startsWith("!"))) {
    note("bang_in_glob", globs.map((glob) => glob.replace(/^!+/, "")).filter((glob) => glob !== ""));
  }
  if (globs.some((glob) => splitGlobList(glob).length > 0)) {
    note("comma_in_glob", globs.flatMap((glob) => splitGlobList(glob).length > 0 ? splitGlobList(glob) : glob));
  }
}
