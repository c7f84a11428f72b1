/**
 * Probes for the spelling that files have of a call's names, and the calls that are made of it.
 * @module
 */
import type { EntryTests, ListRequest, NameTest, Query, Scope, SearchRequest } from "../model/request.ts";
import type { Meant } from "./explain_zero.ts";
import { looseIdentifier, respelled } from "./respelled.ts";

/** Globs that are looked at. */
const MOST_GLOBS = 4;

/** A probe gives no hint of its own. */
const PROBE = { isProbe: true, phrase: "near_pattern", turn: {}, unit: "entries" } as const;

/** Which entries are asked about. */
export type Listed = Pick<ListRequest, "scope" | "tests" | "timeoutMs" | "leftOutBy">;

/** Lists the first of some entries, so that another call can be made of its path. */
export function probe(asked: Listed, instead: (path: string) => readonly Meant[], once?: string): Meant {
  const request = { op: "list", metadata: false, skip: 0, limit: 1, ...asked } as const;
  return { ...PROBE, ...(once && { once }), request, instead: ({ paths: [path] }) => instead(path) };
}

/** A probe for a name in other spellings; none for one that has no words. */
export function respelledName(
  { tests, ...asked }: Omit<Listed, "tests"> & Partial<Listed>,
  as: (name: NameTest) => Meant,
  once?: string,
): Meant[] {
  const name = tests?.name, spelt = name && respelled(name.pattern);
  if (tests === undefined || name === undefined || spelt === undefined) return [];
  const loose = { pattern: spelt.loose, syntax: "regex", fullPath: true } as const;
  const instead = (path: string) => {
    const pattern = spelt.as(path);
    return pattern === name.pattern ? [] : [as({ ...name, pattern })];
  };
  return [probe({ ...asked, tests: { ...tests, name: loose } }, instead, once)];
}

/** Probes for the globs that choose files in other spellings: of the first of them that files have. */
export function respelledGlobs(scope: Scope, timeoutMs: number, as: (globs: readonly string[]) => Meant): Meant[] {
  return scope.globs.filter((glob) => !glob.startsWith("!")).slice(0, MOST_GLOBS).flatMap((glob) => {
    const tests = testsOf({ pattern: glob, syntax: "glob", fullPath: true });
    return respelledName(
      { scope: { ...scope, globs: [] }, tests, timeoutMs },
      ({ pattern }) => as(scope.globs.map((other) => other === glob ? pattern : other)),
      "globs",
    );
  });
}

/** Tests of files by their name alone. */
export function testsOf(name: NameTest): EntryTests {
  return { name, types: ["f"], extensions: [], exclude: [], sizes: [] };
}

/** A probe for the query in other spellings; none for one that is no identifier. */
export function respelledQuery(request: SearchRequest, as: (query: Query) => Meant): Meant[] {
  const { query } = request, pattern = looseIdentifier(query.pattern);
  if (pattern === undefined) return [];
  const instead: Meant["instead"] = ({ text }) =>
    text === undefined || text === query.pattern ? [] : [as({ ...query, pattern: text })];
  const loose = { ...query, pattern, fixed: false };
  return [{ ...PROBE, request: { ...request, query: loose, need: "lines", skip: 0, limit: 1 }, instead }];
}
