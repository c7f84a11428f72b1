/**
 * Searches for definitions: of the files in which the query has a match, those matches that name a definition.
 * @module
 */
import type { Definition } from "../../model/definition.ts";
import { LIMITS } from "../../model/limits.ts";
import type { Hit, UncountedMatches } from "../../model/report.ts";
import type { SearchRequest } from "../../model/request.ts";
import type { CachedFile } from "../cache/cached_file.ts";
import { hitUnits } from "../scan/hit_maker.ts";
import { type FileWithHits, HitSink } from "../scan/hit_sink.ts";
import type { Operation } from "../task/operation.ts";
import { countNamed } from "./count_named.ts";
import { hitsOnNames, type NamedHit } from "./named_hits.ts";
import { fileDefinitions } from "./outline.ts";
import type { SearchPass } from "./search_pass.ts";

/** What a search for definitions found. */
export interface FoundDefinitions {
  readonly sink: HitSink;
  /** The first hits of each file, at most `LIMITS.summarySamples`. */
  readonly samples: ReadonlyMap<string, readonly Hit[]>;
  readonly uncounted: UncountedMatches;
  readonly isComplete: boolean;
}

/**
 * Finds the definitions among the matches of `plain`, a search of the same files that counted them. Files without a
 * match are not parsed.
 */
export function* searchDefinitions(pass: SearchPass, plain: HitSink): Operation<FoundDefinitions> {
  const { job, request } = pass,
    sink = new HitSink(request, pass.keyCounter()),
    samples = new Map<string, readonly Hit[]>();
  let unknownMatches = 0, unknownFiles = 0, done = 0;
  for (const file of plain.files) {
    const definitions = job.remainingMs() > 0 ? yield* fileDefinitions(file.entry, job) : undefined;
    if (job.remainingMs() <= 0) break;
    if (definitions === undefined) {
      unknownMatches += file.count;
      unknownFiles++;
    } else if (definitions.length > 0) {
      const matched = { file, asRead: plain.tallies.get(file.path)?.file };
      const named = yield* namedHitsOf(matched, definitions, pass);
      if (named === undefined) break;
      const hits = withinMaxCount(named, request);
      if (hits.length > 0) {
        yield* addFile(sink, matched, hits, pass);
        samples.set(file.path, hits.slice(0, LIMITS.summarySamples));
      }
    }
    job.progress(++done, plain.files.length);
    if (job.shouldYield()) yield;
  }
  takeTotals(sink, plain);
  const uncounted = { otherMatches: plain.total - unknownMatches - sink.total, unknownMatches, unknownFiles };
  return { sink, samples, uncounted, isComplete: done === plain.files.length };
}

/** The result looked at the same files as the search that counted the matches. */
function takeTotals(sink: HitSink, plain: HitSink): void {
  sink.searched = plain.searched;
  sink.reads = plain.reads;
  sink.hardLines = plain.hardLines;
  Object.assign(sink.skipped, plain.skipped);
}

/** A file with matches, and the content in which they were counted, if that was cached. */
export interface MatchedFile {
  readonly file: FileWithHits;
  readonly asRead: CachedFile | undefined;
}

/** A hit that names a definition, and its index among all hits of the file. */
type IndexedHit = NamedHit & { readonly record: number };

/** The hits of a file that name a definition, without context; undefined if time ran out. */
export function* namedHitsOf(
  matched: MatchedFile,
  definitions: readonly Definition[],
  pass: SearchPass,
): Operation<IndexedHit[] | undefined> {
  const named: IndexedHit[] = [];
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

type Page = Pick<SearchRequest, "skip" | "limit" | "contextBefore" | "contextAfter">;

/** Scans a page of one file's hits; undefined if time ran out. */
function* scanPage(
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

/** The matches in a hit, as `rg -c` counts. */
function countOf({ spans }: IndexedHit, { query }: SearchRequest): number {
  return query.multiline ? spans.length : 1;
}

function withinMaxCount(hits: readonly IndexedHit[], request: SearchRequest): readonly IndexedHit[] {
  let left = request.maxCount ?? Infinity;
  return hits.filter((hit) => {
    const isWithin = left > 0;
    left -= countOf(hit, request);
    return isWithin;
  });
}

/** Adds a file to the result: its counts, and those of its hits that the page has room for. */
function* addFile(
  sink: HitSink,
  matched: MatchedFile,
  hits: readonly IndexedHit[],
  pass: SearchPass,
): Operation<void> {
  const count = hits.reduce((sum, hit) => sum + countOf(hit, sink.request), 0);
  sink.beginFile(matched.file.entry);
  const shown = yield* hitsOnPage(sink, matched, hits, pass);
  const units = shown.reduce((sum, hit) => sum + hitUnits(hit), 0);
  const { counter } = sink, keys = counter && countNamed(hits, counter, sink.request);
  sink.addResult({ count, records: hits.length, hits: shown, units, keys });
  sink.endFile({ file: matched.asRead, bytes: matched.asRead?.size ?? 0 });
}

/** The hits that the page has room for, with their context. */
function* hitsOnPage(
  sink: HitSink,
  matched: MatchedFile,
  hits: readonly IndexedHit[],
  pass: SearchPass,
): Operation<NamedHit[]> {
  const { firstRecord, endRecord, maxUnits, before, after } = sink.scanOptions();
  const wanted = sink.isFull ? [] : hits.slice(firstRecord, endRecord), [first] = wanted, last = wanted.at(-1);
  if (first === undefined || last === undefined) return [];
  const page = {
    skip: first.record,
    limit: last.record - first.record + 1,
    contextBefore: before,
    contextAfter: after,
  };
  const scanned = before + after > 0 ? yield* scanPage(matched, pass, page) : { hits: wanted };
  const context = new Map(scanned?.hits.map((hit) => [hit.lineNumber, hit]));
  let units = 0;
  const shown: NamedHit[] = [];
  for (const { record: _, ...hit } of wanted) {
    const around = context.get(hit.lineNumber);
    // A page ends at the first hit that it has no room for.
    if (around === undefined || units >= maxUnits) break;
    shown.push({ ...hit, before: around.before, after: around.after });
    units += hitUnits(around);
  }
  return shown;
}
