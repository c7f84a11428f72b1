/**
 * Remembers what the first page of a question found, so that a later page can say that it does not continue it.
 * @module
 */
import type { Report } from "../../model/report.ts";
import type { Request } from "../../model/request.ts";

/** Questions remembered; the oldest is forgotten first. And the longest that is remembered, in UTF-16 units. */
const MAX_QUESTIONS = 128, MAX_QUESTION_UNITS = 2 ** 14;

/** The parts of a request that decide how much of what is found is shown, and when. */
const SHOWN_PARTS: ReadonlySet<string> = new Set([
  "skip",
  "limit",
  "need",
  "timeoutMs",
  "contextBefore",
  "contextAfter",
  "metadata",
  "tree",
  "enclosing",
  "explain",
  "texts",
  "summaryUnits",
]);

/** The fingerprints of first pages, by question. */
export class FirstPages {
  readonly #known = new Map<string, number>();

  /** Whether the tree has changed since the first page of this question. A first page, or a first one seen, is kept. */
  hasTreeChanged(request: Request, report: Report): boolean {
    if (!("skip" in request) || !("fingerprint" in report) || report.fingerprint === undefined) return false;
    if (report.cutBy === "timeout") return false;
    const question = JSON.stringify(request, (key, value) => SHOWN_PARTS.has(key) ? undefined : value);
    const first = this.#known.get(question);
    if (request.skip === 0 || first === undefined) this.#remember(question, report.fingerprint);
    return request.skip > 0 && first !== undefined && first !== report.fingerprint;
  }

  #remember(question: string, fingerprint: number): void {
    if (question.length > MAX_QUESTION_UNITS) return;
    this.#known.delete(question);
    this.#known.set(question, fingerprint);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MAX_QUESTIONS) this.#known.delete(oldest);
  }
}
