/**
 * Statistics of a server's calls: their number, forms, times, and tokens saved.
 * @module
 */
import { answerTokens } from "../format/token_estimate.ts";
import { OUTPUT_FORMS, type SentAs } from "../model/output_form.ts";
import type { Report } from "../model/report.ts";
import type { Answer } from "../toolsets/tool.ts";
import { membersOf } from "./incoming_message.ts";

/** The estimated bytes per token of a file that is read whole. */
const BYTES_PER_TOKEN = 4;

/** The calls of one server. */
export class Stats {
  readonly #tools = new Map<string, { calls: number; errors: number; total_ms: number; max_ms: number }>();
  /** Answers of searches by form. */
  readonly #formats = new Map<string, number>();
  readonly #sums = { degraded: 0, estimated_tokens_sent: 0, estimated_tokens_saved: 0, cache_hits: 0 };
  #cancelled = 0;

  /** Starts to record a call of `tool`. */
  startCall(tool: string, args: unknown, clock = () => performance.now()) {
    const began = clock(), sources = new Map<string, number>();
    let searched = 0, reads = 0;
    return {
      /** Records a report of the engine. */
      recordReport: (report: Report): void => {
        // A file counts once, even if it is read several times; so does a search.
        if (report.op === "read" || report.op === "outline") sources.set(report.path, report.size);
        if (report.op !== "search") return;
        sources.set("", Math.max(sources.get("") ?? 0, report.matchedBytes ?? 0));
        searched += report.searched;
        reads += report.reads ?? report.searched;
      },
      /** @param sentAs what was sent of the answer */
      recordAnswer: (answer: Answer, sentAs: SentAs = "both"): void => {
        this.#addTime(tool, clock() - began, answer.isError);
        this.#addForm(args, answer);
        this.#addTokens(answer, sentAs, sources);
        if (searched > 0 && reads === 0) this.#sums.cache_hits++;
      },
      recordCancellation: (): void => {
        this.#cancelled++;
        this.#addTime(tool, clock() - began, false);
      },
    };
  }

  /**
   * The figures so far. `degraded` answers had a poorer form than asked for. Tokens saved are those of the whole files
   * that answers draw on, less those sent; negative if reading were cheaper. Cache hits are calls that searched without
   * reading from the disk.
   */
  summary() {
    const tools = [...this.#tools.values()],
      sum = (what: "calls" | "errors") => tools.reduce((n, one) => n + one[what], 0);
    return {
      calls: sum("calls"),
      errors: sum("errors"),
      cancelled: this.#cancelled,
      tools: Object.fromEntries([...this.#tools].sort(([a], [b]) => a < b ? -1 : 1)),
      formats: Object.fromEntries(
        OUTPUT_FORMS.filter((form) => this.#formats.has(form)).map((form) => [form, this.#formats.get(form)]),
      ),
      ...this.#sums,
    };
  }

  #addTime(tool: string, ms: number, isError: boolean): void {
    const { calls, errors, total_ms, max_ms } = this.#tools.get(tool) ??
      { calls: 0, errors: 0, total_ms: 0, max_ms: 0 };
    const took = Math.round(ms), times = { total_ms: total_ms + took, max_ms: Math.max(max_ms, took) };
    this.#tools.set(tool, { calls: calls + 1, errors: errors + Number(isError), ...times });
  }

  #addForm(args: unknown, { structured, isError }: Answer): void {
    if ("degraded_from" in structured) this.#sums.degraded++;
    const asked = membersOf(args), isFull = "matches" in structured || "hits" in structured;
    const form = OUTPUT_FORMS.find((known) => known === structured.format) ??
      OUTPUT_FORMS.find((known) => asked[known] === true) ?? (isFull ? "full" : undefined);
    if (form !== undefined && !isError) this.#formats.set(form, (this.#formats.get(form) ?? 0) + 1);
  }

  #addTokens({ text, structured, isError, found }: Answer, sentAs: SentAs, sources: ReadonlyMap<string, number>): void {
    const { estimated_tokens: said } = structured;
    const sent = typeof said === "number" ? said : answerTokens(text, structured, sentAs);
    this.#sums.estimated_tokens_sent += sent;
    const bytes = [...sources.values()].reduce((sum, size) => sum + size, 0);
    // Listings, errors and empty answers replace no read of a file.
    if (!isError && found && bytes > 0) this.#sums.estimated_tokens_saved += Math.ceil(bytes / BYTES_PER_TOKEN) - sent;
  }
}
