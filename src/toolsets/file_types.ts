/**
 * Types of files by the names of languages.
 * @module
 */

/** Where the extension is not the name, or not the only one. */
const EXTENSIONS = new Map(Object.entries({
  c: "c h",
  cpp: "cpp cc cxx hpp hh hxx h",
  csharp: "cs",
  elixir: "ex exs",
  haskell: "hs",
  html: "html htm",
  javascript: "js jsx mjs cjs",
  js: "js jsx mjs cjs",
  kotlin: "kt kts",
  markdown: "md markdown",
  md: "md markdown",
  perl: "pl pm",
  py: "py pyi",
  python: "py pyi",
  ruby: "rb",
  rust: "rs",
  sh: "sh bash zsh",
  shell: "sh bash zsh",
  ts: "ts tsx mts cts",
  typescript: "ts tsx mts cts",
  yaml: "yaml yml",
}));

/**
 * The extensions of a type of files, as ripgrep's `--type` has them; of an unknown one the type itself.
 *
 * @example
 * ```ts
 * extensionsOf("rust"); // ["rs"]
 * ```
 */
export function extensionsOf(type: string): readonly string[] {
  const bare = type.toLowerCase().replace(/^\*?\./, "");
  return EXTENSIONS.get(bare)?.split(" ") ?? [bare];
}
