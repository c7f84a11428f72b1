/**
 * The answer to a search, in the form that the caller named or else in the richest form that fits the budget.
 * @module
 */
import { LIMITS } from "../../model/limits.ts";
import type { OutputForm } from "../../model/output_form.ts";
import type { SearchReport } from "../../model/search_report.ts";
import type { Answer, Rendered } from "../answer.ts";
import { fit, isWithinBudget, USABLE_BUDGET_SHARE, worstCaseTokens } from "../fit_budget.ts";
import { degraded, degradedNote, type Facts, fitPage, type Page, showPage, tryPage } from "../page.ts";
import { displayPaths } from "../path_display.ts";
import { countPhrase } from "../phrases.ts";
import { textPath } from "../safe_text.ts";
import { answerTokens } from "../token_estimate.ts";
import { countsPage, fittingDepth, patternFacts, summaryPage, totalPage, valuePage } from "./count_forms.ts";
import { firstMatchLineCount, fullPage, groupedPage, withFirstMatchCut } from "./line_forms.ts";
import { definitionFacts, fitDefinitions } from "./shown_definitions.ts";
import { type SearchAnswerOptions, type ShownDefinition, type View, WITHOUT_FORM } from "./view.ts";

export type { SearchAnswerOptions };

/** The form that was chosen. */
export interface ChosenForm {
  readonly answer: Answer;
  readonly form: OutputForm;
}

/** The rows of each form. */
const PAGES: Readonly<Record<OutputForm, (view: View) => Page>> = {
  full: fullPage,
  group_by_file: groupedPage,
  summary_only: summaryPage,
  value_counts: valuePage,
  count_only_matches: countsPage,
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
  const { form, pathDisplay } = options, paths = displayPaths(report.files.map((file) => file.path), pathDisplay);
  const view = { ...options, report, paths, definitions, depth: Infinity };
  if (form === undefined) return richestForm(view);
  return { form, answer: (form === "count_only_matches" ? fitCounts(view) : fitNamed(form, view)).answer };
}

/** The counts summed by directory, with at most `depth` names. They show whole paths: one may be shorter than the prefix. */
function summed(view: View, depth = Infinity, countsBy: View["countsBy"] = "directory"): View {
  return { ...view, countsBy, depth, paths: displayPaths([], { ...view.pathDisplay, sharePrefix: false }) };
}

/** Forms whose rows are files, which have the counts of each pattern of a list beside them. */
const FORMS_OF_FILES: readonly OutputForm[] = ["summary_only", "count_only_matches"];

