/**
 * A search, as fossick and ripgrep are asked for it.
 * @module
 */
import { lineCount, markedCount, MATCH_MARK, sumOfCounts } from "./printed.ts";
import type { Asking, Question } from "./questions.ts";
import type { Group } from "./results.ts";

const MAX_FILE_BYTES = 10 * 2 ** 20;
const TIMEOUT_MS = 30_000;

/** What is asked in a round, besides the form. */
export interface Search {
  readonly query: string;
  readonly args?: Readonly<Record<string, unknown>>;
  readonly flags?: readonly string[];
  /** Where to look; the whole tree when absent. */
  readonly paths?: readonly string[];
}

/** A form of the answer, and what ripgrep prints for it. */
interface Form {
  readonly args: Readonly<Record<string, unknown>>;
  readonly flags: readonly string[];
  readonly counts: (stdout: Uint8Array) => number;
  /** ripgrep is asked for counts where our lines are cut. */
  readonly isLines?: boolean;
}

const WHOLE = { token_budget: 0 };
const COUNTS = ["--count"];
const FORMS: Readonly<Record<"total" | "counts" | "summary" | "grouped" | "full" | "context", Form>> = {
  total: { args: { total_only: true }, flags: ["--count", "--no-filename"], counts: sumOfCounts },
  counts: { args: { count_only_matches: true, limit: 10_000, ...WHOLE }, flags: COUNTS, counts: sumOfCounts },
  summary: { args: { summary_only: true, ...WHOLE }, flags: COUNTS, counts: sumOfCounts },
  grouped: { args: { group_by_file: true, ...WHOLE }, flags: ["--line-number"], counts: lineCount, isLines: true },
  full: { args: WHOLE, flags: ["--line-number", "--column"], counts: lineCount, isLines: true },
  context: {
    args: { group_by_file: true, ...WHOLE },
    flags: ["--line-number", `--field-match-separator=${MATCH_MARK}`],
    counts: markedCount,
    isLines: true,
  },
};

/** A kind of search; `ask` makes each round's. */
export function search(
  group: Group,
  name: string,
  form: keyof typeof FORMS,
  ask: (round: number) => Search,
): Question {
  return {
    name,
    group,
    peer: "ripgrep",
    tool: "search_content",
    ask: (round) => asking(ask(round), FORMS[form], group === "again" ? 0 : round),
    counts: (stdout, isCut) => isCut ? sumOfCounts(stdout) : FORMS[form].counts(stdout),
  };
}

/** The limit on sizes makes the same words a new question, and keeps out no file that it let in before. */
function asking({ query, args = {}, flags = [], paths = ["."] }: Search, form: Form, round: number): Asking {
  const size = String(MAX_FILE_BYTES - round);
  const caseRule = args.case === undefined ? ["--smart-case"] : [];
  const peer = (
    wanted: readonly string[],
  ) => [...caseRule, ...flags, ...wanted, `--max-filesize=${size}`, "-e", query, "--", ...paths];
  return {
    args: { roots: ["."], query, max_filesize: size, timeout_ms: TIMEOUT_MS, ...form.args, ...args },
    peer: peer(form.flags),
    ...(form.isLines ? { peerIfCut: peer(COUNTS) } : {}),
  };
}
