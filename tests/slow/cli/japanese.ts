/**
 * Judges whether a sentence is Japanese throughout.
 * @module
 */

/** Words that a Japanese text has in Latin letters, too: names, units, and words of the command line. */
const NAMES = new Set(
  ("fossick Deno MCP HTTP JSON URL UTF MB MiB Ctrl Streamable Node js TOOL DIR HOST PORT VALUE A B " +
    "call doctor help read_file consult_files search_content deno upgrade run install main default auto watch " +
    "NO_COLOR https http mcp ulimit docs distribution md ns").split(" "),
);

/** Options, paths, placeholders, addresses and what stands in quotation marks: the same in every language. */
const CODE =
  /\{\w+\}|--?\[?[A-Za-z][\w[\]=.,-]*|(?:\.{0,2}\/[\w.+-]*)+|"(?:[^"\\]|\\.)*"|'[^']*'|[\w.-]+@[\w.-]+|[A-Za-z_]+[=.:]\S+/g;

/** Whether some of it is written in Japanese letters. */
export function isJapanese(text: string): boolean {
  return /[\u3040-\u30ff\u4e00-\u9fff]/.test(text);
}

/**
 * The words of `text` that have been left in English.
 * @param values what stands in it as it was given
 */
export function englishIn(text: string, values: readonly string[] = []): string[] {
  const bare = values.toSorted((a, b) => b.length - a.length).reduce(
    (rest, value) => value === "" ? rest : rest.replaceAll(value, " "),
    text,
  );
  return (bare.replace(CODE, " ").match(/[A-Za-z_]{2,}/g) ?? []).filter((word) => !NAMES.has(word));
}
