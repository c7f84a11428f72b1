/** Requests with everything at its default, for tests to vary. @module */
import { LIMITS } from "../../src/model/limits.ts";
import type { EntryTests, GlobRequest, ListRequest, Query, Scope, SearchRequest } from "../../src/model/request.ts";

/** A scope of the whole root. */
export function scopeOf(scope: Partial<Scope> = {}): Scope {
  return { roots: ["."], globs: [], hidden: false, noIgnore: false, followSymlinks: false, ...scope };
}

/** A regular expression, searched for as it stands. */
export function query(pattern: string, more: Partial<Query> = {}): Query {
  return { pattern, fixed: false, word: false, caseRule: "sensitive", multiline: false, ...more };
}

/** A search of the whole root for `pattern`, all lines wanted. */
export function searchFor(
  pattern: string,
  request: Partial<Omit<SearchRequest, "query" | "op">> = {},
  more: Partial<Query> = {},
): SearchRequest {
  return {
    op: "search",
    timeoutMs: 30_000,
    scope: scopeOf(),
    maxFileSize: LIMITS.fileSize.cap,
    contextBefore: 0,
    contextAfter: 0,
    need: "lines",
    skip: 0,
    limit: 1_000_000,
    ...request,
    query: query(pattern, more),
  };
}

/** A listing of the whole root. */
export function listAll(request: Partial<ListRequest> = {}): ListRequest {
  const page = { skip: 0, limit: 1000, timeoutMs: 1000 };
  return { op: "list", scope: scopeOf(), tests: testsOf(), metadata: false, ...page, ...request };
}

/** The files below the root that match a glob. */
export function globFor(pattern: string): GlobRequest {
  const where = { root: ".", hidden: false, noIgnore: false };
  return { op: "glob", pattern, mode: "files", limit: 1000, timeoutMs: 1000, ...where };
}

/** Tests that every entry passes. */
export function testsOf(tests: Partial<EntryTests> = {}): EntryTests {
  return { types: [], extensions: [], exclude: [], sizes: [], ...tests };
}
