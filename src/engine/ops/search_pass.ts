/**
 * A search that is ready to scan files.
 * @module
 */
import { LIMITS } from "../../model/limits.ts";
import type { SearchRequest } from "../../model/request.ts";
import type { FileHits, Hit } from "../../model/search_report.ts";
import { PatternCounter } from "../breakdown/pattern_counter.ts";
import { ValueCounter } from "../breakdown/value_counter.ts";
import { compileQuery } from "../matcher/compile_query.ts";
import type { Matcher } from "../matcher/matcher.ts";
import type { Job } from "../run/job.ts";
import type { KeyCounter } from "../scan/block.ts";
import { FileScanner } from "../scan/file_scanner.ts";
import type { LoadOptions } from "../scan/haystack.ts";
import { type FileWithHits, HitSink, topFiles } from "../scan/hit_sink.ts";
import type { Operation } from "../task/operation.ts";
import { definingHits, markDefining } from "./definitions/likely_files.ts";

/** A request with its compiled query, under a job. */
export class SearchPass {
  readonly #matcher: Matcher;

  /**
   * @param matcher that of `request.query`, if it is compiled already
   * @throws ToolError for a query that does not compile
   */
  constructor(readonly request: SearchRequest, readonly job: Job, matcher?: Matcher) {
    this.#matcher = matcher ?? compileQuery(request.query);
  }

  /** Whether matches are counted, as of a query that can match across lines; else the lines. */
  get countsMatches(): boolean {
    return this.#matcher.multiline;
  }

  /** The same query for another page or another level of detail. */
  withRequest(request: SearchRequest): SearchPass {
    return new SearchPass(request, this.job, this.#matcher);
  }

  /** A scanner of files that were scanned before, so that they are no progress. */
  rescanner(sink: HitSink): FileScanner {
    return this.scanner(sink, { ...this.job, progress: () => {} });
  }

  /** Counts what the request wants counted beside lines. */
  keyCounter(): KeyCounter | undefined {
    switch (this.request.breakdown) {
      case "values":
        return new ValueCounter(this.#matcher);
      case "patterns":
        return new PatternCounter(this.#matcher);
    }
  }

  /** A scanner that adds what it finds to `sink`. */
  scanner(sink: HitSink, job = this.job): FileScanner {
    const { encoding, maxFileSize } = this.request;
    const { contextBefore: before, contextAfter: after } = sink.request;
    const { multiline: wholeFile, keepsCrlf } = this.#matcher;
    const options: LoadOptions = { encoding, keepsCrlf, maxFileSize, wholeFile, before, after };
    return new FileScanner(job, this.#matcher, options, sink);
  }
}

/** Hits by the path of their file. */
type HitsByPath = ReadonlyMap<string, readonly Hit[]>;

/**
 * The files with the most matches, with their first hits. With need=samples, files that define the searched name come
 * first, and so do lines that name a definition.
 * @param known the samples of each file, if the search has them already
 */
export function* sampleFullest(pass: SearchPass, sink: HitSink, known?: HitsByPath): Operation<FileHits[]> {
  const { need, skip } = sink.request, isSummary = need === "samples";
  if (isSummary && known === undefined) return yield* definitionsFirst(pass, sink);
  const top = topFiles(sink.files, isSummary ? skip : 0);
  return withHits(top, known ?? (yield* firstHits(pass, sink, top)));
}

function* definitionsFirst(pass: SearchPass, sink: HitSink): Operation<FileHits[]> {
  const marked = yield* markDefining(pass, sink), top = topFiles(sink.files, sink.request.skip);
  const others = yield* definingHits(pass, sink, top.filter(({ path }) => !marked.has(path)));
  const first = yield* firstHits(pass, sink, top), hits = new Map<string, readonly Hit[]>();
  for (const { path } of top) {
    hits.set(path, namedFirst(marked.get(path) ?? others.get(path) ?? [], first.get(path) ?? []));
  }
  return withHits(top, hits);
}

function namedFirst(named: readonly Hit[], hits: readonly Hit[]): readonly Hit[] {
  const lines = new Set(named.map(({ lineNumber }) => lineNumber));
  return [...named, ...hits.filter(({ lineNumber }) => !lines.has(lineNumber))].slice(0, LIMITS.summarySamples);
}

/** The first hits of files. They are scanned again, since they are known only at the end. */
function* firstHits(pass: SearchPass, sink: HitSink, files: readonly FileWithHits[]): Operation<HitsByPath> {
  const { request } = pass, maxCount = Math.min(LIMITS.summarySamples, request.maxCount ?? Infinity);
  const first = { skip: 0, limit: Infinity, maxCount, contextBefore: 0, contextAfter: 0 };
  const samples = new HitSink({ ...request, need: "lines", ...first });
  yield* pass.scanner(samples).scanAsRead(files.map((file) => file.entry), sink.contentsOf(files));
  return new Map(samples.files.map((file) => [file.path, file.hits]));
}

function withHits(files: readonly FileWithHits[], hits: HitsByPath): FileHits[] {
  return files.map(({ path, count, defines }) => ({
    path,
    count,
    hits: hits.get(path) ?? [],
    ...(defines && { defines }),
  }));
}
