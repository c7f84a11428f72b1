/**
 * The answer to a search, in the form that was asked for or the richest that fits the budget.
 * @module
 */
import { type Form, FORMS } from "../model/form.ts";
import type { Lang } from "../model/lang.ts";
import type { SearchReport } from "../model/report.ts";
import type { Answer } from "./answer.ts";
import { countSheet, summarySheet, totalSheet } from "./file_forms.ts";
import { linesOfFirst, withFirstCut } from "./cut_matches.ts";
import { atMost, fitting, mostWithin, sealWhole, withinBudget } from "./fit.ts";
import { fullSheet, groupSheet } from "./match_forms.ts";
import type { OwnCall } from "./own_call.ts";
import { type Paths, pathsOf, type PathStyle } from "./paths.ts";
import { hardLineHints, say, unitWord } from "./phrases.ts";
import { textPath } from "./safe_text.ts";
import { type Frame, seal, type Sealed, searchedWords, type Sheet, type View } from "./seal.ts";

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

/** The forms between the richest and the one that is given whatever it takes. */
const BETWEEN = FORMS.slice(1, -1);

/** Arguments without which no form is named. */
const NO_FORM = Object.fromEntries(FORMS.slice(1).map((form) => [form, undefined]));

/** The form that was chosen. */
export interface Chosen {
  readonly answer: Answer;
  readonly form: Form;
}

/** A form's records from `skip` on, and what is said around them. */
export interface Rung {
  sheet(skip: number): Sheet;
  readonly frame: Frame;
}

/**
 * The richest form that fits whole; at the foot, the total, whatever it takes. An answer without records is not
 * degraded: no form has less of them, and each would be longer by what is said of it.
 * @param skip as the caller gave it: lines
 */
export function climbDown(rungOf: (form: Form) => Rung, skip: number): Chosen {
  const { sheet: sheetFrom, frame: asked } = rungOf("full"), all = sheetFrom(skip);
  if (all.size === 0) return { answer: seal(all, 0, asked).answer, form: "full" };
  const full = sealWhole(all, asked);
  if (full.whole) return { answer: full.whole.answer, form: "full" };
  for (const form of BETWEEN) {
    const { whole } = sealWhole(...instead(form, full.tokens, rungOf(form), skip));
    if (whole) return { answer: whole.answer, form };
  }
  const [sheet, frame] = instead("total_only", full.tokens, rungOf("total_only"), skip);
  const { answer } = seal(sheet, sheet.size, frame);
  return { answer, form: "total_only" };
}

/**
 * Records that are not lines can't be paged by the caller's `skip`, which counts lines: such a form
 * starts from its first record and offers no cursor.
 */
function instead(form: Form, tokens: number, { sheet, frame }: Rung, skip: number): [Sheet, Frame] {
  const byLine = form === "group_by_file";
  const records = byLine ? sheet(skip) : { ...sheet(0), paged: false };
  const { lang, budget, extra } = frame, most = atMost(tokens);
  return [records, {
    ...frame,
    degraded: true,
    notes: [
      ...frame.notes,
      say(lang, "degraded", { from: "full", tokens: most, unit: unitWord(lang, "tokens", most), budget, form }),
    ],
    hints: byLine
      ? frame.hints
      : [...frame.hints, say(lang, "see_lines", { call: frame.own.mended({ ...NO_FORM, group_by_file: true }) })],
    extra: {
      fields: { ...extra?.fields, format: form, degraded_from: "full" },
      status: extra?.status ?? [],
    },
  }];
}
