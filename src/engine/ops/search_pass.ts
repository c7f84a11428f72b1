/**
 * A search that is ready to scan files.
 * @module
 */
import type { SearchRequest } from "../../model/request.ts";
import { PatternCounter, ValueCounter } from "../breakdown/counters.ts";
import { compileQuery } from "../matcher/compile_query.ts";
import type { Matcher, PatternGroup } from "../matcher/matcher.ts";
import type { Job } from "../run/job.ts";
import type { KeyCounter } from "../scan/block.ts";
import { FileScanner } from "../scan/file_scanner.ts";
import type { LoadOptions } from "../scan/open_file.ts";
import type { HitSink } from "../scan/hit_sink.ts";
import type { Operation } from "../task/operation.ts";

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

  /** Counts what the request wants counted beside lines. */
  *keyCounter(): Operation<KeyCounter | undefined> {
    switch (this.request.breakdown) {
      case "values":
        return new ValueCounter(this.#matcher);
      case "patterns":
        return new PatternCounter(yield* this.#patternGroups(), this.#matcher);
    }
  }

  /** A long list takes longer to compile than one step may. */
  *#patternGroups(): Operation<PatternGroup[]> {
    const groups: PatternGroup[] = [];
    for (const group of this.#matcher.patternGroups) {
      groups.push(group());
      if (this.job.shouldYield()) yield;
    }
    return groups;
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
