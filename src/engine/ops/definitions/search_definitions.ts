/**
 * Searches for definitions: of the files in which the query has a match, those matches that name a definition.
 * @module
 */
import { LIMITS } from "../../../model/limits.ts";
import type { Hit, UncountedMatches } from "../../../model/search_report.ts";
import type { KeyCounter, KeyCounts } from "../../scan/block.ts";
import { hitUnits } from "../../scan/hit_maker.ts";
import { type FileWithHits, HitSink } from "../../scan/hit_sink.ts";
import type { Operation } from "../../task/operation.ts";
import { fileDefinitions } from "../outline.ts";
import type { SearchPass } from "../search_pass.ts";
import { type IndexedHit, likelyFiles, namedHitsOf, scanPage } from "./likely_files.ts";
import type { NamedHit } from "./named_hits.ts";

/** What a search for definitions found. */
export interface FoundDefinitions {
  readonly sink: HitSink;
  readonly samples: ReadonlyMap<string, readonly Hit[]>;
  readonly uncounted: UncountedMatches;
  readonly isComplete: boolean;
}

/**
 * Finds the definitions among the matches of `plain`, a search of the same files that counted them. Files without a
 * match are not parsed. Files that likely define a searched name are parsed first: there may not be time for all.
 */
export function* searchDefinitions(pass: SearchPass, plain: HitSink): Operation<FoundDefinitions> {
  const { job } = pass, result = new DefinitionResult(pass), waiting = new Map<FileWithHits, readonly IndexedHit[]>();
  const likely = yield* likelyFiles(pass, plain), first = new Set(likely);
  const unknown = { unknownMatches: 0, unknownFiles: 0 };
  let done = 0;
  for (const file of [...first, ...plain.files.filter((file) => !first.has(file))]) {
    const hits = yield* namedHitsIn(file, pass);
    if (hits === "out of time") break;
    if (hits === undefined) {
      unknown.unknownMatches += file.count;
      unknown.unknownFiles++;
    } else if (first.size > 0) waiting.set(file, hits);
    else yield* result.add(file, hits);
    job.progress(++done, plain.files.length);
    if (job.shouldYield()) yield;
  }
  // A page has its files in order.
  for (const file of plain.files) yield* result.add(file, waiting.get(file) ?? []);
  result.takeTotals(plain);
  const { sink, samples } = result, otherMatches = plain.total - unknown.unknownMatches - sink.total;
  return { sink, samples, uncounted: { otherMatches, ...unknown }, isComplete: done === plain.files.length };
}

/** The hits of a file that name a definition; undefined if its definitions are not known. */
function* namedHitsIn(
  file: FileWithHits,
  pass: SearchPass,
): Operation<readonly IndexedHit[] | "out of time" | undefined> {
  const { job, request: { encoding } } = pass, { entry } = file;
  const definitions = job.remainingMs() > 0 ? yield* fileDefinitions(entry, job, encoding) : undefined;
  if (job.remainingMs() <= 0) return "out of time";
  if (definitions === undefined || definitions.length === 0) return definitions && [];
  return (yield* namedHitsOf(file, definitions, pass)) ?? "out of time";
}

/** The definitions of a search, by file in order. */
class DefinitionResult {
  readonly sink: HitSink;
  /** The first hits of each file, at most `LIMITS.summarySamples`. */
  readonly samples = new Map<string, readonly Hit[]>();

  constructor(readonly pass: SearchPass) {
    this.sink = new HitSink(pass.request, pass.keyCounter());
  }

  /** Adds a file with definitions: its counts, and those of its hits that the page has room for. */
  *add(file: FileWithHits, named: readonly IndexedHit[]): Operation<void> {
    const { sink, sink: { counter }, pass } = this, hits = withinMaxCount(named, pass);
    if (hits.length === 0) return;
    sink.beginFile(file.entry);
    const shown = yield* this.#hitsOnPage(file, hits);
    sink.addFound({
      count: hits.reduce((sum, hit) => sum + countOf(hit, pass), 0),
      records: hits.length,
      hits: shown,
      keys: counter && countNamed(hits, counter, pass),
    });
    sink.endFile(file.content);
    this.samples.set(file.path, hits.slice(0, LIMITS.summarySamples));
  }

