/**
 * Second looks of a search: the same question with something changed, and what is said where it finds something.
 * @module
 */
import type { PhraseKey } from "../format/phrases.ts";
import type { Total } from "../format/phrases.ts";
import type { SearchReport } from "../model/report.ts";
import type { SearchRequest } from "../model/request.ts";
import { changeWords } from "./change_words.ts";
import type { Call } from "./define_tool.ts";
import { namingFiles } from "./naming_files.ts";
import type { SearchChange, Switches } from "./search_switches.ts";
import { totalOf } from "./total_of.ts";

/** What is said where the rules left out all files and the second look did not get to the end either: no one knows. */
const UNLOOKED: ReadonlyMap<PhraseKey, PhraseKey> = new Map([
  ["in_ignored", "unlooked_ignored"],
  ["in_hidden", "unlooked_hidden"],
]);

/** A change, and what it is said to find. */
export interface Seen extends SearchChange {
  readonly hint: string;
}

/** The hints alone. */
export function hintsOf(seen: readonly Seen[]): string[] {
  return seen.map(({ hint }) => hint);
}

/** The looks of one call. */
export class SearchLooks {
  /** The time was too short for one of them. */
  isLate = false;

  constructor(
    readonly request: SearchRequest,
    readonly report: SearchReport,
    readonly call: Call,
    readonly switches: Switches,
  ) {}

  /** The changes that find something, looked for at once. */
  async seen(changes: readonly SearchChange[], timeoutMs: number): Promise<Seen[]> {
    const all = await Promise.all(changes.map((change) => this.#look(change, timeoutMs)));
    return all.filter((look) => look !== undefined);
  }

  async #look(change: SearchChange, timeoutMs: number): Promise<Seen | undefined> {
    const total = await this.#count(change, timeoutMs), phrase = this.#phrase(change.phrase, total);
    this.isLate ||= total.cutBy === "timeout";
    if (phrase === undefined) return undefined;
    const { call, switches } = this, asking = { ...this.request, timeoutMs };
    const naming = total.total > 0 ? await namingFiles(change, asking, switches, call) : undefined;
    const named = naming && await this.#count(naming, timeoutMs);
    if (naming && named && named.total > 0) return { ...naming, hint: changeWords(naming, "matches", named, call.own) };
    return { ...change, hint: changeWords({ ...change, phrase }, "matches", total, call.own) };
  }

  #count({ to }: SearchChange, timeoutMs: number): Promise<Total> {
    return totalOf(() => this.call.context.run({ ...this.request, need: "total", ...to, timeoutMs }));
  }

  /** The phrase of a look that found so many; none of one that says nothing. */
  #phrase(phrase: PhraseKey, { total, cutBy }: Total): PhraseKey | undefined {
    const { request: { scope, find }, report } = this;
    // Where globs or filters chose the files, they may be why there are none.
    const isByRules = report.searched === 0 && scope.globs.length === 0 && find === undefined;
    if (total === 0) return isByRules && cutBy === "timeout" ? UNLOOKED.get(phrase) : undefined;
    // With any line end, what was found is found again.
    return phrase === "near_line_end" && total <= report.total ? undefined : phrase;
  }
}
