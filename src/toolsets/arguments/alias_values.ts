/**
 * Values of other tools' arguments, translated to this program's.
 * @module
 */
import { LIMITS } from "../../model/limits.ts";
import { parseStringList } from "./parse_arguments.ts";
import { splitGlobList } from "./globs.ts";
import { type AliasMeaning, booleanAlias, firstMeaning, mergeFields, parseInteger, textAlias } from "./aliases.ts";

/** Switches whose other value has no meaning here: always on, or always off. */
export const alwaysOn = booleanAlias({}, null), alwaysOff = booleanAlias(null);

/** The field is on if this switch is off, and off if it is on. */
export function negated(field: string): AliasMeaning {
  return booleanAlias({ [field]: false }, { [field]: true });
}

/** Globs; one text may hold several with commas between them. */
export function globList(field: string): AliasMeaning {
  return (value, resolved) => {
    const several = typeof value === "string" ? splitGlobList(value) : [];
    return mergeFields(resolved, { [field]: several.length > 0 ? several : value });
  };
}

/** Lines before and after a match, unless another argument sets one of the two. */
export function beforeAndAfter(before: string, after: string): AliasMeaning {
  return (value, resolved) => ({
    ...(resolved[before] === undefined && { [before]: value }),
    ...(resolved[after] === undefined && { [after]: value }),
  });
}

/** Several queries, also as JSON. A field of one query takes JSON as the query itself: `["a"]` is an expression. */
export const queryList: AliasMeaning = (value, resolved) =>
  mergeFields(resolved, { query: typeof value === "string" ? parseStringList(value) ?? value : value });

const FILE_TYPE = /^[*.\w+-]+$/;

/**
 * A file type, or extensions, as globs. It has no meaning beside other globs: a file would have to match one of each,
 * and a list of globs can't say that.
 */
export function typesAsGlobs(field: string): AliasMeaning {
  return (value, resolved) => {
    const types = Array.isArray(value) ? value : [value];
    if (resolved[field] !== undefined || !types.every((type) => typeof type === "string" && FILE_TYPE.test(type))) {
      return;
    }
    return { [field]: types.flatMap((type) => extensionsOf(String(type)).map((extension) => `*.${extension}`)) };
  };
}

/** Words for the letters of fd's `--type`. */
const ENTRY_TYPES: ReadonlyMap<unknown, string> = new Map(
  Object.entries({
    f: "file files",
    d: "directory directories dir dirs folder folders",
    l: "symlink symlinks link links",
    x: "executable executables",
    e: "empty",
  }).flatMap(([letter, words]) => words.split(" ").map((word) => [word, letter] as const)),
);

/** Words for fd's `--type`, in a list or one text. */
export const entryTypes: AliasMeaning = (value, resolved) => {
  const words = typeof value === "string" ? value.split(/[\s,]+/) : Array.isArray(value) ? value : [];
  return words.some((word) => ENTRY_TYPES.has(word))
    ? mergeFields(resolved, { types: words.map((word) => ENTRY_TYPES.get(word) ?? word) })
    : undefined;
};

/** Words for the orders of entries. */
const SORTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    path: "path",
    name: "name filename alphabetical",
    size: "size largest bytes",
    mtime: "mtime time date modified newest latest recent modified_time last_modified",
  }).flatMap(([sort, words]) => words.split(" ").map((word) => [word, sort] as const)),
);

/** An order of entries, in the words of other tools. */
export const entrySort: AliasMeaning = (value, resolved) => {
  const word = typeof value === "string" ? value.toLowerCase() : value;
  return mergeFields(resolved, { sort: typeof word === "string" ? SORTS.get(word) ?? value : value });
};

/** A letter or a word of fd's `--type`, or else a file type. */
export const entryOrFileType: AliasMeaning = firstMeaning(
  entryTypes,
  textAlias((text, resolved) => /^[fdlxe]$/.test(text) ? mergeFields(resolved, { types: [text] }) : undefined),
  textAlias((text, resolved) =>
    FILE_TYPE.test(text) ? mergeFields(resolved, { extensions: extensionsOf(text) }) : undefined
  ),
);

/** The last line as a number of lines; below 1 for the end of the file. */
export const lastLine: AliasMeaning = (value, resolved) => {
  const last = parseInteger(value), first = Math.max(1, parseInteger(resolved.start_line) ?? 1);
  if (last === undefined || last >= 1 && last < first) return undefined;
  if (last === 0) return {};
  return mergeFields(resolved, { max_lines: last < 0 ? LIMITS.readLines.cap : last - first + 1 });
};

/** A range of lines: `[12, 40]` or `12-40`. */
export const lineRange: AliasMeaning = (value, resolved) => {
  const ends = Array.isArray(value) ? value : typeof value === "string" ? value.split(/[-:,]/) : [];
  const [first, last] = ends.map(parseInteger);
  if (first === undefined || last === undefined || last < first) return undefined;
  return mergeFields(resolved, { start_line: first, max_lines: last - first + 1 });
};

/** The first lines, or the last. */
export const firstLines: AliasMeaning = lineCount((count) => ({ start_line: 1, max_lines: count }));
export const lastLines: AliasMeaning = lineCount((count) => ({ start_line: -count, max_lines: count }));

function lineCount(
  range: (count: number) => { readonly start_line: number; readonly max_lines: number },
): AliasMeaning {
  return (value, resolved) => {
    const count = parseInteger(value);
    if (count === undefined || count < 0) return undefined;
    return count === 0 ? {} : mergeFields(resolved, range(count));
  };
}

/** File types whose extension differs from their name, or that have several. */
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
 * The extensions of a file type of ripgrep's `--type`; an unknown type is its own extension.
 *
 * @example
 * ```ts
 * extensionsOf("rust"); // ["rs"]
 * ```
 */
export function extensionsOf(type: string): readonly string[] {
  const extension = type.toLowerCase().replace(/^\*?\./, "");
  return EXTENSIONS.get(extension)?.split(" ") ?? [extension];
}
