/**
 * Parses ignore files, within limits, since anyone can put one into a tree.
 * @module
 */
import { countWildcards } from "./glob_limits.ts";
import { GlobSyntaxError } from "./parse_glob.ts";
import { type GlobRule, parseRule, RuleSet, ruleWeight } from "./rule_set.ts";

/** Bytes of an ignore file that are read; rules after them don't count. */
export const MAX_IGNORE_BYTES = 256 * 1024;

/** Wildcards in one line; a line with more is skipped, as a malformed one is. */
const MAX_LINE_WILDCARDS = 32;
/** Weight of one file's rules (see `RuleSet.weight`); lines after them don't count. */
const MAX_FILE_WEIGHT = 5000;

/**
 * The rules of an ignore file; undefined if it has none. Malformed lines are skipped. A line that is not UTF-8 ends the
 * file, as in ripgrep.
 *
 * @example
 * ```ts
 * const rules = compileIgnoreFile(new TextEncoder().encode("*.log\n!keep.log\n"));
 * ```
 */
export function compileIgnoreFile(bytes: Uint8Array): RuleSet | undefined {
  const rules: GlobRule[] = [];
  let weight = 0;
  for (const line of utf8Lines(bytes)) {
    const rule = parseIgnoreLine(line);
    if (rule === undefined) continue;
    weight += ruleWeight(rule);
    if (weight > MAX_FILE_WEIGHT) break;
    rules.push(rule);
  }
  return rules.length === 0 ? undefined : new RuleSet(rules);
}

function parseIgnoreLine(line: string): GlobRule | undefined {
  try {
    const rule = parseRule(line, true);
    return rule !== undefined && countWildcards(rule.tokens) <= MAX_LINE_WILDCARDS ? rule : undefined;
  } catch (error) {
    if (error instanceof GlobSyntaxError) return undefined;
    throw error;
  }
}

/** The lines before the first that is not UTF-8, without their line breaks and without a byte-order mark. */
function* utf8Lines(bytes: Uint8Array): Generator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(0x0a, start);
    const line = decodeLine(decoder, bytes.subarray(start, end < 0 ? bytes.length : end));
    if (line === undefined) return;
    const text = start === 0 ? line.replace(/^\ufeff+/, "") : line;
    yield text.endsWith("\r") && end >= 0 ? text.slice(0, -1) : text;
    if (end < 0) return;
    start = end + 1;
  }
}

function decodeLine(decoder: TextDecoder, bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
