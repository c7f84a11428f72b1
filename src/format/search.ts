/**
 * The answer to a search, in the form that was asked for or the richest that fits.
 * @module
 */
import type { Form } from "../model/form.ts";
import type { Lang } from "../model/lang.ts";
import type { SearchReport } from "../model/report.ts";
import { countSheet } from "./count_only_matches.ts";
import { linesOfFirst, withFirstCut } from "./cut_matches.ts";
import { fitting, mostWithin, withinBudget } from "./fit.ts";
import { fullSheet } from "./full.ts";
import { groupSheet } from "./group_by_file.ts";
import type { OwnCall } from "./own_call.ts";
import { type Chosen, climbDown, type Rung } from "./ladder.ts";
import { type Paths, pathsOf, type PathStyle } from "./paths.ts";
import { hardLineHints, say, unitWord } from "./phrases.ts";
import { textPath } from "./safe_text.ts";
import { type Frame, seal, type Sealed, searchedWords } from "./seal.ts";
import type { Sheet, View } from "./sheet.ts";
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
  /** The encoding that was forced on the files. */
  readonly encoding?: string;
  /** find_and_grep: its `meta` is wanted. */
  readonly meta: boolean;
  readonly notes: readonly string[];
  readonly hints: readonly string[];
  readonly lang: Lang;
  readonly own: OwnCall;
}

const SHEETS: Readonly<Record<Form, (report: SearchReport, view: View) => Sheet>> = {
  full: fullSheet,
  group_by_file: groupSheet,
  summary_only: summarySheet,
  count_only_matches: countSheet,
  total_only: totalSheet,
};

/** Answers with the report; a named form is shortened inside itself, else the ladder is climbed down. */
export function searchAnswer(report: SearchReport, wish: SearchWish): Chosen {
  const paths = pathsOf(report.files.map((file) => file.path), wish.style);
  const { limit, lang, encoding } = wish;
  const sheetOf = (form: Form, of: SearchReport, skip: number) =>
    SHEETS[form](of, { paths, skip, limit, lang, ...encoding !== undefined && { encoding } });
  const rungOf = (form: Form): Rung => ({
    sheet: (skip) => sheetOf(form, report, skip),
    frame: frameOf(report, wish, form, paths),
  });
  if (wish.form === undefined) return climbDown(rungOf, wish.skip);
  const { form, skip } = wish, { frame } = rungOf(form);
  const { answer } = named(report, (part) => sheetOf(form, part, skip), frame);
  return { answer, form };
}

/** As many records as fit; where that is none, as many lines of the first. */
function named(report: SearchReport, sheetOf: (report: SearchReport) => Sheet, frame: Frame): Sealed {
  const sheet = sheetOf(report), { budget } = frame, lines = linesOfFirst(report);
  if (lines < 2 || withinBudget(seal(sheet, 1, frame).tokens, budget)) return fitting(sheet, frame);
  const cut = (count: number) =>
    seal({ ...sheetOf(withFirstCut(report, count)), isPartial: true }, Math.min(count, 1), frame);
  return mostWithin(lines - 1, budget, cut);
}

function frameOf(report: SearchReport, wish: SearchWish, form: Form, paths: Paths): Frame {
  const prefixed = paths.prefix !== "" && form !== "total_only";
  return {
    lang: wish.lang,
    own: wish.own,
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
