/**
 * The answer to a search, in the form that was asked for or the richest that fits.
 * @module
 */
import type { Form } from "../model/form.ts";
import type { Lang } from "../model/lang.ts";
import type { SearchReport } from "../model/report.ts";
import { countSheet } from "./count_only_matches.ts";
import { fitting } from "./fit.ts";
import { fullSheet } from "./full.ts";
import { groupSheet } from "./group_by_file.ts";
import { type Chosen, climbDown, type Rung } from "./ladder.ts";
import { type Paths, pathsOf, type PathStyle } from "./paths.ts";
import { hardLineHints, say, unitWord } from "./phrases.ts";
import { textPath } from "./safe_text.ts";
import { type Frame, searchedWords } from "./seal.ts";
import type { Sheet, View } from "./sheet.ts";
import type { Steps } from "./steps.ts";
import { summarySheet } from "./summary_only.ts";
import { totalSheet } from "./total_only.ts";

/** How a search wants to be answered. */
export interface SearchWish {
  /** The named form; absent: the richest that fits. */
  readonly form?: Form;
  readonly skip: number;
  readonly limit: number;
  /** Tokens; 0 = no budget. */
  readonly budget: number;
  readonly style: PathStyle;
  /** find_and_grep: its `meta` is wanted. */
  readonly meta: boolean;
  readonly notes: readonly string[];
  readonly hints: readonly string[];
  readonly lang: Lang;
}

const SHEETS: Readonly<Record<Form, (report: SearchReport, view: View) => Sheet>> = {
  full: fullSheet,
  group_by_file: groupSheet,
  summary_only: summarySheet,
  count_only_matches: countSheet,
  total_only: totalSheet,
};

/** Answers with the report; a named form is shortened inside itself, else the ladder is climbed down. */
export function* searchAnswer(report: SearchReport, wish: SearchWish): Steps<Chosen> {
  const paths = pathsOf(report.files.map((file) => file.path), wish.style);
  const rungOf = (form: Form): Rung => ({
    sheet: (skip) => SHEETS[form](report, { paths, skip, limit: wish.limit }),
    frame: frameOf(report, wish, form, paths),
  });
  const chosen = wish.form ? named(wish.form, rungOf(wish.form), wish.skip) : climbDown(rungOf, wish.skip);
  return yield* chosen;
}

function* named(form: Form, { sheet, frame }: Rung, skip: number): Steps<Chosen> {
  const { answer } = yield* fitting(sheet(skip), frame);
  return { answer, form };
}

function frameOf(report: SearchReport, wish: SearchWish, form: Form, paths: Paths): Frame {
  const prefixed = paths.prefix !== "" && form !== "total_only";
  return {
    lang: wish.lang,
    budget: wish.budget,
    report,
    totalUnit: "matches",
    searchedUnit: "files",
    ...(form !== "total_only" && { files: report.filesMatched }),
    notes: wish.notes,
    hints: [...wish.hints, ...reportHints(report, wish.lang)],
    head: prefixed ? [`[path_prefix: ${textPath(paths.prefix)}]`] : [],
    extra: {
      fields: { ...(prefixed && { path_prefix: paths.prefix }), ...(wish.meta && { meta: metaOf(report) }) },
      status: wish.meta && report.total > 0 && form !== "total_only"
        ? [searchedWords(wish.lang, report.searched, "files")]
        : [],
    },
    bare: form === "total_only",
  };
}

function reportHints({ total, skipped, hardLines }: SearchReport, lang: Lang): string[] {
  const tooLarge = skipped.too_large ?? 0;
  return [
    ...(total === 0 && tooLarge > 0
      ? [say(lang, "over_size", { n: tooLarge, unit: unitWord(lang, "files", tooLarge) })]
      : []),
    ...hardLineHints(lang, hardLines),
  ];
}

function metaOf(report: SearchReport): Record<string, unknown> {
  return {
    searched_file_count: report.searched,
    truncated: report.cutBy === "file_limit",
    fd_elapsed_ms: Math.round(report.findMs),
    rg_elapsed_ms: Math.round(report.searchMs),
  };
}
