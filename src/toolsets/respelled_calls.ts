/**
 * Calls that ask for a name or an identifier in the spelling that files have.
 * @module
 */
import { type ListRequest, type Query, type SearchRequest } from "../model/request.ts";
import { ToolError } from "../model/tool_error.ts";
import type { NearName } from "./near_names.ts";
import { looseIdentifier, respelled } from "./respelled.ts";
import type { CallContext } from "./tool.ts";

type Run = CallContext["run"];

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

/** A hint is not worth an error. */
async function orNone<T>(run: () => Promise<readonly T[]>): Promise<readonly T[]> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ToolError && error.key !== "cancelled") return [];
    throw error;
  }
}
