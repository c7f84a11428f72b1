/**
 * The engine on the main thread, in slices short enough for input, cancellation and progress to be handled between them.
 * @module
 */
import type { RootDir } from "../door/roots.ts";
import { reportFor, type ReportOf } from "../model/report.ts";
import type { Request } from "../model/request.ts";
import { type CacheOptions, RequestRunner } from "../worker/request_runner.ts";
import type { Engine, EngineNotice, EngineStatus, ExecuteOptions } from "./engine.ts";
import { readParserFile } from "./parser_files.ts";

/** Handles every request on this thread. */
export class LocalEngine implements Engine {
  readonly status: EngineStatus;
  readonly #runner: RequestRunner;

  /** @param reason why there is no thread */
  constructor(roots: readonly RootDir[], reason: EngineNotice, cache: CacheOptions) {
    this.#runner = new RequestRunner(roots, cache, readParserFile);
    this.status = { mode: "in-process", threads: 0, reason, permissions: this.#runner.permissions };
  }

  async execute<R extends Request>(
    request: R,
    options: ExecuteOptions = {},
  ): Promise<ReportOf[R["op"]]> {
    return reportFor<R["op"]>(request.op, await this.#runner.run(request, options));
  }

  close(): void {
    this.#runner.close();
  }
}
