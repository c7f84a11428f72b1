/**
 * Names in other spellings: `expandGlob`, `expand-glob` or `expandglob` for `expand_glob`; and the probes that find the one
 * which files have.
 * @module
 */
import type { EntryTests, ListRequest, NameTest, Query, Scope, SearchRequest } from "../../model/request.ts";
import type { HintAlternative } from "./explain_zero.ts";
import { isTooLongToGuess } from "../arguments/globs.ts";

/** Letters and digits of a name that is worth it. */
const MIN_NAME_LETTERS = 4;
/** A name in a pattern: letters and digits, with what may stand between them. */
const WORD = /[\p{L}\p{N}](?:[-_ ]?[\p{L}\p{N}])+/gu;

/** What finds the other spellings of a pattern's names. */
export interface OtherSpellings {
  /** An expression for paths that have the names in any spelling. */
  readonly anySpelling: string;
  /** The pattern with the names spelt as this path has them. */
  spelledAs(path: string): string;
}

/**
 * The other spellings of the names in a glob; undefined where it has none that tell.
 *
 * @example
 * ```ts
 * respelled("src/**\/expandGlob*")?.as("src/engine/expand_glob.ts"); // "src/**\/expand_glob*"
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
 * An expression for the other spellings of an identifier, whose parts its humps and separators tell; undefined for any
 * other text, and for one without parts: to look for all letters one by one takes long.
 *
 * @example
 * ```ts
 * anyIdentifierSpelling("expandGlob"); // "(?i)expand[-_ ]?glob"
 * anyIdentifierSpelling("glob"); // undefined
 * ```
 */
export function anyIdentifierSpelling(text: string): string | undefined {
  if (!/^[\p{L}\p{N}]+(?:[-_]?[\p{L}\p{N}]+)*$/u.test(text)) return undefined;
  const parts = text.split(/[-_]|(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u);
  return parts.length < 2 ? undefined : "(?i)" + parts.map((part) => part.toLowerCase()).join("[-_ ]?");
}

/**
 * The path that a glob is, at any depth or as it stands, or that it begins with, if it does: there a slip in a name of
 * a directory keeps everything below from being found.
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

/** The name that a test of names asks for, where it is one as it stands: between anchors, its dots escaped or not. */
export function literalNameOf({ pattern, syntax }: NameTest): string | undefined {
  if (syntax === "glob") return literalPathOf(pattern);
  const bare = pattern.replace(/^\^|\$$/g, "").replaceAll("\\.", ".");
  return /[\\^$*+?()[\]{}|]/.test(bare) ? undefined : ifLongEnough(bare);
}

function ifLongEnough(path: string): string | undefined {
  return isTooLongToGuess([path]) || (path.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < MIN_NAME_LETTERS ? undefined : path;
}

/** Globs that are looked at. */
const MAX_GLOBS = 4;

/** A probe gives no hint of its own. */
const PROBE = { isProbe: true, phrase: "near_pattern", advice: {}, unit: "entries" } as const;

/** Which entries are asked about. */
export type ListedEntries = Pick<ListRequest, "scope" | "tests" | "timeoutMs" | "excludedBy">;

/** Lists the first of some entries, so that another call can be made of its path. */
export function listProbe(
  asked: ListedEntries,
  instead: (path: string) => readonly HintAlternative[],
  once?: string,
): HintAlternative {
  const request = { op: "list", metadata: false, skip: 0, limit: 1, ...asked } as const;
  return { ...PROBE, ...(once && { onceKey: once }), request, refine: ({ paths: [path] }) => instead(path) };
}

/** A probe for a name in other spellings; none for one that has no words. */
export function nameSpellingProbe(
  { tests, ...asked }: Omit<ListedEntries, "tests"> & Partial<ListedEntries>,
  as: (name: NameTest) => HintAlternative,
  once?: string,
): HintAlternative[] {
  const name = tests?.name, spelt = name && otherSpellings(name.pattern);
  if (tests === undefined || name === undefined || spelt === undefined) return [];
  const loose = { pattern: spelt.anySpelling, syntax: "regex", fullPath: true } as const;
  const instead = (path: string) => {
    const pattern = spelt.spelledAs(path);
    return pattern === name.pattern ? [] : [as({ ...name, pattern })];
  };
  return [listProbe({ ...asked, tests: { ...tests, name: loose } }, instead, once)];
}

/** Probes for the globs that choose files in other spellings: of the first of them that files have. */
export function globSpellingProbes(
  scope: Scope,
  timeoutMs: number,
  as: (globs: readonly string[]) => HintAlternative,
): HintAlternative[] {
  return scope.globs.filter((glob) => !glob.startsWith("!")).slice(0, MAX_GLOBS).flatMap((glob) => {
    const tests = fileNameTests({ pattern: glob, syntax: "glob", fullPath: true });
    return nameSpellingProbe(
      { scope: { ...scope, globs: [] }, tests, timeoutMs },
      ({ pattern }) => as(scope.globs.map((other) => other === glob ? pattern : other)),
      "globs",
    );
  });
}

/** Tests of files by their name alone. */
export function fileNameTests(name: NameTest): EntryTests {
  return { name, types: ["f"], extensions: [], exclude: [], sizes: [] };
}

/** A probe for the query in other spellings; none for one that is no identifier. */
export function querySpellingProbe(request: SearchRequest, as: (query: Query) => HintAlternative): HintAlternative[] {
  const { query } = request, pattern = anyIdentifierSpelling(query.pattern);
  if (pattern === undefined) return [];
  const instead: HintAlternative["refine"] = ({ text }) =>
    text === undefined || text === query.pattern ? [] : [as({ ...query, pattern: text })];
  const loose = { ...query, pattern, fixed: false };
  return [{ ...PROBE, request: { ...request, query: loose, need: "lines", skip: 0, limit: 1 }, refine: instead }];
}
