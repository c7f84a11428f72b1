/**
 * Spells calls as shell commands.
 * @module
 */
import type { Args, Spelling } from "../../format/current_call.ts";
import { quoteIfUnsafe, textJson } from "../../format/safe_text.ts";
import type { Field, Fields } from "../../toolsets/arguments/fields.ts";
import type { Profile } from "../../toolsets/profiles.ts";
import type { Tool } from "../../toolsets/tool.ts";
import { type GivenOptions, kebabCase } from "./settings.ts";
import { givenWords, quoteForShell } from "./shell_quoting.ts";
import { typedWords } from "./start_command.ts";
import { listValues } from "./tool_flags.ts";

/** The tool's example, with flags; a profile other than the default has to be named. */
export function shellExample(profile: Profile, tool: Tool): string {
  const given = new Map(profile === "default" ? [] : [["profile", [profile]]]);
  return shellSpelling([tool], given).call(tool.name, tool.example);
}

/**
 * How calls of `tools` are spelled.
 * @param given the caller's own options, which each call repeats
 */
export function shellSpelling(tools: readonly Tool[], given: GivenOptions): Spelling {
  const words = (name: string, args: Args) => flagWords(args, tools.find((tool) => tool.name === name)?.fields ?? {});
  return {
    call: (tool, args) => quoteForShell([...typedWords(), ...givenWords(given), "call", tool, ...words(tool, args)]),
    switches: (tool, args) => quoteForShell(words(tool, args)),
  };
}

/** The flags for arguments, or their JSON where flags can't express them: `--root` is the server's option. */
function flagWords(args: Args, fields: Fields): string[] {
  const words = Object.entries(args).map(([name, value]) =>
    Object.hasOwn(fields, name) && name !== "root" ? wordsFor(kebabCase(name), value, fields[name]) : undefined
  );
  return words.every((some) => some !== undefined) ? words.flat() : [textJson(args)];
}

function wordsFor(flag: string, value: unknown, { kind: { takes } }: Field): string[] | undefined {
  if (typeof value === "boolean") return [value ? `--${flag}` : `--no-${flag}`];
  const entries: unknown[] = [value].flat(), texts = entries.map(String);
  // JSON escapes what would control the terminal.
  const isPlain = entries.every((one) =>
    typeof one === "number" || typeof one === "string" && quoteIfUnsafe(one) === one
  );
  if (!isPlain || Array.isArray(value) && !/^(list|one or more)$/.test(takes)) return undefined;
  // An entry with commas needs JSON, unless the flag takes one text at a time.
  const isSplit = takes === "list" && texts.some((text) => listValues(text).join("\0") !== text);
  return givenWords([[flag, isSplit || texts.length === 0 ? [JSON.stringify(value)] : texts]]);
}
