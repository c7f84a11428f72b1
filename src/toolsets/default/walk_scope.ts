/**
 * Arguments that select entries, as parts of a request to the engine.
 * @module
 */
import type * as z from "zod";
import type { EntryTests, Scope, SizeTest } from "../../model/request.ts";
import { reason } from "../../model/messages/messages.ts";
import { badArgument } from "../arguments/parse_arguments.ts";
import { parseSize, parseTime } from "../arguments/sizes_and_times.ts";
import type { ToolCall } from "../define_tool.ts";
import { normalizeGlobs, searchGlobs } from "../arguments/globs.ts";
import type { FIND_FIELDS, SEARCH_FIELDS, WALK_FIELDS } from "./fields.ts";

type Arguments<Fields extends z.ZodRawShape> = z.output<z.ZodObject<Fields>>;
type WalkArguments =
  & Arguments<typeof WALK_FIELDS>
  & Partial<Pick<Arguments<typeof SEARCH_FIELDS>, "include_globs" | "exclude_globs">>
  & Pick<Arguments<typeof FIND_FIELDS>, "depth">;

/** The scope of a walk or search: the given roots, or else the project root. */
export function scopeOf(roots: readonly string[], args: WalkArguments): Scope {
  const { include_globs = [], exclude_globs = [], depth } = args;
  return {
    roots: roots.length === 0 ? ["."] : roots,
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
  const changedAfter = parseTimeArgument("changed_within", args.changed_within, now);
  const changedBefore = parseTimeArgument("changed_before", args.changed_before, now);
  const exclude = normalizeGlobs(args.exclude ?? []);
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
function parseSizes(texts: readonly string[], { notes }: ToolCall): readonly SizeTest[] {
  return texts.flatMap((text, i) => {
    if (text === "") return [];
    const size = parseSize(text);
    if (size !== undefined) {
      if (size.sign === "=" && /[a-z]/i.test(text)) {
        notes.sentences.push(
          `${text.trim()} means exactly that size; at least: +${text.trim()}, at most: -${text.trim()}.`,
        );
      }
      return [size];
    }
    throw badArgument(`size[${i}]`, reason("rule_size"), text);
  });
}

function parseTimeArgument(
  field: string,
  text: string | undefined,
  now: number,
): number | undefined {
  if (text === undefined) return undefined;
  const time = parseTime(text, now);
  if (time === undefined) throw badArgument(field, reason("rule_time"), text);
  return time;
}
