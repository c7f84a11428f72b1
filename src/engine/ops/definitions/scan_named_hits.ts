/**
 * Scans one file for the matches that name a definition.
 * @module
 */
import type { Definition } from "../../../model/definition.ts";
import type { Hit } from "../../../model/search_report.ts";
import type { Query, SearchRequest } from "../../../model/request.ts";
import type { CachedFile } from "../../cache/cached_file.ts";
import { type FileWithHits, HitSink } from "../../scan/hit_sink.ts";
import type { Operation } from "../../task/operation.ts";
import type { SearchPass } from "../search_pass.ts";
import { isOneName } from "./likely_files.ts";
import { hitsOnNames, type NamedHit } from "./named_hits.ts";

/** A file with matches, and the content in which they were counted, if that was cached. */
export interface MatchedFile {
  readonly file: FileWithHits;
  readonly asRead: CachedFile | undefined;
}

/** A hit that names a definition, and its index among all hits of the file. */
export type IndexedHit = NamedHit & { readonly record: number };

/** The hits of a file that name a definition, without context; undefined if time ran out. */
export function* namedHitsOf(
  matched: MatchedFile,
  definitions: readonly Definition[],
  pass: SearchPass,
): Operation<IndexedHit[] | undefined> {
  const named: IndexedHit[] = [];
  // Most files that use a name define none like it: they need no scan.
  if (!definitions.some(({ name }) => mayOverlap(pass.request.query, name))) return named;
  // A page of hits is limited, and a file may have more than one page of them.
  for (let skip = 0;;) {
    const page = yield* scanPage(matched, pass, { skip, limit: Infinity, contextBefore: 0, contextAfter: 0 });
    if (page === undefined) return undefined;
    const indices = new Map(page.hits.map(({ lineNumber }, i) => [lineNumber, skip + i]));
    for (const hit of hitsOnNames(page.hits, definitions)) {
      named.push({ ...hit, record: indices.get(hit.lineNumber) ?? 0 });
    }
    if (!page.isFull || page.hits.length === 0) return named;
    skip += page.hits.length;
  }
}

/** Whether a match of the query may overlap the name of a definition. If it is a name itself, it can only be a part. */
function mayOverlap(query: Query, name: string): boolean {
  return !isOneName(query) || name.toLowerCase().includes(query.pattern.toLowerCase());
}

type Page = Pick<SearchRequest, "skip" | "limit" | "contextBefore" | "contextAfter">;

/** Scans a page of one file's hits; undefined if time ran out. */
export function* scanPage(
  { file, asRead }: MatchedFile,
  pass: SearchPass,
  page: Page,
): Operation<{ readonly hits: readonly Hit[]; readonly isFull: boolean } | undefined> {
  const { maxCount: _, ...request } = pass.request;
  const sink = new HitSink({ ...request, ...page, need: "lines" });
  const contents = new Map(asRead === undefined ? [] : [[file.path, asRead]]);
  if (!(yield* pass.rescanner(sink).scanAsRead([file.entry], contents))) return undefined;
  return { hits: sink.files[0]?.hits ?? [], isFull: sink.isFull };
}
