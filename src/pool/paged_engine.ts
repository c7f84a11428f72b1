/**
 * Tells whether a later page continues the first: pages of one question are compared by fingerprint.
 * @module
 */
import type { Report, ReportOf } from "../model/report.ts";
import type { Request } from "../model/request.ts";
import type { RunOptions } from "./engine.ts";
import { OuterEngine } from "./outer_engine.ts";

/** Questions remembered, the oldest forgotten first. */
const QUESTIONS = 128;
/** UTF-16 units of a question beyond which its digest is kept in its place: an argument may have megabytes. */
const LONG = 1024;

/** An engine whose pages say when the tree has changed between them. */
export class PagedEngine extends OuterEngine {
  /** What the first page of a question found. */
  readonly #first = new Map<string, number>();

  override async run<R extends Request>(request: R, options?: RunOptions): Promise<ReportOf[R["op"]]> {
    const report = await this.engine.run(request, options);
    return await this.#isChanged(request, report) ? { ...report, treeChanged: true } : report;
  }

  async #isChanged(request: Request, report: Report): Promise<boolean> {
    if (!("skip" in request) || !("fingerprint" in report) || report.fingerprint === undefined) return false;
    if (report.cutBy === "timeout") return false;
    const question = await shortened(questionOf(request));
    const first = this.#first.get(question);
    if (request.skip === 0 || first === undefined) this.#remember(question, report.fingerprint);
    return request.skip > 0 && first !== undefined && first !== report.fingerprint;
  }

  #remember(question: string, fingerprint: number): void {
    this.#first.delete(question);
    this.#first.set(question, fingerprint);
    for (const [oldest] of this.#first) {
      if (this.#first.size <= QUESTIONS) return;
      this.#first.delete(oldest);
    }
  }
}

/** Everything about a request that decides what is found, and nothing about how much of it is shown. */
function questionOf(request: Request): string {
  const howMuch = ["skip", "limit", "need", "timeoutMs", "contextBefore", "contextAfter", "metadata"];
  return JSON.stringify(request, (key, value) => howMuch.includes(key) ? undefined : value);
}

/** The same for no two questions: a digest is never taken for the JSON of a short one. */
async function shortened(question: string): Promise<string> {
  if (question.length <= LONG) return question;
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(question))).toHex();
}
