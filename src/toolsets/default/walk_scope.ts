/**
 * Arguments about where to look, as the engine is asked.
 * @module
 */
import type * as z from "zod";
import { say } from "../../format/phrases.ts";
import type { EntryTests, Scope, SizeTest } from "../../model/request.ts";
import type { RuleSwitches } from "../choices.ts";
import type { Call } from "../define_tool.ts";
import { parseSize, parseWhen } from "../measures.ts";
import type { FIND_FIELDS, SEARCH_FIELDS, WALK_FIELDS } from "./fields.ts";
import { noteIdleGlobs } from "../idle_globs.ts";
import { globsIn, globsOf } from "../glob_of.ts";
import { badArgument } from "../parse_arguments.ts";
import { wholePaths } from "../whole_paths.ts";

type Arguments<Fields extends z.ZodRawShape> = z.output<z.ZodObject<Fields>>;
type WalkArguments =
  & Arguments<typeof WALK_FIELDS>
  & Partial<Pick<Arguments<typeof SEARCH_FIELDS>, "include_globs" | "exclude_globs">>
  & Pick<Arguments<typeof FIND_FIELDS>, "depth">;

/** The arguments that let in what rules leave out. */
export const RULE_SWITCHES: RuleSwitches = {
  ignored: { no_ignore: true },
  hidden: { hidden: true },
  links: { follow_symlinks: true },
};

/** Where to look: below the project root, where no roots are named. */
export async function scopeOf(roots: readonly string[], args: WalkArguments, call: Call): Promise<Scope> {
  const { include_globs = [], exclude_globs = [], depth } = args;
  noteIdleGlobs("exclude_globs", exclude_globs, call);
  return {
    roots: roots.length === 0 ? ["."] : await wholePaths(roots, call),
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
  noteIdleGlobs("exclude", exclude, call);
  return {
    ...(pattern !== "" && { name: { pattern, syntax: glob ? "glob" : "regex", fullPath: full_path_match } }),
    types: args.types ?? [],
    extensions: (args.extensions ?? []).flatMap(extensionsIn),
    exclude,
    sizes: sizesOf(args.size ?? [], call),
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
function sizesOf(texts: readonly string[], { context: { lang }, caps }: Call): readonly SizeTest[] {
  return texts.flatMap((text, i) => {
    if (text === "") return [];
    const size = parseSize(text);
    if (size !== undefined) {
      if (size.sign === "=" && /[a-z]/i.test(text)) {
        caps.notes.push(say(lang, "size_without_sign", { size: text.trim() }));
      }
      return [size];
    }
    const others = texts.toSpliced(i, 1);
    throw badArgument(`size[${i}]`, say(lang, "rule_size"), text, lang, {
      size: others.length > 0 ? others : undefined,
    });
  });
}

function timeOf(field: string, text: string | undefined, { context: { lang } }: Call, now: number): number | undefined {
  if (text === undefined) return undefined;
  const time = parseWhen(text, now);
  if (time === undefined) throw badArgument(field, say(lang, "rule_time"), text, lang, { [field]: undefined });
  return time;
}
