/**
 * One question, ready to be put to files.
 * @module
 */
import type { SearchRequest } from "../model/request.ts";
import type { Collector } from "./collect.ts";
import { FileScan } from "./file_scan.ts";
import type { LoadOptions } from "./haystack.ts";
import type { Job } from "./job.ts";
import type { Matcher } from "./matcher.ts";
import { compileQuery } from "./pattern/compile_query.ts";

/** A request with its compiled query, under a job. */
export class SearchPass {
  readonly #matcher: Matcher;

  /** @throws ToolError for a query that does not compile */
  constructor(readonly request: SearchRequest, readonly job: Job) {
    this.#matcher = compileQuery(request.query);
  }

  /** What scans files in order for `collector`. */
  scanner(collector: Collector): FileScan {
    const { encoding, maxFileSize } = this.request;
    const { contextBefore: before, contextAfter: after } = collector.request;
    const { multiline: whole, seesReturns: keepsCrlf } = this.#matcher;
    const options: LoadOptions = { encoding, keepsCrlf, maxFileSize, whole, before, after };
    return new FileScan(this.job, this.#matcher, options, collector);
  }
}
