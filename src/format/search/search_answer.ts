/**
 * The answer to a search, in the form that was asked for or the richest that fits the budget.
 * @module
 */
import { OUTPUT_FORMS, type OutputForm } from "../../model/output_form.ts";
import type { Lang } from "../../model/messages/lang.ts";
import type { SearchReport } from "../../model/report.ts";
import type { Answer } from "../answer.ts";
import { countPage, summaryPage, totalPage } from "./file_forms.ts";
import { firstMatchLineCount, withFirstMatchCut } from "./truncated_match.ts";
import { fitBySearch, isWithinBudget, renderFittingPage, renderWholePage, worstCaseTokens } from "../fit_budget.ts";
import { fullPage, groupedPage } from "./match_forms.ts";
import type { CurrentCall } from "../current_call.ts";
import { type DisplayedPaths, displayPaths, type PathDisplay } from "../path_display.ts";
import { hardLineHints, say, unitWord } from "../phrases.ts";
import { textPath } from "../safe_text.ts";
import {
  type PageContext,
  type PageSelection,
  type RecordPage,
  type RenderedPage,
  renderPage,
  searchedPhrase,
} from "../render_page.ts";

/** How a search wants to be answered. */
export interface SearchAnswerOptions {
  /** The named form; absent: the richest that fits. */
  readonly form?: OutputForm;
  readonly skip: number;
  readonly limit: number;
  /** Tokens; 0 = no budget. */
  readonly budget: number;
  readonly pathDisplay: PathDisplay;
  /** The encoding that was forced on the files. */
  readonly encoding?: string;
  /** find_and_grep: its `meta` is wanted. */
  readonly meta: boolean;
  readonly notes: readonly string[];
  readonly hints: readonly string[];
  readonly lang: Lang;
  readonly currentCall: CurrentCall;
}

const PAGES: Readonly<Record<OutputForm, (report: SearchReport, view: PageSelection) => RecordPage>> = {
  full: fullPage,
  group_by_file: groupedPage,
  summary_only: summaryPage,
  count_only_matches: countPage,
  total_only: totalPage,
};

/** Answers with the report; a named form is shortened inside itself, else the ladder is climbed down. */
export function searchAnswer(report: SearchReport, wish: SearchAnswerOptions): ChosenForm {
  const paths = displayPaths(report.files.map((file) => file.path), wish.pathDisplay);
  const { limit, lang, encoding } = wish;
  const sheetOf = (form: OutputForm, of: SearchReport, skip: number) =>
    PAGES[form](of, { paths, skip, limit, lang, ...encoding !== undefined && { encoding } });
  const rungOf = (form: OutputForm): FormCandidate => ({
    page: (skip) => sheetOf(form, report, skip),
    context: contextOf(report, wish, form, paths),
  });
  if (wish.form === undefined) return richestFormWithin(rungOf, wish.skip);
  const { form, skip } = wish, { context: frame } = rungOf(form);
  const { answer } = renderNamedForm(report, (part) => sheetOf(form, part, skip), frame);
  return { answer, form };
}

/** As many records as fit; where that is none, as many lines of the first. */
function renderNamedForm(
  report: SearchReport,
  sheetOf: (report: SearchReport) => RecordPage,
  frame: PageContext,
): RenderedPage {
  const sheet = sheetOf(report), { budget } = frame, lines = firstMatchLineCount(report);
  if (lines < 2 || isWithinBudget(renderPage(sheet, 1, frame).tokens, budget)) return renderFittingPage(sheet, frame);
  const cut = (count: number) =>
    renderPage({ ...sheetOf(withFirstMatchCut(report, count)), isLastCut: true }, Math.min(count, 1), frame);
  return fitBySearch(lines - 1, budget, cut);
}

function contextOf(
  report: SearchReport,
  wish: SearchAnswerOptions,
  form: OutputForm,
  paths: DisplayedPaths,
): PageContext {
  const prefixed = paths.prefix !== "" && form !== "total_only";
  return {
    lang: wish.lang,
    currentCall: wish.currentCall,
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
        ? [searchedPhrase(wish.lang, report.searched, "files")]
        : [],
    },
    isBareTotal: form === "total_only",
  };
}

function reportHints({ total, skipped, timedOutLines: hardLines }: SearchReport, lang: Lang): string[] {
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
const INTERMEDIATE_FORMS = OUTPUT_FORMS.slice(1, -1);

/** Arguments without which no form is named. */
const WITHOUT_FORM_ARGS = Object.fromEntries(OUTPUT_FORMS.slice(1).map((form) => [form, undefined]));

/** The form that was chosen. */
export interface ChosenForm {
  readonly answer: Answer;
  readonly form: OutputForm;
}

/** A form's records from `skip` on, and what is said around them. */
export interface FormCandidate {
  page(skip: number): RecordPage;
  readonly context: PageContext;
}

/**
 * The richest form that fits whole; at the foot, the total, whatever it takes. An answer without records is not
 * degraded: no form has less of them, and each would be longer by what is said of it.
 * @param skip as the caller gave it: lines
 */
export function richestFormWithin(rungOf: (form: OutputForm) => FormCandidate, skip: number): ChosenForm {
  const { page: sheetFrom, context: asked } = rungOf("full"), all = sheetFrom(skip);
  if (all.size === 0) return { answer: renderPage(all, 0, asked).answer, form: "full" };
  const full = renderWholePage(all, asked);
  if (full.whole) return { answer: full.whole.answer, form: "full" };
  for (const form of INTERMEDIATE_FORMS) {
    const { whole } = renderWholePage(...degradedPage(form, full.tokens, rungOf(form), skip));
    if (whole) return { answer: whole.answer, form };
  }
  const [sheet, frame] = degradedPage("total_only", full.tokens, rungOf("total_only"), skip);
  const { answer } = renderPage(sheet, sheet.size, frame);
  return { answer, form: "total_only" };
}

/**
 * Records that are not lines can't be paged by the caller's `skip`, which counts lines: such a form
 * starts from its first record and offers no cursor.
 */
function degradedPage(
  form: OutputForm,
  tokens: number,
  { page: sheet, context: frame }: FormCandidate,
  skip: number,
): [RecordPage, PageContext] {
  const byLine = form === "group_by_file";
  const records = byLine ? sheet(skip) : { ...sheet(0), isPaged: false };
  const { lang, budget, extra } = frame, most = worstCaseTokens(tokens);
  return [records, {
    ...frame,
    isDegraded: true,
    notes: [
      ...frame.notes,
      say(lang, "degraded", { from: "full", tokens: most, unit: unitWord(lang, "tokens", most), budget, form }),
    ],
    hints: byLine ? frame.hints : [
      ...frame.hints,
      say(lang, "see_lines", { call: frame.currentCall.render({ ...WITHOUT_FORM_ARGS, group_by_file: true }) }),
    ],
    extra: {
      fields: { ...extra?.fields, format: form, degraded_from: "full" },
      status: extra?.status ?? [],
    },
  }];
}
