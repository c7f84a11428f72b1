/**
 * The answer to a search, in the form that the caller named or else in the richest form that fits the budget.
 * @module
 */
import { LIMITS } from "../../model/limits.ts";
import type { CountKey, OutputForm } from "../../model/output_form.ts";
import type { SearchReport } from "../../model/search_report.ts";
import type { Answer } from "../answer.ts";
import { firstMatchLineCount, withFirstMatchCut } from "./truncated_match.ts";
import { type CountPages, renderCounts } from "./counts_answer.ts";
import {
  definitionFields,
  definitionLines,
  fitDefinitions,
  hasLinesOf,
  type ShownDefinition,
  unshownHints,
} from "./shown_definitions.ts";
import {
  fitBySearch,
  isWithinBudget,
  renderFittingPage,
  renderWholePage,
  USABLE_BUDGET_SHARE,
  worstCaseTokens,
} from "../fit_budget.ts";
import { countPage, fullPage, groupedPage, summaryPage, totalPage } from "./forms.ts";
import type { CurrentCall } from "../current_call.ts";
import { type PatternTotal, patternTotalsOf, patternTotalsPage, withPatternTotals } from "./pattern_totals.ts";
import { valuePage } from "./value_page.ts";
import { WITHOUT_FORM } from "./without_form.ts";
import { type DisplayedPaths, displayPaths, type PathDisplay } from "../path_display.ts";
import { degradedNote, hardLineHints } from "../phrases.ts";
import { textPath } from "../safe_text.ts";
import { answerTokens } from "../token_estimate.ts";
import {
  type PageContext,
  type PageSelection,
  type RecordPage,
  type RenderedPage,
  renderPage,
  searchedPhrase,
} from "../render_page.ts";

/** How to answer a search. */
export interface SearchAnswerOptions {
  /** The form that the caller named. Without it the richest form that fits is chosen. */
  readonly form?: OutputForm;
  /** The key by which count_only_matches sums. Without it: files, or directories if those are too many. */
  readonly countsBy?: CountKey;
  /** The patterns of a list, in order. */
  readonly patterns?: readonly string[];
  readonly skip: number;
  readonly limit: number;
  /** Tokens; 0 = no budget. */
  readonly budget: number;
  readonly pathDisplay: PathDisplay;
  /** The encoding that the caller forced on the files. */
  readonly encoding?: string;
  /** Whether group_by_file gives the bytes of each match. */
  readonly showsSpans?: boolean;
  /** Whether to add the field `meta` of find_and_grep. */
  readonly meta: boolean;
  readonly notes: readonly string[];
  readonly hints: readonly string[];
  readonly currentCall: CurrentCall;
}

const PAGES: Readonly<Record<OutputForm, (report: SearchReport, view: PageSelection) => RecordPage>> = {
  full: fullPage,
  group_by_file: groupedPage,
  summary_only: summaryPage,
  count_only_matches: countPage,
  value_counts: valuePage,
  total_only: totalPage,
};

/**
 * Answers with the report. A named form is shortened to the budget; without one, poorer forms are tried. The part about
 * definitions takes only what the lines leave.
 */
export function searchAnswer(report: SearchReport, options: SearchAnswerOptions): ChosenForm {
  const { definitions = [] } = report, plain = answerInForm(report, options);
  if (definitions.length === 0 || plain.form !== "full") return plain;
  const shown = fitDefinitions(definitions, roomForDefinitions(plain.answer, options));
  const whole = answerInForm(report, options, shown);
  const showsSame = whole.form === plain.form && whole.answer.hits?.length === plain.answer.hits?.length;
  return showsSame ? whole : plain;
}

/** Tokens of the hint about definitions that are not shown. */
const HINT_TOKENS = 150;

/** Tokens for definitions beside an answer without them. */
function roomForDefinitions({ text, structured }: Answer, { budget, currentCall }: SearchAnswerOptions): number {
  if (budget === 0) return LIMITS.definitionTokens;
  const left = budget * USABLE_BUDGET_SHARE - answerTokens(text, structured, currentCall.sentAs) - HINT_TOKENS;
  return Math.min(LIMITS.definitionTokens, left);
}

function answerInForm(
  report: SearchReport,
  options: SearchAnswerOptions,
  definitions: readonly ShownDefinition[] = [],
): ChosenForm {
  const { form, skip } = options, forms = new SearchForms(report, options, definitions);
  if (form === undefined) return richestFormWithin(forms, skip);
  if (form === "count_only_matches") return { answer: renderCounts(options.countsBy, forms.counts(skip)).answer, form };
  const { answer } = renderNamedForm(report, (part) => forms.page(form, skip, part), forms.context(form));
  return { answer, form };
}

/** The forms of one report. */
class SearchForms {
  readonly #paths: DisplayedPaths;
  readonly #totals: readonly PatternTotal[];

  constructor(
    readonly report: SearchReport,
    readonly options: SearchAnswerOptions,
    readonly definitions: readonly ShownDefinition[],
  ) {
    this.#paths = displayPaths(report.files.map((file) => file.path), options.pathDisplay);
    this.#totals = patternTotalsOf(report, options.patterns ?? []);
  }

