/**
 * Searches for definitions: of the files in which the query has a match, those matches that name a definition.
 * @module
 */
import type { Definition } from "../../model/definition.ts";
import { LIMITS } from "../../model/limits.ts";
import type { SearchRequest } from "../../model/request.ts";
import type { DefinitionGaps, FoundDefinition, Hit, UncountedMatches } from "../../model/search_report.ts";
import type { KeyCounter, KeyCounts } from "../scan/block.ts";
import { type FileWithHits, HitSink } from "../scan/hit_sink.ts";
import type { Outline } from "../structure/language.ts";
import type { Operation } from "../task/operation.ts";
import { toDisplayText } from "../text/encoding.ts";
import { likelyFiles, mayOverlap, textOf } from "./likely_files.ts";
import { GapCounter, hitsOnNames, type NamedHit } from "./named_hits.ts";
import { fileOutline } from "./outline.ts";
import type { SearchPass } from "./search_pass.ts";

export const NO_CONTEXT = { contextBefore: 0, contextAfter: 0 };

/** What a search for definitions found. */
export interface FoundDefinitions {
  readonly sink: HitSink;
  /** The first hits of each file, at most `LIMITS.summarySamples`. */
  readonly samples: ReadonlyMap<string, readonly Hit[]>;
  readonly uncounted: UncountedMatches;
  readonly gaps: DefinitionGaps;
  readonly isComplete: boolean;
}

/**
 * Finds the definitions among the matches of `plain`, a search of the same files that counted them. Files without a
 * match are not parsed. Files that likely define a searched name are parsed first: there may not be time for all.
 */
export function* searchDefinitions(pass: SearchPass, plain: HitSink): Operation<FoundDefinitions> {
  const { job } = pass, early = new Map<FileWithHits, NamesInTime>();
  for (const file of yield* likelyFiles(pass, plain)) early.set(file, yield* namesIn(file, pass));
  const sink = new HitSink(pass.request, yield* pass.keyCounter()), samples = new Map<string, readonly Hit[]>();
  const gaps = new GapCounter();
  let unknownMatches = 0, isComplete = true;
  for (const [i, file] of plain.files.entries()) {
    const names = early.get(file) ?? (yield* namesIn(file, pass)), { outline, hits = [] } = names ?? {};
    if (names === undefined) isComplete = false;
    else if (names.hits === undefined) unknownMatches += file.count;
    if (names !== undefined && matchesIn(hits, pass) < file.count) gaps.add(file.path, outline);
    const counted = withinMaxCount(hits, pass);
    addNamed(sink, file, counted, pass);
    if (counted.length > 0) samples.set(file.path, counted.slice(0, LIMITS.summarySamples).map(withoutContext));
    job.progress(i + 1, plain.files.length);
    if (job.shouldYield()) yield;
  }
  // This search looked at the same files as the one that counted all matches.
  const { searched, reads, hardLines, skipped, unmarked, nonUtf8Paths } = plain;
  Object.assign(sink, { searched, reads, hardLines, unmarked, nonUtf8Paths });
  Object.assign(sink.skipped, skipped);
  const otherMatches = plain.total - unknownMatches - sink.total;
  return { sink, samples, uncounted: { otherMatches, unknownMatches }, gaps, isComplete };
}

/** A file's outline, and its hits that name a definition, if all definitions are known; undefined: out of time. */
type NamesInTime = { readonly outline?: Outline; readonly hits?: readonly NamedHit[] } | undefined;

function* namesIn(file: FileWithHits, pass: SearchPass): Operation<NamesInTime> {
  const { job, request, request: { encoding } } = pass;
  const outline = job.remainingMs() > 0 ? yield* fileOutline(file.entry, job, encoding) : undefined;
  if (job.remainingMs() <= 0) return undefined;
  if (outline === undefined || outline.isPartial) return { outline };
  const context = request.need === "lines" ? request : NO_CONTEXT;
  const hits = yield* namedHitsOf(file, outline.definitions, pass, context);
  return hits && { outline, hits };
}

/**
 * The hits of a file that name one of its definitions; undefined if time ran out.
 * @param context the lines to give around each
 */
