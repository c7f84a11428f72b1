/**
 * A search that is ready to scan files.
 * @module
 */
import type { SearchRequest } from "../../model/request.ts";
import { PatternCounter } from "../breakdown/pattern_counter.ts";
import { ValueCounter } from "../breakdown/value_counter.ts";
import { compileQuery } from "../matcher/compile_query.ts";
import type { Matcher } from "../matcher/matcher.ts";
import type { Job } from "../run/job.ts";
import type { KeyCounter } from "../scan/block.ts";
import { FileScanner } from "../scan/file_scanner.ts";
import type { LoadOptions } from "../scan/haystack.ts";
import type { HitSink } from "../scan/hit_sink.ts";

/** A request with its compiled query, under a job. */
export class SearchPass {
  readonly #matcher: Matcher;

  /** @throws ToolError for a query that does not compile */
  constructor(readonly request: SearchRequest, readonly job: Job) {
    this.#matcher = compileQuery(request.query);
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
  scanner(sink: HitSink): FileScanner {
    const { encoding, maxFileSize } = this.request;
    const { contextBefore: before, contextAfter: after } = sink.request;
    const { multiline: wholeFile, keepsCrlf } = this.#matcher;
    const options: LoadOptions = { encoding, keepsCrlf, maxFileSize, wholeFile, before, after };
    return new FileScanner(this.job, this.#matcher, options, sink);
  }
}
