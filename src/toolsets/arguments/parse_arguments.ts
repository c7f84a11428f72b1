/**
 * Parses the arguments that a host sent. Arguments with only one possible meaning are accepted, also under the names
 * that hosts and models send: those of the tools that models know (Claude Code, Codex, Gemini CLI, opencode, the reference
 * filesystem server, Serena) and the flags of ripgrep. Others are refused with a call that works.
 * @module
 */
import type { Args } from "../../format/current_call.ts";
import { zeroNote } from "../../format/phrases.ts";
import { truncateUnits } from "../../format/safe_text.ts";
import { LIMITS } from "../../model/limits.ts";
import { type Reason, reason } from "../../model/messages/messages.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import { nearNames } from "../../model/nearest_names.ts";
import { type Field, type Fields, isFiller, type Meaning, merged, type Values } from "./fields.ts";
import { CallNotes, parseInteger } from "./kinds.ts";

/** UTF-16 units of a value in an error. */
const MAX_SHOWN_UNITS = 80;
/** Unknown arguments named in an error. */
const MAX_NAMED_UNKNOWN = 8;
/** The tool's first arguments, which are shown for a name that is near none. */
const FIRST_NAMES = 12;

/**
 * Parses `args` by the table of a tool's arguments. It accepts:
 * - other tools' names of an argument;
 * - a string for a list of one, and `f,d` for a list of enumerated words;
 * - lists, numbers and booleans as JSON in a string;
 * - a number or a list of one for a string;
 * - null for an absent argument, and an empty string for an optional argument that is no list;
 * - 0 for the default of a limit.
 *
 * @param tool its name
 * @param notes receives a sentence for each argument that was not taken as given
 * @returns all arguments as the tool gets them, and those that the caller gave
 * @throws ToolError `unknown_argument`, `bad_argument`, `too_large`
 */
export function parseArguments<const Table extends Fields>(
  fields: Table,
  args: unknown,
  tool: string,
  notes = new CallNotes(),
): { readonly values: Values<Table>; readonly given: Args } {
  const sent = argumentsObject(args);
  if (sent === undefined) throw badArgument(tool, reason("rule_object"), args);
  const named = resolveAliases(sent, fields), given: Record<string, unknown> = {};
  refuseUnknown(Object.keys(named), Object.keys(fields));
  for (const [name, row] of Object.entries(fields)) {
    const value = named[name];
    if (isAbsent(value, row)) continue;
    if (row.kind.zeroIsDefault && parseInteger(value) === 0) notes.sentences.push(zeroNote(name));
    else given[name] = readField(name, row, value, notes);
  }
  const values: unknown[][] = Object.entries(fields).map(([name, { usual }]) => [name, given[name] ?? usual]);
  return { given, values: Object.fromEntries(values) };
}

/**
 * Arguments that ask for nothing. Hosts add the first to every call: `wait_for_previous` Gemini CLI, the others n8n's
 * MCP Client Tool. `-n` is Claude Code's and ripgrep's: every answer has line numbers.
 */
const PASSED_OVER = namesIn("wait_for_previous sessionId action chatInput toolCallId tool n line_number");

/** What ripgrep does and this program does not: inverting, replacing, sorting. */
const ABSENT_FEATURES = namesIn("v invert_match r replace replacement sort sortr sort_lines");

/**
 * Translates the arguments of a call to the names of `fields`, whatever their spelling (`maxCount`, `--max-count`): first
 * those of another name alone, then those with a meaning. An argument that the table doesn't have, or that has no meaning
 * beside the others, stays as it is.
 */
function resolveAliases(given: Args, fields: Fields): Args {
  const own = Object.keys(fields), { renames, translations } = aliasesOf(fields);
  const rank = (name: string) => translations.has(normalizedName(name)) ? 2 : own.includes(name) ? 0 : 1;
  const entries = Object.entries(given).sort(([a], [b]) => rank(a) - rank(b));
  let resolved: Args = {};
  for (const [name, value] of entries) {
    const bare = normalizedName(name), field = own.includes(name) ? name : renames.get(bare);
    if (field === undefined && isPassedOver(bare, value)) continue;
    const translated = translations.get(bare)?.(value, resolved);
    const renamed = field === undefined ? undefined : merged(resolved, { [field]: value });
    resolved = { ...resolved, ...translated ?? renamed ?? { [name]: value } };
  }
  return resolved;
}

