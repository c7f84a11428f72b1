/**
 * Searches for definitions: of the files in which the query has a match, those matches that name a definition.
 * @module
 */
import type { Hit, UncountedMatches } from "../../../model/search_report.ts";
import type { FileWithHits, HitSink } from "../../scan/hit_sink.ts";
import type { Operation } from "../../task/operation.ts";
import { fileDefinitions } from "../outline.ts";
import type { SearchPass } from "../search_pass.ts";
import { DefinitionResult } from "./definition_result.ts";
import { likelyFiles } from "./likely_files.ts";
import { type IndexedHit, type MatchedFile, namedHitsOf } from "./scan_named_hits.ts";

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
  const matchedFile = (file: FileWithHits): MatchedFile => ({ file, asRead: plain.tallies.get(file.path)?.file });
  const unknown = { unknownMatches: 0, unknownFiles: 0 };
  let done = 0;
  for (const file of [...first, ...plain.files.filter((file) => !first.has(file))]) {
    const hits = yield* namedHitsIn(matchedFile(file), pass);
    if (hits === "out of time") break;
    if (hits === undefined) {
      unknown.unknownMatches += file.count;
      unknown.unknownFiles++;
    } else if (first.size > 0) waiting.set(file, hits);
    else yield* result.add(matchedFile(file), hits);
    job.progress(++done, plain.files.length);
    if (job.shouldYield()) yield;
  }
  // A page has its files in order.
  for (const file of plain.files) yield* result.add(matchedFile(file), waiting.get(file) ?? []);
  result.takeTotals(plain);
  const { sink, samples } = result, otherMatches = plain.total - unknown.unknownMatches - sink.total;
  return { sink, samples, uncounted: { otherMatches, ...unknown }, isComplete: done === plain.files.length };
}

/** The hits of a file that name a definition; undefined if its definitions are not known. */
function* namedHitsIn(
  matched: MatchedFile,
  pass: SearchPass,
): Operation<readonly IndexedHit[] | "out of time" | undefined> {
  const { job, request: { encoding } } = pass, { entry } = matched.file;
  const definitions = job.remainingMs() > 0 ? yield* fileDefinitions(entry, job, encoding) : undefined;
  if (job.remainingMs() <= 0) return "out of time";
  if (definitions === undefined || definitions.length === 0) return definitions && [];
  return (yield* namedHitsOf(matched, definitions, pass)) ?? "out of time";
}
