/**
 * Collects the definitions that a search found, as the hits of a result.
 * @module
 */
import { LIMITS } from "../../../model/limits.ts";
import type { Hit } from "../../../model/search_report.ts";
import { hitUnits } from "../../scan/hit_maker.ts";
import { HitSink } from "../../scan/hit_sink.ts";
import type { Operation } from "../../task/operation.ts";
import type { SearchPass } from "../search_pass.ts";
import { countNamed } from "./count_named.ts";
import type { NamedHit } from "./named_hits.ts";
import { type IndexedHit, type MatchedFile, scanPage } from "./scan_named_hits.ts";

/** The definitions of a search, by file in order. */
export class DefinitionResult {
  readonly sink: HitSink;
  /** The first hits of each file, at most `LIMITS.summarySamples`. */
  readonly samples = new Map<string, readonly Hit[]>();

  constructor(readonly pass: SearchPass) {
    this.sink = new HitSink(pass.request, pass.keyCounter());
  }

  /** Adds a file with definitions: its counts, and those of its hits that the page has room for. */
  *add(matched: MatchedFile, named: readonly IndexedHit[]): Operation<void> {
    const { sink, sink: { counter }, pass } = this, hits = withinMaxCount(named, pass);
    if (hits.length === 0) return;
    sink.beginFile(matched.file.entry);
    const shown = yield* this.#hitsOnPage(matched, hits);
    sink.addResult({
      count: hits.reduce((sum, hit) => sum + countOf(hit, pass), 0),
      records: hits.length,
      hits: shown,
      units: shown.reduce((sum, hit) => sum + hitUnits(hit), 0),
      keys: counter && countNamed(hits, counter, pass),
    });
    sink.endFile({ file: matched.asRead, bytes: matched.asRead?.size ?? 0 });
    this.samples.set(matched.file.path, hits.slice(0, LIMITS.summarySamples));
  }

  /** The result looked at the same files as the search that counted all matches. */
  takeTotals(plain: HitSink): void {
    const { searched, reads, hardLines, skipped } = plain;
    Object.assign(this.sink, { searched, reads, hardLines });
    Object.assign(this.sink.skipped, skipped);
  }

  /** The hits that the page has room for, with their context. */
  *#hitsOnPage(matched: MatchedFile, hits: readonly IndexedHit[]): Operation<NamedHit[]> {
    const { isFull } = this.sink, { firstRecord, endRecord, maxUnits, before, after } = this.sink.scanOptions();
    const wanted = isFull ? [] : hits.slice(firstRecord, endRecord), [first] = wanted, last = wanted.at(-1);
    if (first === undefined || last === undefined) return [];
    const range = { skip: first.record, limit: last.record - first.record + 1 };
    const page = { ...range, contextBefore: before, contextAfter: after };
    const scanned = before + after > 0 ? yield* scanPage(matched, this.pass, page) : undefined;
    return hitsWithin(maxUnits, wanted, scanned?.hits ?? wanted);
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
