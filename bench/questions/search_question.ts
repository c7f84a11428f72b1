/**
 * Searches, as arguments for fossick and ripgrep.
 * @module
 */
import { lineCount, markedCount, MATCH_MARK, sumOfCounts } from "./printed.ts";
import type { Question, QuestionForm } from "./questions.ts";
import type { Group } from "../report/results.ts";

/** More matching lines than any file has. */
const MOST_LINES = 1_000_000;
const TIMEOUT_MS = 30_000;
/** The limit of lines where a question has no other. */
const LINES = 2000;

/** A round's search, without the answer's form. */
export interface SearchQuestion {
  readonly query: string;
  readonly args?: Readonly<Record<string, unknown>>;
  readonly flags?: readonly string[];
  /** Paths to search; the whole tree when absent. */
  readonly paths?: readonly string[];
}

/** A form of the answer, and the ripgrep options that correspond to it. */
interface Form {
  readonly args: Readonly<Record<string, unknown>>;
  readonly flags: readonly string[];
  readonly counts: (stdout: Uint8Array) => number;
  /** Where our lines are cut, ripgrep counts. */
  readonly isLines?: boolean;
}

const WHOLE = { token_budget: 0 }, LINES_WHOLE = { ...WHOLE, limit: LINES };
const COUNTS = ["--count"];
const FORMS: Readonly<Record<"total" | "counts" | "summary" | "grouped" | "full" | "context", Form>> = {
  total: { args: { total_only: true }, flags: ["--count", "--no-filename"], counts: sumOfCounts },
  counts: { args: { count_only_matches: true, limit: 10_000, ...WHOLE }, flags: COUNTS, counts: sumOfCounts },
  summary: { args: { summary_only: true, ...WHOLE }, flags: COUNTS, counts: sumOfCounts },
  grouped: {
    args: { group_by_file: true, ...LINES_WHOLE },
    flags: ["--line-number"],
    counts: lineCount,
    isLines: true,
  },
  full: { args: LINES_WHOLE, flags: ["--line-number", "--column"], counts: lineCount, isLines: true },
  context: {
    args: { group_by_file: true, ...LINES_WHOLE },
    flags: ["--line-number", `--field-match-separator=${MATCH_MARK}`],
    counts: markedCount,
    isLines: true,
  },
};

/** A kind of search; `ask` makes the search of each round. */
export function searchQuestion(
  group: Group,
  name: string,
  form: keyof typeof FORMS,
  ask: (round: number) => SearchQuestion,
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

/** Varying the limit of lines in a file makes a new question of the same words; it excludes no line. */
function asking(
  { query, args = {}, flags = [], paths = ["."] }: SearchQuestion,
  form: Form,
  round: number,
): QuestionForm {
  const most = MOST_LINES - round;
  const caseRule = args.case === undefined ? ["--smart-case"] : [];
  const peer = (
    wanted: readonly string[],
  ) => [...caseRule, `--max-count=${most}`, ...flags, ...wanted, "-e", query, "--", ...paths];
  return {
    args: { roots: ["."], query, max_count: most, timeout_ms: TIMEOUT_MS, ...form.args, ...args },
    peer: peer(form.flags),
    ...(form.isLines && { peerIfCut: peer(COUNTS) }),
  };
}
