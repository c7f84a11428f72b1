/**
 * Statistics of a server's calls: their number, forms, times, and tokens saved.
 * @module
 */
import { answerTokens } from "../format/token_estimate.ts";
import { OUTPUT_FORMS, type OutputForm, type SentAs } from "../model/output_form.ts";
import type { Report } from "../model/report.ts";
import type { Answer } from "../toolsets/tool.ts";

/** The estimated bytes per token of a file that is read whole. */
const BYTES_PER_TOKEN = 4;

/** One tool's calls. Times in milliseconds. */
const NO_CALLS = { calls: 0, errors: 0, total_ms: 0, max_ms: 0 };

/** The statistics of all calls. */
export interface StatsSummary {
  readonly calls: number;
  readonly errors: number;
  readonly cancelled: number;
  readonly tools: Readonly<Record<string, Readonly<typeof NO_CALLS>>>;
  /** Search answers by form, and the number of those in a poorer form than asked for. */
  readonly formats: Readonly<Partial<Record<OutputForm, number>>>;
  readonly degraded: number;
  /** Estimated tokens of what was sent: of text and structured content, whichever is more. */
  readonly estimated_tokens_sent: number;
  /** Tokens of the whole files that the answers draw on, less those of the answers. Negative if reading were cheaper. */
  readonly estimated_tokens_saved: number;
  /** Calls that searched files without reading any from the disk. */
  readonly cache_hits: number;
}

/** Counts the calls of one server. */
export class Stats {
  readonly #tools = new Map<string, typeof NO_CALLS>();
  readonly #formats = new Map<OutputForm, number>();
  readonly #sums = { degraded: 0, estimated_tokens_sent: 0, estimated_tokens_saved: 0, cache_hits: 0 };
  #cancelled = 0;

  /** Starts to record a call of `tool`. */
  startCall(tool: string, args: unknown, clock = () => performance.now()): CallStats {
    const began = clock();
    const sources = new Map<string, number>();
    let searched = 0, reads = 0;
    return {
      recordReport: (report) => {
        addSource(report, sources);
        if (report.op !== "search") return;
        searched += report.searched;
        reads += report.reads ?? report.searched;
      },
      recordAnswer: (answer, sentAs = "both") => {
        this.#addTime(tool, clock() - began, answer.isError);
        this.#countForm(args, answer);
        this.#addTokens(answer, sentAs, sources);
        if (searched > 0 && reads === 0) this.#sums.cache_hits++;
      },
      recordCancellation: () => {
        this.#cancelled++;
        this.#addTime(tool, clock() - began, false);
      },
    };
  }

  /** The figures so far. */
  summary(): StatsSummary {
    const tools = [...this.#tools.values()];
    return {
      calls: tools.reduce((sum, { calls }) => sum + calls, 0),
      errors: tools.reduce((sum, { errors }) => sum + errors, 0),
      cancelled: this.#cancelled,
      tools: Object.fromEntries([...this.#tools].sort(([a], [b]) => a < b ? -1 : 1)),
      formats: Object.fromEntries(
        OUTPUT_FORMS.filter((form) => this.#formats.has(form)).map((form) => [form, this.#formats.get(form)]),
      ),
      ...this.#sums,
    };
  }

  #addTime(tool: string, ms: number, isError: boolean): void {
    const stats = this.#tools.get(tool) ?? { ...NO_CALLS }, took = Math.round(ms);
    this.#tools.set(tool, stats);
    stats.calls++;
    stats.errors += Number(isError);
    stats.total_ms += took;
    stats.max_ms = Math.max(stats.max_ms, took);
  }

  #countForm(args: unknown, { structured, isError }: Answer): void {
    const form = isError ? undefined : formOf(args, structured);
    if (form !== undefined) this.#formats.set(form, (this.#formats.get(form) ?? 0) + 1);
    if ("degraded_from" in structured) this.#sums.degraded++;
  }

  #addTokens(answer: Answer, sentAs: SentAs, sources: ReadonlyMap<string, number>): void {
    const { isError, found } = answer, sent = tokensOf(answer, sentAs);
    this.#sums.estimated_tokens_sent += sent;
    const bytes = [...sources.values()].reduce((sum, size) => sum + size, 0);
    // Listings, errors and empty answers replace no read of a file.
    if (!isError && found && bytes > 0) {
      this.#sums.estimated_tokens_saved += Math.ceil(bytes / BYTES_PER_TOKEN) - sent;
    }
  }
}

/** The tokens that the answer states, or an estimate. To estimate a long answer takes time. */
function tokensOf({ text, structured }: Answer, sentAs: SentAs): number {
  const { estimated_tokens: said } = structured;
  return typeof said === "number" ? said : answerTokens(text, structured, sentAs);
}

/** Records one call. */
export interface CallStats {
  /** Records a report of the engine. */
  recordReport(report: Report): void;
  /** @param sentAs what was sent of the answer; by default both */
  recordAnswer(answer: Answer, sentAs?: SentAs): void;
  recordCancellation(): void;
}

/** Adds the bytes of a report's files. A file counts once, even if it is read several times; so does a search. */
function addSource(report: Report, sources: Map<string, number>): void {
  if (report.op === "read" || report.op === "outline") sources.set(report.path, report.size);
  if (report.op === "search") sources.set("", Math.max(sources.get("") ?? 0, report.matchedBytes ?? 0));
}

/** The form of a search answer; undefined for other answers. */
function formOf(args: unknown, structured: Record<string, unknown>): OutputForm | undefined {
  const named = typeof args === "object" && args !== null ? Object.entries(args) : [];
  const given = structured.format;
  return OUTPUT_FORMS.find((form) => form === given) ??
    OUTPUT_FORMS.find((form) => named.some(([name, value]) => name === form && value === true)) ??
    ("matches" in structured || "hits" in structured ? "full" : undefined);
}
