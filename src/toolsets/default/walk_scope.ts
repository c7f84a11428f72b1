/**
 * Arguments about where to look, as the engine is asked.
 * @module
 */
import { say } from "../../format/phrases.ts";
import type { EntryTests, EntryType, Scope } from "../../model/request.ts";
import type { Call } from "../define_tool.ts";
import { parseSize, parseWhen } from "../measures.ts";
import { globOf } from "../glob_of.ts";
import { badArgument } from "../parse_arguments.ts";

/** WALK_FIELDS and what goes with them. */
interface WalkArguments {
  readonly follow_symlinks?: boolean;
  readonly hidden?: boolean;
  readonly no_ignore?: boolean;
  readonly include_globs?: readonly string[];
  readonly exclude_globs?: readonly string[];
  readonly depth?: number;
}

/** FIND_FIELDS. */
interface FindArguments {
  readonly pattern?: string;
  readonly glob?: boolean;
  readonly full_path_match?: boolean;
  readonly types?: readonly EntryType[];
  readonly extensions?: readonly string[];
  readonly exclude?: readonly string[];
  readonly size?: readonly string[];
  readonly changed_within?: string;
  readonly changed_before?: string;
}

/** Where to look. */
export function scopeOf(roots: readonly string[], args: WalkArguments, { context }: Call): Scope {
  const { include_globs = [], exclude_globs = [], depth } = args;
  const meant = (glob: string) => globOf(glob, context.projectRoot);
  return {
    roots,
    globs: [...include_globs.map(meant), ...exclude_globs.map((glob) => "!" + meant(glob))],
    hidden: args.hidden ?? false,
    noIgnore: args.no_ignore ?? false,
    followSymlinks: args.follow_symlinks ?? false,
    ...(depth !== undefined && { depth }),
    prefixes: context.prefixes.recent(),
  };
}

/**
 * The tests an entry must pass.
 * @param now UNIX milliseconds that spans count back from
 * @throws ToolError bad_argument for a size or time that can't be read
 */
export function testsOf(args: FindArguments, call: Call, now = Date.now()): EntryTests {
  const { pattern = "", glob = false, full_path_match = false } = args;
  const changedAfter = timeOf("changed_within", args.changed_within, call, now);
  const changedBefore = timeOf("changed_before", args.changed_before, call, now);
  return {
    ...(pattern !== "" && { name: { pattern, syntax: glob ? "glob" : "regex", fullPath: full_path_match } }),
    types: args.types ?? [],
    extensions: (args.extensions ?? []).flatMap(extensionsIn),
    exclude: args.exclude ?? [],
    sizes: (args.size ?? []).map((text, i) => sizeOf(`size[${i}]`, text, call)),
    ...(changedAfter !== undefined && { changedAfter }),
    ...(changedBefore !== undefined && { changedBefore }),
  };
}

/** `ts` for `.ts` and `*.ts`; several may stand in one text. */
function extensionsIn(text: string): string[] {
  return text.split(",").map((extension) => extension.trim().replace(/^\*?\.+/, ""));
}

function sizeOf(field: string, text: string, { tool, context }: Call) {
  const size = parseSize(text);
  if (size === undefined) throw badArgument(field, say(context.lang, "rule_size"), text, tool);
  return size;
}

function timeOf(field: string, text: string | undefined, { tool, context }: Call, now: number): number | undefined {
  if (text === undefined) return undefined;
  const time = parseWhen(text, now);
  if (time === undefined) throw badArgument(field, say(context.lang, "rule_time"), text, tool);
  return time;
}
