/**
 * The caller's own command line with a mistake mended.
 * @module
 */
import { UsageError } from "../usage_error.ts";
import type { GivenOptions } from "./settings.ts";
import { quoteForShell } from "./shell_quoting.ts";
import { givenWords, optionWords } from "./shell_spelling.ts";

/**
 * The line with another option in place of a misspelt one. If it has a second mistake, the line without both.
 * @param parse throws the second mistake, if there is one
 * @returns undefined if the option is not a word of its own
 */
export function lineWithOption(
  line: readonly string[],
  option: string,
  name: string,
  parse: (line: readonly string[]) => unknown,
): string | undefined {
  const at = line.findIndex((word) => word === option || word.startsWith(`${option}=`));
  if (at < 0) return undefined;
  const mended = line.with(at, name + line[at].slice(option.length));
  try {
    parse(mended);
  } catch (error) {
    if (error instanceof UsageError) return error.example;
    throw error;
  }
  return quoteForShell(["fossick", ...mended]);
}

/** A split line without unknown options. */
export interface SplitLine {
  readonly positionals: readonly string[];
  readonly given: GivenOptions;
  readonly switches: ReadonlySet<string>;
}

/** Whether a word names a place rather than a subcommand, a tool or a host. */
export function isPath(word: string): boolean {
  return /[./\\~]/.test(word);
}

/** Refuses words that were meant as roots, as other servers take them. */
export function refusePaths({ positionals, given, switches }: SplitLine): void {
  const paths = positionals.filter(isPath);
  if (paths.length === 0) return;
  const roots = paths.flatMap((path) => optionWords("root", path));
  const words = positionals.filter((word) => !isPath(word));
  const example = lineOf([...words, ...roots], { given, switches });
  throw new UsageError("root_as_word", { word: JSON.stringify(paths[0]) }, example);
}

/** The line with other words before its options. */
export function lineOf(words: readonly string[], { given, switches }: Omit<SplitLine, "positionals">): string {
  return quoteForShell(["fossick", ...words, ...givenWords(given), ...[...switches].map((name) => `--${name}`)]);
}