/** The field of each other name, and the meaning of those that have one. If two rows have a name, the first counts. */
function aliasesOf(fields: Fields) {
  const renames = new Map<string, string>(), translations = new Map<string, Meaning>();
  for (const [field, { aliases }] of Object.entries(fields)) {
    for (const alias of [field, ...aliases]) {
      const [names, meaning] = typeof alias === "string" ? [alias] : alias;
      for (const name of namesIn(names)) {
        if (meaning === undefined) renames.set(name, renames.get(name) ?? field);
        else translations.set(name, translations.get(name) ?? meaning);
      }
    }
  }
  return { renames, translations };
}

/** Whether an argument asks for nothing: also null, no entry, and switching off what the program does not do. */
function isPassedOver(bare: string, value: unknown): boolean {
  const isNothing = value === null || Array.isArray(value) && value.length === 0;
  return isNothing || PASSED_OVER.includes(bare) || ABSENT_FEATURES.includes(bare) && isFiller(value);
}

/** Names in lowercase without separators. A single letter keeps its case, since `-A` and `-a` differ. */
function namesIn(names: string): string[] {
  return names.split(" ").map(normalizedName);
}

function normalizedName(name: string): string {
  const bare = name.replace(/^-+/, "");
  return bare.length === 1 ? bare : bare.toLowerCase().replace(/[-_]/g, "");
}

/** Whether an optional argument is absent: hosts fill in null and empty texts. In a list one is an entry. */
function isAbsent(value: unknown, { isRequired, kind }: Field): boolean {
  if (isRequired) return false;
  return value === undefined || value === null || value === "" && kind.takes !== "list";
}

function readField(field: string, { kind, isRequired }: Field, given: unknown, notes: CallNotes): unknown {
  if (given === undefined || given === null) throw badArgument(field, reason("rule_required"), undefined);
  const refuse = (rule: Reason, entry?: number): never => {
    if (entry === undefined) throw badArgument(field, rule, given);
    throw badArgument(`${field}[${entry}]`, rule, Array.isArray(given) ? given[entry] : given);
  };
  refuseTooLarge(field, given);
  const value = kind.read(given, { field, notes, refuse });
  if (isRequired && Array.isArray(value) && value.length === 0) refuse(reason("rule_not_empty"));
  refuseTooLarge(field, value);
  return value;
}

/** The error for the value of one argument. */
export function badArgument(field: string, rule: Reason | string, value: unknown): ToolError {
  return new ToolError("bad_argument", {
    field,
    rule,
    value: value === undefined ? reason("nothing") : abbreviated(value),
  });
}

/** The arguments of a call. Some clients send none, or an empty list for an empty object. */
export function argumentsObject(args: unknown): Args | undefined {
  if (args === undefined || args === null) return {};
  if (Array.isArray(args)) return args.length === 0 ? {} : undefined;
  return typeof args === "object" ? { ...args } : undefined;
}

/** Names all unknown arguments together, so that the next call can be right; but first those that nothing replaces. */
function refuseUnknown(given: readonly string[], known: readonly string[]): void {
  const unknown = given.filter((name) => !known.includes(name)).slice(0, MAX_NAMED_UNKNOWN);
  if (unknown.length === 0) return;
  const absent = unknown.filter((name) => ABSENT_FEATURES.includes(normalizedName(name))),
    named = absent.length > 0 ? absent : unknown;
  const nearest = absent.length > 0 ? reason("no_such_thing") : likelyNames(unknown, known);
  throw new ToolError("unknown_argument", { field: named.join(", "), nearest });
}

/** The nearest names of each; the tool's first ones for those that are near none. */
function likelyNames(unknown: readonly string[], known: readonly string[]): string {
  const near = unknown.map((name) => [name, nearNames(name, known)] as const);
  const far = near.flatMap(([name, names]) => names.length === 0 ? [name] : []).join(", ");
  const others = known.length - FIRST_NAMES;
  const first = others > 0 ? [...known.slice(0, FIRST_NAMES), `and ${others} more`] : known;
  const rows = [...near.filter(([, names]) => names.length > 0), ...far === "" ? [] : [[far, first] as const]];
  return rows.map(([name, names]) => (rows.length > 1 ? `${name} → ` : "") + names.join(", ")).join("; ");
}

function refuseTooLarge(field: string, value: unknown): void {
  const cap = Array.isArray(value) ? LIMITS.listArgument : LIMITS.patternChars;
  const size = Array.isArray(value) || typeof value === "string" ? value.length : 0;
  if (size > cap) throw new ToolError("too_large", { field, size, cap });
  if (Array.isArray(value)) {
    value.forEach((entry, i) => typeof entry === "string" && refuseTooLarge(`${field}[${i}]`, entry));
  }
}

/** The beginning of the value as JSON. */
function abbreviated(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > MAX_SHOWN_UNITS ? truncateUnits(text, MAX_SHOWN_UNITS) + "…" : text;
}
