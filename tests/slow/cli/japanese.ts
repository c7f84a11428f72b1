/**
 * Checks that a sentence is Japanese throughout.
 * @module
 */

/** Words that Japanese text also has in Latin letters: names, units, and words of the command line. */
const NAMES = new Set(
  ("fossick Deno MCP HTTP JSON URL UTF MB MiB Ctrl Streamable Node js TOOL DIR HOST PORT VALUE A B " +
    "OpenAI API call config doctor help read_file consult_files search_content deno upgrade run install main default auto watch " +
    "NO_COLOR https http mcp npm ulimit docs distribution md ns").split(" "),
);

/** Options, paths, placeholders, addresses and quoted text: the same in every language. */
const CODE =
  /\{\w+\}|--?\[?[A-Za-z][\w[\]=.,-]*|(?:\.{0,2}\/[\w.+-]*)+|"(?:[^"\\]|\\.)*"|'[^']*'|[\w.-]+@[\w.-]+|[A-Za-z_]+[=.:]\S+/g;

/** Whether the text has Japanese letters. */
export function isJapanese(text: string): boolean {
  return /[\u3040-\u30ff\u4e00-\u9fff]/.test(text);
}

/**
 * The words of `text` that are still in English.
 * @param values values in it, which are not translated
 */
export function englishIn(text: string, values: readonly string[] = []): string[] {
  const bare = values.toSorted((a, b) => b.length - a.length).reduce(
    (rest, value) => value === "" ? rest : rest.replaceAll(value, " "),
    text,
  );
  return (bare.replace(CODE, " ").match(/[A-Za-z_]{2,}/g) ?? []).filter((word) => !NAMES.has(word));
}
