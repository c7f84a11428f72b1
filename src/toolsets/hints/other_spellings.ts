/**
 * Names in other spellings: `expandGlob`, `expand-glob` or `expandglob` for `expand_glob`; and probes that find the
 * spelling of existing files.
 * @module
 */
import type { EntryTests, ListRequest, NameTest, Query, Scope, SearchRequest } from "../../model/request.ts";
import type { HintAlternative } from "./explain_zero.ts";
import { isTooLongToGuess } from "../arguments/globs.ts";

/** Fewest letters and digits of a name whose spellings are tried. */
const MIN_NAME_LETTERS = 4;
/** A name in a pattern: letters and digits, with at most one separator between two of them. */
const WORD = /[\p{L}\p{N}](?:[-_ ]?[\p{L}\p{N}])+/gu;

/** The other spellings of the names in a pattern. */
export interface OtherSpellings {
  /** A regular expression for paths with the names in any spelling. */
  readonly anySpelling: string;
  /** The pattern, its names spelled as in `path`. */
  spelledAs(path: string): string;
}

/**
 * The other spellings of the names in a glob; undefined if it has no name of `MIN_NAME_LETTERS`.
 *
 * @example
 * ```ts
 * otherSpellings("src/**\/expandGlob*")?.spelledAs("src/engine/expand_glob.ts"); // "src/**\/expand_glob*"
 * ```
 */
export function otherSpellings(glob: string): OtherSpellings | undefined {
  const words = (glob.match(WORD) ?? []).filter((word) => word.replace(/[-_ ]/g, "").length >= MIN_NAME_LETTERS);
  if (words.length === 0) return undefined;
  return {
    anySpelling: words.map(anySpellingOf).join(".*"),
    spelledAs: (path) =>
      glob.replace(
        WORD,
        (word) => words.includes(word) ? new RegExp(anySpellingOf(word), "iu").exec(path)?.[0] ?? word : word,
      ),
  };
}

/** The word in any case, with or without separators anywhere. */
function anySpellingOf(word: string): string {
  return [...word.replace(/[-_ ]/g, "").toLowerCase()].join("[-_ ]?");
}

/**
 * A regular expression for the other spellings of an identifier. It is split at capitals and separators. Undefined for
 * other text, and for an identifier of one part: separators between all letters would be slow to match.
 *
 * @example
 * ```ts
 * anyIdentifierSpelling("expandGlob"); // "(?i)expand[-_ ]?glob"
 * anyIdentifierSpelling("glob"); // undefined
 * ```
 */
export function anyIdentifierSpelling(text: string): string | undefined {
  if (!/^[\p{L}\p{N}]+(?:[-_][\p{L}\p{N}]+)*$/u.test(text)) return undefined;
  const parts = text.split(/[-_]|(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u);
  return parts.length < 2 ? undefined : "(?i)" + parts.map((part) => part.toLowerCase()).join("[-_ ]?");
}

/**
 * The literal path that a glob consists of, without its `**`, or that it begins with: a misspelled directory there
 * hides everything below it.
 *
 * @example
 * ```ts
 * literalPathOf("**\/serach.ts"); // "serach.ts"
 * literalPathOf("src/enigne/**\/*.ts"); // "src/enigne"
 * literalPathOf("src/**\/serach.ts"); // "src/serach.ts"
 * literalPathOf("*.ts"); // undefined
 * ```
 */
export function literalPathOf(glob: string): string | undefined {
  const names = glob.split("/").filter((name) => !["", ".", "**"].includes(name));
  const signs = names.findIndex((name) => /[*?[\]{}\\!]/.test(name));
  return ifLongEnough((signs < 0 ? names : names.slice(0, signs)).join("/"));
}

/** The literal name that a name test requires, if it is one, perhaps between anchors and with escaped dots. */
export function literalNameOf({ pattern, syntax }: NameTest): string | undefined {
  if (syntax === "glob") return literalPathOf(pattern);
  const bare = pattern.replace(/^\^|\$$/g, "").replaceAll("\\.", ".");
  return /[\\^$*+?()[\]{}|]/.test(bare) ? undefined : ifLongEnough(bare);
}

function ifLongEnough(path: string): string | undefined {
  return isTooLongToGuess([path]) || (path.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < MIN_NAME_LETTERS ? undefined : path;
}

/** Globs whose spellings are probed. */
const MAX_GLOBS = 4;

/** A probe itself gives no hint. */
const PROBE = { isProbe: true, phrase: "near_pattern", advice: {}, unit: "entries" } as const;

/** The entries that a probe lists. */
export type ListedEntries = Pick<ListRequest, "scope" | "tests" | "timeoutMs" | "excludedBy">;

/** Lists the first entry; `refine` makes calls of its path. */
export function listProbe(
  entries: ListedEntries,
  refine: (path: string) => readonly HintAlternative[],
  onceKey?: string,
): HintAlternative {
  const request = { op: "list", metadata: false, skip: 0, limit: 1, ...entries } as const;
  return { ...PROBE, ...(onceKey && { onceKey }), request, refine: ({ paths: [path] }) => refine(path) };
}

/** A probe for the name test in other spellings, if its name has any. */
export function nameSpellingProbe(
  { tests, ...entries }: Omit<ListedEntries, "tests"> & Partial<ListedEntries>,
  toAlternative: (name: NameTest) => HintAlternative,
  onceKey?: string,
): HintAlternative[] {
  const name = tests?.name, spellings = name && otherSpellings(name.pattern);
  if (tests === undefined || name === undefined || spellings === undefined) return [];
  const anySpelling = { pattern: spellings.anySpelling, syntax: "regex", fullPath: true } as const;
  const refine = (path: string) => {
    const pattern = spellings.spelledAs(path);
    return pattern === name.pattern ? [] : [toAlternative({ ...name, pattern })];
  };
  return [listProbe({ ...entries, tests: { ...tests, name: anySpelling } }, refine, onceKey)];
}

/** Probes for the globs of a scope in other spellings; the first glob that existing files spell otherwise counts. */
export function globSpellingProbes(
  scope: Scope,
  timeoutMs: number,
  toAlternative: (globs: readonly string[]) => HintAlternative,
): HintAlternative[] {
  return scope.globs.filter((glob) => !glob.startsWith("!")).slice(0, MAX_GLOBS).flatMap((glob) => {
    const tests = fileNameTests({ pattern: glob, syntax: "glob", fullPath: true });
    return nameSpellingProbe(
      { scope: { ...scope, globs: [] }, tests, timeoutMs },
      ({ pattern }) => toAlternative(scope.globs.map((other) => other === glob ? pattern : other)),
      "globs",
    );
  });
}

/** Tests of files by name only. */
export function fileNameTests(name: NameTest): EntryTests {
  return { name, types: ["f"], extensions: [], exclude: [], sizes: [] };
}

/** A probe for the query in other spellings, if it is an identifier. */
export function querySpellingProbe(
  request: SearchRequest,
  toAlternative: (query: Query) => HintAlternative,
): HintAlternative[] {
  const { query } = request, pattern = anyIdentifierSpelling(query.pattern);
  if (pattern === undefined) return [];
  const refine: HintAlternative["refine"] = ({ text }) =>
    text === undefined || text === query.pattern ? [] : [toAlternative({ ...query, pattern: text })];
  const anySpelling = { ...query, pattern, fixed: false };
  return [{ ...PROBE, request: { ...request, query: anySpelling, need: "lines", skip: 0, limit: 1 }, refine }];
}
