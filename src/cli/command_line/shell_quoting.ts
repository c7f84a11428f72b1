/**
 * Command lines for a shell.
 * @module
 */

/** Words that no shell changes. PowerShell takes an @ at the beginning for a list of arguments. */
const SAFE_WORD = { posix: /^[\w@%+=:./-]+$/, windows: /^(?!@)[\w@+=:.\\/-]+$/ };

/**
 * Joins words for a shell; words that it would split or change are quoted.
 *
 * @param windows default: whether Deno runs on Windows. Node, which has no `Deno`, shows no line without saying so
 */
export function quoteForShell(words: readonly string[], windows = globalThis.Deno?.build.os === "windows"): string {
  const safe = windows ? SAFE_WORD.windows : SAFE_WORD.posix;
  const quoted = (word: string) => windows ? `"${word.replaceAll('"', '\\"')}"` : quoteForPosix(word);
  return words.map((word) => safe.test(word) ? word : quoted(word)).join(" ");
}

/** Characters that a terminal obeys or does not show. */
const UNSHOWN = /(?:(?![\n\t])[\p{Cc}\p{Cf}\u2028\u2029])+/gu;

/** Quotes a word for POSIX shells and fish. What a terminal would not show is written as `printf` writes it. */
export function quoteForPosix(text: string): string {
  const quoted = `'${text.replaceAll("'", "'\\''")}'`;
  return quoted.replace(UNSHOWN, (run) => `'"$(printf '${octal(run)}')"'`);
}

function octal(text: string): string {
  return [...new TextEncoder().encode(text)].map((byte) => "\\" + byte.toString(8).padStart(3, "0")).join("");
}

/** The words of options with their values. A value that begins with a dash would be parsed as another option. */
export function givenWords(given: Iterable<readonly [name: string, values: readonly string[]]>): string[] {
  return [...given].flatMap(([name, values]) =>
    values.flatMap((value) => value.startsWith("-") ? [`--${name}=${value}`] : [`--${name}`, value])
  );
}
