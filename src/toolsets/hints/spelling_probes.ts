/**
 * Probes for the spelling that files have of a call's names, and the calls that are made of it.
 * @module
 */
import type { EntryTests, ListRequest, NameTest, Query, Scope, SearchRequest } from "../../model/request.ts";
import type { HintAlternative } from "./explain_zero.ts";
import { anyIdentifierSpelling, otherSpellings } from "./other_spellings.ts";

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
