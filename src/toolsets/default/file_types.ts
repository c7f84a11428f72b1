/**
 * ripgrep's file types, which Claude Code's Grep takes too.
 * @module
 */
import type { Meaning } from "../arguments/fields.ts";

/** File types whose extension differs from their name, or that have several. */
const EXTENSIONS = new Map(Object.entries({
  c: "c h",
  cpp: "cpp cc cxx hpp hh hxx h",
  csharp: "cs",
  elixir: "ex exs",
  haskell: "hs",
  html: "html htm",
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
  ts: "ts tsx mts cts",
  typescript: "ts tsx mts cts",
  yaml: "yaml yml",
}));

const FILE_TYPE = /^[\w+-]+$/;

/**
 * A file type, or several, as extensions in a field. They have no meaning beside other values of the field: a file would
 * have to match one of each, and one list can't say that.
 * @param before what stands before an extension there
 */
export function typesAs(field: string, before: string): Meaning {
  return (value, resolved) => {
    if (resolved[field] !== undefined) return undefined;
    const types = [value].flat().map((type) => typeof type === "string" && FILE_TYPE.test(type) ? type : "");
    if (types.includes("")) return undefined;
    const extensions = types.flatMap((type) => EXTENSIONS.get(type.toLowerCase())?.split(" ") ?? [type]);
    return { [field]: extensions.map((extension) => before + extension) };
  };
}
