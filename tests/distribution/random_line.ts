/**
 * Random command lines in which words of options are also values, joined values and words after `--`.
 * @module
 */
import { OPTIONS, PROFILES, VERBS } from "../../src/cli/command_line/settings.ts";
import { PROFILE_WORDS } from "../../packaging/npm/tool_words.ts";
import type { Random } from "../seed.ts";

const TOOLS = [...PROFILE_WORDS.values()].flat(), TOOL_NAMES = TOOLS.map(({ name }) => name);
const FLAGS = [...new Set(TOOLS.flatMap(({ flags }) => flags.map(({ name }) => name)))];

/** Values that would widen the grants if they were taken for options, and values of options. */
const VALUES = [
  ...["--http", "--http=9", "--provider-url=http://a.example/v1", "--root", "--root=/", "-", "--", "", "{}", "TODO"],
  ...["8080", "127.0.0.1:0", "[::1]:80", "http://b.example:81/v1", "https://c.example", "nonsense", "/etc", "src"],
  ...["true", "1", "-h", "-V", "-x", "-rf", "--no-regex", "--unknown", ...PROFILES],
];

/** A command line of at most nine words. */
export function randomLine(random: Random): string[] {
  return Array.from({ length: random.int(10) }, () => randomWord(random));
}

function randomWord(random: Random): string {
  const value = () => random.pick(VALUES);
  const name = random.pick<() => string>([
    () => random.pick(OPTIONS).name,
    () => random.pick(["root", "http", "provider-url", "profile"]),
    () => random.pick(OPTIONS.filter(({ value }) => value === undefined)).name,
    () => random.pick(FLAGS),
  ]);
  return random.pick<() => string>([
    value,
    () => random.pick(VERBS),
    () => random.pick(["call", "call", random.pick(TOOL_NAMES)]),
    () => `--${name()}`,
    () => `--${name()}=${value()}`,
  ])();
}
