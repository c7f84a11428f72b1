/**
 * Translates arguments by the names that hosts and models send: those of the tools that models know (Claude Code, Codex,
 * Gemini CLI, opencode, the reference filesystem server, Serena) and the flags of ripgrep.
 * @module
 */
import type { Args } from "../../format/current_call.ts";
import type { Fields, Meaning } from "./fields.ts";
import { parseBoolean } from "./kinds.ts";

/**
 * Arguments that ask for nothing. Hosts add the first to every call: `wait_for_previous` Gemini CLI, the others n8n's
 * MCP Client Tool. `-n` is Claude Code's and ripgrep's: every answer has line numbers.
 */
const PASSED_OVER = namesIn("wait_for_previous sessionId action chatInput toolCallId tool n line_number");

/** What ripgrep does and this program does not: inverting, replacing, sorting. */
const ABSENT_FEATURES = namesIn("v invert_match r replace replacement sort sortr sort_lines");

/** Whether an argument asks for what the program does not do. */
export function isAbsentFeature(name: string): boolean {
  return ABSENT_FEATURES.includes(normalizedName(name));
}

/**
 * Translates the arguments of a call to the names of `fields`, whatever their spelling (`maxCount`, `--max-count`): first
 * those of another name alone, then those with a meaning. An argument that the table doesn't have, or that has no meaning
 * beside the others, stays as it is.
 *
 * @example
 * ```ts
 * import { flag, optional } from "./fields.ts";
 * import { TEXTS } from "./kinds.ts";
 * const fields = { roots: optional(TEXTS, "", "path"), word: flag("", ["-x", meanings({ true: { word: true } })]) };
 * resolveAliases({ path: "src", "-x": true }, fields); // { roots: "src", word: true }
 * ```
 */
export function resolveAliases(given: Args, fields: Fields): Args {
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

/** The fields that the call does not have yet; a value replaces a filler. Undefined if two values differ. */
export function merged(resolved: Args, fields: Args): Args | undefined {
  const isKnown = ([field, value]: readonly [string, unknown]) =>
    resolved[field] !== undefined && (isFiller(value) || JSON.stringify(value) === JSON.stringify(resolved[field]));
  const others = Object.entries(fields).filter((entry) => !isKnown(entry));
  return others.every(([field]) => isFiller(resolved[field])) ? Object.fromEntries(others) : undefined;
}

const FILLER_VALUES: ReadonlySet<unknown> = new Set([undefined, null, "", ".", 0, "0", false, "false"]);

/** Whether hosts fill in this value for an argument that the model left out. */
function isFiller(value: unknown): boolean {
  const [only, ...others] = Array.isArray(value) ? value : [value];
  return others.length === 0 && FILLER_VALUES.has(only);
}

/**
 * The arguments for certain words, and for a switch that is on (`true`) or off (`false`).
 *
 * @example
 * ```ts
 * meanings({ true: { depth: 1 }, false: {} });
 * ```
 */
export function meanings(words: Readonly<Record<string, Args>>): Meaning {
  return (value, others) => {
    const word = parseBoolean(value)?.toString() ?? value;
    return typeof word === "string" && Object.hasOwn(words, word) ? merged(others, words[word]) : undefined;
  };
}

/** Lines before and after a match, unless another argument sets one of the two. */
export function beforeAndAfter(...fields: readonly [before: string, after: string]): Meaning {
  return (value, others) =>
    Object.fromEntries(fields.filter((field) => others[field] === undefined).map((field) => [field, value]));
}