function factsOf(form: OutputForm, view: View): Facts {
  const { report, paths, meta } = view, isTotal = form === "total_only", isPrefixed = paths.prefix !== "" && !isTotal;
  const isOfFiles = FORMS_OF_FILES.includes(form), patterns = isOfFiles ? patternFacts(view) : undefined;
  const definitions = form === "full" ? definitionFacts(view) : undefined;
  return {
    ...view,
    totalUnit: "matches",
    searchedUnit: "files",
    isBareTotal: isTotal,
    ...(isOfFiles && { files: report.filesMatched }),
    hints: [...view.hints, ...definitions?.hints ?? [], ...patterns?.hints ?? []],
    head: [...(isPrefixed ? [`[path_prefix: ${textPath(paths.prefix)}]`] : []), ...patterns?.head ?? []],
    fields: {
      ...(isPrefixed && { path_prefix: paths.prefix }),
      ...patterns?.fields,
      ...definitions?.fields,
      ...(meta && { meta: metaOf(report) }),
    },
    status: meta && report.total > 0 && !isTotal ? [`searched ${countPhrase("files", report.searched)}`] : [],
    tail: definitions?.tail ?? [],
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

/** As many rows as fit, or if none does, as many lines of the first one. */
function fitNamed(form: OutputForm, view: View): Rendered {
  const { report, budget } = view, page = PAGES[form](view), facts = factsOf(form, view);
  const lines = firstMatchLineCount(report);
  if (lines < 2 || isWithinBudget(showPage(page, 1, facts).tokens, budget)) return fitPage(page, facts);
  return fit(lines - 1, budget, (count) => {
    const cut = PAGES[form]({ ...view, report: withFirstMatchCut(report, count) });
    return showPage({ ...cut, isLastCut: true }, Math.min(count, 1), facts);
  });
}

/** Counts over the budget are summed by directory, one level up or more, unless the caller named files. */
function fitCounts(view: View): Rendered {
  const { countsBy: by = "file" } = view, shown = by === "file" ? view : summed(view, Infinity, by);
  const page = countsPage(shown),
    facts = factsOf("count_only_matches", shown),
    { whole, tokens } = tryPage(page, facts);
  if (whole) return whole;
  const isSummable = view.countsBy === undefined || by === "directory";
  return (isSummable && view.skip === 0 && fitSums(view, summedFacts(by, tokens, view))) || fitPage(page, facts);
}

function summedFacts(by: string, tokens: number, view: View): Facts {
  const form = "count_only_matches", { currentCall, budget } = view;
  const call = () => currentCall.render({ ...WITHOUT_FORM, [form]: true, counts_by: "file" });
  const how = by === "file" ? `summed by directory. By file: ${call()}` : "summed further up.";
  const cost = `~${countPhrase("tokens", worstCaseTokens(tokens))}, over the budget of ${budget}`;
  const note = `Counts by ${by} would take ${cost}, so they are ${how}`;
  return degraded(factsOf(form, summed(view)), note, { degraded_from: form });
}

/** The counts summed by directory; undefined if not even the topmost directories fit. */
function fitSums(view: View, facts: Facts): Rendered | undefined {
  const { report, limit, budget } = view;
  const show = (depth: number) => {
    const page = { ...countsPage({ ...summed(view, depth), skip: 0 }), isPaged: false };
    return { ...showPage(page, page.size, facts), isAll: page.total <= limit };
  };
  const depth = fittingDepth(report, (depth) => {
    const { isAll, tokens } = show(depth);
    return isAll && isWithinBudget(tokens, budget);
  });
  return depth === undefined ? undefined : show(depth);
}

/** The forms between the richest and the total, which is given even if it does not fit. */
const LADDER = ["group_by_file", "summary_only", "count_only_matches"] as const;

/**
 * The richest form that fits whole, or the total if none does. An answer without rows is not degraded, since a poorer
 * form would only add words about the change.
 */
function richestForm(view: View): ChosenForm {
  const page = fullPage(view), facts = factsOf("full", view), { whole, tokens } = tryPage(page, facts);
  if (page.size === 0 || whole) return { answer: (whole ?? showPage(page, 0, facts)).answer, form: "full" };
  // Its caller pages through lines: another form of the whole result would lose the rest of them.
  if (view.skip > 0) return { answer: pageOfLines(tokens, view), form: "group_by_file" };
  for (const form of LADDER) {
    const fitting = tryPage(poorerPage(form, view), poorerFacts(form, tokens, view)).whole;
    if (fitting) return { answer: fitting.answer, form };
  }
  const sums = fitSums(view, poorerFacts("count_only_matches", tokens, summed(view), " by directory"));
  if (sums) return { answer: sums.answer, form: "count_only_matches" };
  const form = "total_only";
  return { answer: fitPage(poorerPage(form, view), poorerFacts(form, tokens, view)).answer, form };
}

/** As many lines as fit, by file. */
function pageOfLines(tokens: number, view: View): Answer {
  return fitPage(groupedPage(view), poorerFacts("group_by_file", tokens, view)).answer;
}

/** The caller's `limit` counts lines, so a form with other rows offers no cursor. */
function poorerPage(form: OutputForm, view: View): Page {
  return form === "group_by_file" ? groupedPage(view) : { ...PAGES[form](view), isPaged: false };
}

/** @param tokens those of the form full */
function poorerFacts(form: OutputForm, tokens: number, view: View, how = ""): Facts {
  const { budget, currentCall } = view, note = degradedNote("full", form + how, tokens, budget);
  const call = () => currentCall.render({ ...WITHOUT_FORM, group_by_file: true });
  const lines = () => [`To get lines, narrow the query or roots, or page through them: ${call()}`];
  const fields = { format: form, degraded_from: "full" };
  return degraded(factsOf(form, view), note, fields, form === "group_by_file" ? [] : lines());
}