export function* namedHitsOf(
  { entry, content }: FileWithHits,
  definitions: readonly Definition[],
  pass: SearchPass,
  { contextBefore, contextAfter }: Pick<SearchRequest, "contextBefore" | "contextAfter">,
): Operation<NamedHit[] | undefined> {
  const { maxCount: _, ...request } = pass.request, named: NamedHit[] = [];
  // The files were scanned before, so they are no progress.
  const job = { ...pass.job, progress: () => {} };
  // Most files that use a name define none like it: they need no scan.
  if (!definitions.some(({ name }) => mayOverlap(request.query, name))) return named;
  // A page of hits is limited, and a file may have more than one page of them.
  for (let skip = 0;;) {
    const sink = new HitSink({ ...request, need: "lines", skip, limit: Infinity, contextBefore, contextAfter });
    if (!(yield* pass.scanner(sink, job).scanAsRead([entry], [content]))) return undefined;
    const hits = sink.files[0]?.hits ?? [];
    for (const hit of hitsOnNames(hits, definitions)) named.push(hit);
    if (!sink.isFull || hits.length === 0) return named;
    skip += hits.length;
  }
}

/** Adds a file with definitions: its counts, and those of its hits that the page has room for. */
function addNamed(sink: HitSink, { entry, content }: FileWithHits, hits: readonly NamedHit[], pass: SearchPass): void {
  if (hits.length === 0) return;
  sink.beginFile(entry);
  sink.addFound({
    count: matchesIn(hits, pass),
    records: hits.length,
    hits: sink.takePage(hits, (hit) => hit),
    keys: sink.counter && countNamed(hits, sink.counter, pass),
  });
  sink.endFile(content);
}

function withoutContext(hit: NamedHit): NamedHit {
  return { ...hit, before: [], after: [] };
}

/** The matches in a hit, as `rg -c` counts. */
function countOf({ spans }: NamedHit, { countsMatches }: SearchPass): number {
  return countsMatches ? spans.length : 1;
}

function matchesIn(hits: readonly NamedHit[], pass: SearchPass): number {
  return hits.reduce((sum, hit) => sum + countOf(hit, pass), 0);
}

function withinMaxCount(hits: readonly NamedHit[], pass: SearchPass): readonly NamedHit[] {
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

/** Characters of one text that are looked at: more than the tokens allow for. */
const MAX_TEXT_UNITS = 16 * LIMITS.definitionTokens;
/** Lines of a definition up to which its text costs little more than an outline. */
const SHORT_LINES = 20;

/** The definitions among the hits of `files`, without those inside another of them: each with its text or its members. */
export function* definitionTexts(
  files: readonly FileWithHits[],
  { request: { encoding }, job }: SearchPass,
): Operation<FoundDefinition[]> {
  const texts: FoundDefinition[] = [];
  for (const { file, hit, definition } of outermost(files)) {
    const { commentLine, startLine, endLine, name } = definition, start = commentLine ?? startLine;
    const isLong = endLine - startLine >= SHORT_LINES;
    const all = isLong ? (yield* fileOutline(file.entry, job, encoding))?.definitions ?? [] : [];
    const lines = linesOf(textOf(file, job, encoding) ?? "", start, endLine);
    texts.push({
      path: file.path,
      hit,
      name,
      startLine: start,
      endLine,
      ...(lines && { lines }),
      members: all.filter((other) => other.depth > definition.depth && isWithin(other, definition)),
      isAlone: all.filter((other) => other.name === name).length < 2,
    });
  }
  return texts;
}

interface DefinitionHit {
  readonly file: FileWithHits;
  readonly hit: Hit;
  readonly definition: Definition;
}

function outermost(files: readonly FileWithHits[]): DefinitionHit[] {
  const found = files.flatMap((file) =>
    file.hits.flatMap((hit) => hit.definition === undefined ? [] : [{ file, hit, definition: hit.definition }])
  );
  return found.filter(({ file, definition }, i) =>
    !found.some((other, k) => k < i && other.file === file && isWithin(definition, other.definition))
  );
}

function isWithin(one: Definition, other: Definition): boolean {
  return other.startLine <= one.startLine && one.endLine <= other.endLine;
}

/** Lines of a text; undefined if it has fewer by now, or these are too long. */
function linesOf(text: string, start: number, end: number): readonly string[] | undefined {
  const lines = toDisplayText(text).split(/\r?\n/, end).slice(start - 1);
  const units = lines.reduce((sum, { length }) => sum + length, 0);
  return lines.length === end - start + 1 && units <= MAX_TEXT_UNITS ? lines : undefined;
}