  /** The records of a form from `skip` on. */
  page(form: OutputForm, skip: number, report = this.report): RecordPage {
    const { limit, currentCall, encoding, showsSpans = false } = this.options, paths = this.#paths;
    if (form === "total_only" && this.#totals.length > 0) return patternTotalsPage(report, this.#totals);
    const view: PageSelection = {
      ...{ paths, skip, limit, currentCall, showsSpans, ...encoding !== undefined && { encoding } },
      isShownElsewhere: (path, hit) => hasLinesOf(this.definitions, path, hit),
    };
    const page = PAGES[form](report, view);
    return FORMS_OF_FILES.has(form) ? withPatternTotals(page, this.#totals, this.context(form)) : page;
  }

  context(form: OutputForm): PageContext {
    const { report, options, definitions } = this;
    return contextOf(report, options, form, this.#paths, form === "full" ? definitions : []);
  }

  /** The pages of the form count_only_matches. Sums show whole paths: a directory may be shorter than the prefix. */
  counts(skip: number): CountPages {
    const { report, options } = this, form = "count_only_matches", { limit, currentCall } = options;
    const paths = displayPaths([], { ...options.pathDisplay, sharePrefix: false });
    const context = contextOf(report, options, form, paths);
    return {
      report,
      byFile: { page: this.page(form, skip), context: this.context(form) },
      view: { paths, skip, limit, currentCall },
      context,
      finish: (page) => withPatternTotals(page, this.#totals, context),
    };
  }
}

/** Forms that have the counts of each pattern of a list beside their records. */
const FORMS_OF_FILES: ReadonlySet<OutputForm> = new Set(["summary_only", "count_only_matches"]);

/** Renders as many records as fit, or if none does, as many lines of the first one. */
function renderNamedForm(
  report: SearchReport,
  pageOf: (report: SearchReport) => RecordPage,
  context: PageContext,
): RenderedPage {
  const page = pageOf(report), { budget } = context, lines = firstMatchLineCount(report);
  if (lines < 2 || isWithinBudget(renderPage(page, 1, context).tokens, budget)) return renderFittingPage(page, context);
  const cut = (count: number) =>
    renderPage({ ...pageOf(withFirstMatchCut(report, count)), isLastCut: true }, Math.min(count, 1), context);
  return fitBySearch(lines - 1, budget, cut);
}

function contextOf(
  report: SearchReport,
  options: SearchAnswerOptions,
  form: OutputForm,
  paths: DisplayedPaths,
  definitions: readonly ShownDefinition[] = [],
): PageContext {
  const prefixed = paths.prefix !== "" && form !== "total_only", fields = definitionFields(definitions, paths);
  return {
    currentCall: options.currentCall,
    budget: options.budget,
    report,
    totalUnit: "matches",
    searchedUnit: "files",
    ...(form !== "total_only" && { files: report.filesMatched }),
    notes: options.notes,
    hints: [
      ...options.hints,
      ...hardLineHints(report.timedOutLines),
      ...unshownHints(definitions, options.currentCall, options.encoding),
    ],
    head: prefixed ? [`[path_prefix: ${textPath(paths.prefix)}]`] : [],
    extra: {
      fields: {
        ...(prefixed && { path_prefix: paths.prefix }),
        ...(fields.length > 0 && { definitions: fields }),
        ...(options.meta && { meta: metaOf(report) }),
      },
      status: [
        ...options.meta && report.total > 0 && form !== "total_only" ? [searchedPhrase(report.searched, "files")] : [],
      ],
    },
    tail: definitionLines(definitions, paths),
    isBareTotal: form === "total_only",
  };
}

function metaOf(report: SearchReport): Record<string, unknown> {
  return {
    searched_file_count: report.searched,
    truncated: report.cutBy === "file_limit",
    fd_elapsed_ms: Math.round(report.findMs),
    rg_elapsed_ms: Math.round(report.searchMs),
  };
}

/** The forms between the richest and the poorest, which is given even if it does not fit. */
const INTERMEDIATE_FORMS = ["group_by_file", "summary_only", "count_only_matches"] as const;

/** The form that was chosen. */
export interface ChosenForm {
  readonly answer: Answer;
  readonly form: OutputForm;
}

/**
 * Chooses the richest form that fits whole, or the total if none does. An answer without records is not degraded, since a
 * poorer form would only add words about the change.
 * @param skip lines, as the caller gave it
 */
function richestFormWithin(forms: SearchForms, skip: number): ChosenForm {
  const all = forms.page("full", skip), asked = forms.context("full");
  if (all.size === 0) return { answer: renderPage(all, 0, asked).answer, form: "full" };
  const full = renderWholePage(all, asked);
  if (full.whole) return { answer: full.whole.answer, form: "full" };
  for (const form of INTERMEDIATE_FORMS) {
    const { whole } = renderWholePage(...degradedPage(form, full.tokens, forms, skip));
    if (whole) return { answer: whole.answer, form };
  }
  const { answer } = renderFittingPage(...degradedPage("total_only", full.tokens, forms, skip));
  return { answer, form: "total_only" };
}

/**
 * Prepares a poorer form. The caller's `skip` counts lines and can't page other records, so a form with other records
 * starts at its first one and offers no cursor.
 */
function degradedPage(form: OutputForm, tokens: number, forms: SearchForms, skip: number): [RecordPage, PageContext] {
  const byLine = form === "group_by_file", context = forms.context(form);
  const records = byLine ? forms.page(form, skip) : { ...forms.page(form, 0), isPaged: false };
  const { budget, extra } = context, most = worstCaseTokens(tokens);
  return [records, {
    ...context,
    isDegraded: true,
    notes: [
      ...context.notes,
      degradedNote({ from: "full", form, tokens: most, budget }),
    ],
    hints: byLine ? context.hints : [
      ...context.hints,
      "To get lines, narrow the query or roots, or page through them: " +
      context.currentCall.render({ ...WITHOUT_FORM, group_by_file: true }),
    ],
    extra: {
      fields: { ...extra?.fields, format: form, degraded_from: "full" },
      status: extra?.status ?? [],
    },
  }];
}
