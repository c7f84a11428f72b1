/**
 * Arguments of a tool as plain words, as for grep and cat: `TODO src`, `src/a.ts:40-60`.
 * @module
 */
import { inputSchema } from "../../mcp/tool_listing.ts";
import type { Tool } from "../../toolsets/tool.ts";
import { takesList, type ToolFlag, toolFlags } from "./tool_flags.ts";

/** Arguments that the first word can set, and those that further words set: where to look. */
const FIRST_FIELDS = ["query", "path", "filePath", "pattern"],
  PLACE_FIELDS = ["roots", "files", "root", "filePattern", "reads"];

/** The arguments that words set. */
export interface PositionalArguments {
  /** A required one, or a path. */
  readonly first?: ToolFlag;
  readonly places?: ToolFlag;
}

/**
 * The arguments of `tool` that words set.
 * @param given arguments that flags set already
 */
export function positionalArguments(tool: Tool, given: ReadonlySet<string> = new Set()): PositionalArguments {
  const flags = toolFlags(tool).filter(({ negated }) => !negated), required = inputSchema(tool).required ?? [];
  const flagOf = (fields: readonly string[]) =>
    fields.filter((field) => !given.has(field)).flatMap((field) => flags.find((flag) => flag.field === field) ?? [])[0];
  const first = flagOf(FIRST_FIELDS.filter((field) => field === "path" || required.includes(field)));
  const further = flagOf(PLACE_FIELDS);
  return { ...(first && { first }), ...(further && { places: further }) };
}

/** The arguments of the words, and the first word left over. */
export function assignPositionals(words: readonly string[], { first, places: further }: PositionalArguments) {
  const args: Record<string, unknown> = {}, rest = [...words];
  if (first !== undefined && rest.length > 0) args[first.field] = rest.shift();
  const isList = further !== undefined && takesList(further);
  const places = further === undefined ? [] : rest.splice(0, isList ? rest.length : 1);
  if (further !== undefined && places.length > 0) args[further.field] = isList ? places : places[0];
  return { args, stray: rest[0] };
}

/** The words in a tool's usage: `QUERY [ROOTS …]`. */
export function positionalUsage({ first, places: further }: PositionalArguments): string {
  const name = ({ field }: ToolFlag) => field.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
  const places = further && `[${name(further)}${takesList(further) ? " …" : ""}]`;
  return [...first ? [name(first)] : [], ...places ? [places] : []].join(" ");
}
