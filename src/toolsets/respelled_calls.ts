/**
 * Calls that ask for a name or an identifier in the spelling that files have.
 * @module
 */
import { type ListRequest, type Query, type SearchRequest } from "../model/request.ts";
import type { NearName } from "./near_names.ts";
import { orNone } from "./or_none.ts";
import { looseIdentifier, respelled } from "./respelled.ts";
import type { CallContext } from "./tool.ts";

type Run = CallContext["run"];

/** Globs that are looked at. */
const MOST_GLOBS = 4;

/** The test of names that a listing asks for, spelt as some entry has it; undefined where there is none. */
export async function respelledName(
  { scope, tests, timeoutMs }: Pick<ListRequest, "scope" | "tests" | "timeoutMs">,
  run: Run,
): Promise<NearName | undefined> {
  const { name } = tests, spelt = name && respelled(name.pattern);
  if (name === undefined || spelt === undefined) return undefined;
  const loose = { pattern: spelt.loose, syntax: "regex", fullPath: true } as const;
  const asking = {
    op: "list",
    scope,
    tests: { ...tests, name: loose },
    metadata: false,
    skip: 0,
    limit: 1,
    timeoutMs,
  } as const;
  const [entry] = await orNone(async () => (await run(asking)).entries);
  const pattern = entry === undefined ? name.pattern : spelt.as(entry.path);
  if (pattern === name.pattern) return undefined;
  return { phrase: "near_pattern", name: { ...name, pattern }, turn: { pattern } };
}

/** The globs that choose files, with names spelt as some file has them; undefined where there is none. */
export async function respelledGlobs(
  { scope, timeoutMs }: Pick<ListRequest, "scope" | "timeoutMs">,
  run: Run,
): Promise<readonly string[] | undefined> {
  for (const glob of scope.globs.filter((glob) => !glob.startsWith("!")).slice(0, MOST_GLOBS)) {
    const name = { pattern: glob, syntax: "glob", fullPath: true } as const;
    const tests = { name, types: ["f" as const], extensions: [], exclude: [], sizes: [] };
    const spelt = await respelledName({ scope: { ...scope, globs: [] }, tests, timeoutMs }, run);
    if (spelt !== undefined) return scope.globs.map((other) => other === glob ? spelt.name.pattern : other);
  }
  return undefined;
}

/** The query of a search, spelt as some line has it; undefined where there is none, or it is no identifier. */
export async function respelledQuery(request: SearchRequest, run: Run): Promise<Query | undefined> {
  const { query } = request, pattern = looseIdentifier(query.pattern);
  if (pattern === undefined) return undefined;
  const loose = { ...query, pattern, fixed: false };
  const files = await orNone(async () =>
    (await run({ ...request, query: loose, need: "lines", skip: 0, limit: 1 })).files
  );
  const [hit] = files.flatMap(({ hits }) => hits), bytes = hit && new TextEncoder().encode(hit.line);
  const text = bytes && new TextDecoder().decode(bytes.subarray(...hit.spans[0]));
  return text === undefined || text === query.pattern ? undefined : { ...query, pattern: text };
}