  /** The result looked at the same files as the search that counted all matches. */
  takeTotals(plain: HitSink): void {
    const { searched, reads, hardLines, skipped } = plain;
    Object.assign(this.sink, { searched, reads, hardLines });
    Object.assign(this.sink.skipped, skipped);
  }

  /** The hits that the page has room for, with their context. */
  *#hitsOnPage(file: FileWithHits, hits: readonly IndexedHit[]): Operation<NamedHit[]> {
    const { sink } = this, { skip, contextBefore, contextAfter } = sink.request;
    const wanted = sink.wantsHits ? hits.slice(Math.max(0, skip - sink.records), sink.pageRoom) : [];
    const [first] = wanted, last = wanted.at(-1);
    if (first === undefined || last === undefined) return [];
    const page = { skip: first.record, limit: last.record - first.record + 1, contextBefore, contextAfter };
    const scanned = contextBefore + contextAfter > 0 ? yield* scanPage(file, this.pass, page) : undefined;
    const shown = hitsWithin(LIMITS.pageText - sink.units, wanted, scanned?.hits ?? wanted);
    sink.units += shown.reduce((sum, hit) => sum + hitUnits(hit), 0);
    sink.isFull = shown.length < wanted.length;
    return shown;
  }
}

/** As many of the hits as the page has room for, with the context of the same lines as they were scanned. */
function hitsWithin(maxUnits: number, hits: readonly IndexedHit[], scanned: readonly Hit[]): NamedHit[] {
  const context = new Map(scanned.map((hit) => [hit.lineNumber, hit])), shown: NamedHit[] = [];
  let units = 0;
  for (const { record: _, ...hit } of hits) {
    const around = context.get(hit.lineNumber);
    // A page ends at the first hit that it has no room for.
    if (around === undefined || units >= maxUnits) break;
    shown.push({ ...hit, before: around.before, after: around.after });
    units += hitUnits(around);
  }
  return shown;
}

/** The matches in a hit, as `rg -c` counts. */
function countOf({ spans }: IndexedHit, { countsMatches }: SearchPass): number {
  return countsMatches ? spans.length : 1;
}

function withinMaxCount(hits: readonly IndexedHit[], pass: SearchPass): readonly IndexedHit[] {
  let left = pass.request.maxCount ?? Infinity;
  return hits.filter((hit) => {
    const isWithin = left > 0;
    left -= countOf(hit, pass);
    return isWithin;
  });
}

/** What `counter` counts in these matches: each value, or for each pattern the lines (of a query across lines, the matches). */
function countNamed(hits: readonly NamedHit[], counter: KeyCounter, pass: SearchPass): KeyCounts {
  const sums = new Map<string, number>(), isValue = pass.request.breakdown === "values";
  const most = isValue || pass.countsMatches ? Infinity : 1;
  for (const hit of hits) {
    for (const [key, count] of countsIn(hit, counter, isValue)) {
      sums.set(key, (sums.get(key) ?? 0) + Math.min(count, most));
    }
  }
  return sums;
}

/** A value is that of a match itself. Of several patterns, each may match another part of the text that one matches. */
function countsIn({ line, spans }: NamedHit, counter: KeyCounter, isValue: boolean): KeyCounts {
  const counts = new Map<string, number>(),
    bytes = new TextEncoder().encode(line),
    isAscii = bytes.length === line.length;
  const unitAt = (at: number) => isAscii ? at : new TextDecoder().decode(bytes.subarray(0, at)).length;
  for (const [start, end] of spans) {
    const from = unitAt(start), to = isValue ? from : unitAt(end) - 1;
    // Each step takes some milliseconds only in texts that are much longer than a line.
    Array.from(counter.count(line, from, to, isAscii, counts));
  }
  return counts;
}
