/**
 * The answer to a search, in the form that the caller named or else in the richest form that fits the budget.
 * @module
 */
import { LIMITS } from "../../model/limits.ts";
import type { CountKey, OutputForm } from "../../model/output_form.ts";
import type { SearchReport } from "../../model/search_report.ts";
import type { Answer } from "../answer.ts";
import type { CurrentCall } from "../current_call.ts";
import { fit, isWithinBudget, USABLE_BUDGET_SHARE, worstCaseTokens } from "../fit_budget.ts";
import type { Rendered } from "../frame.ts";
import { type Facts, fitPage, type Page, searchedPhrase, showPage, tryPage } from "../page.ts";
import { type DisplayedPaths, displayPaths, type PathDisplay } from "../path_display.ts";
import { countPhrase, degradedNote, hardLineHints } from "../phrases.ts";
import { textPath } from "../safe_text.ts";
import { answerTokens } from "../token_estimate.ts";
import { countsPage, fittingDepth, patternFacts, patternTotalsOf, totalPage, valuePage } from "./count_forms.ts";
import { firstMatchLineCount, fullPage, groupedPage, withFirstMatchCut } from "./line_forms.ts";
import {
  definitionFields,
  definitionLines,
  fitDefinitions,
  type ShownDefinition,
  unshownHints,
} from "./shown_definitions.ts";
import { summaryPage } from "./summary_form.ts";
import { type View, WITHOUT_FORM } from "./view.ts";

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

/** The form that was chosen. */
export interface ChosenForm {
  readonly answer: Answer;
  readonly form: OutputForm;
}

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
  const { form, countsBy } = options, forms = new SearchForms(report, options, definitions);
  if (form === undefined) return richestForm(forms);
  const isCount = form === "count_only_matches";
  return { answer: (isCount ? fitCounts(countsBy, forms) : fitNamed(form, forms)).answer, form };
}

/** The forms of one report. */
class SearchForms {
  /** Sums show whole paths: a directory may be shorter than the prefix. */
  readonly #whole: DisplayedPaths;
  readonly #paths: DisplayedPaths;

  constructor(
    readonly report: SearchReport,
    readonly options: SearchAnswerOptions,
    readonly definitions: readonly ShownDefinition[],
  ) {
    this.#paths = displayPaths(report.files.map((file) => file.path), options.pathDisplay);
    this.#whole = displayPaths([], { ...options.pathDisplay, sharePrefix: false });
  }

  /** The rows of a form from `skip` on. */
  page(form: OutputForm, skip = this.options.skip, report = this.report): Page {
    const { definitions } = this, view: View = { ...this.options, report, skip, paths: this.#paths, definitions };
    switch (form) {
      case "full":
        return fullPage(view);
      case "group_by_file":
        return groupedPage(view);
      case "summary_only":
        return summaryPage(view);
      case "value_counts":
        return valuePage(view);
      case "count_only_matches":
        return countsPage(view);
      case "total_only":
        return totalPage(report, this.#patternTotals());
    }
  }

  /** The counts summed by extension, or by directory with at most `depth` names. */
  sums(by: CountKey, depth = Infinity, skip = this.options.skip): Page {
    return countsPage({ ...this.options, report: this.report, skip, paths: this.#whole }, by, depth);
  }

  #patternTotals() {
    return patternTotalsOf(this.report, this.options.patterns ?? []);
  }

  facts(form: OutputForm, isSum = false): Facts {
    const { report, options } = this, definitions = form === "full" ? this.definitions : [];
    const paths = isSum ? this.#whole : this.#paths, shown = definitionFields(definitions, paths);
    const isPrefixed = paths.prefix !== "" && form !== "total_only", isTotal = form === "total_only";
    const { currentCall, budget, notes, encoding } = options;
    const patterns = patternFacts(FORMS_OF_FILES.includes(form) ? this.#patternTotals() : [], budget, currentCall);
    return {
      ...{ currentCall, budget, report, notes, totalUnit: "matches", searchedUnit: "files", isBareTotal: isTotal },
      ...(!isTotal && { files: report.filesMatched }),
      hints: [
        ...options.hints,
        ...hardLineHints(report.timedOutLines),
        ...unshownHints(definitions, currentCall, encoding),
        ...patterns.hints,
      ],
      head: [...(isPrefixed ? [`[path_prefix: ${textPath(paths.prefix)}]`] : []), ...patterns.head],
      fields: {
        ...(isPrefixed && { path_prefix: paths.prefix }),
        ...patterns.fields,
        ...(shown.length > 0 && { definitions: shown }),
        ...(options.meta && { meta: metaOf(report) }),
      },
      status: options.meta && report.total > 0 && !isTotal ? [searchedPhrase(report.searched, "files")] : [],
      tail: definitionLines(definitions, paths),
    };
  }
}

/** Forms that have the counts of each pattern of a list beside their rows. */
const FORMS_OF_FILES: readonly OutputForm[] = ["summary_only", "count_only_matches"];

function metaOf(report: SearchReport): Record<string, unknown> {
  return {
    searched_file_count: report.searched,
    truncated: report.cutBy === "file_limit",
    fd_elapsed_ms: Math.round(report.findMs),
    rg_elapsed_ms: Math.round(report.searchMs),
  };
}

/** As many rows as fit, or if none does, as many lines of the first one. */
function fitNamed(form: OutputForm, forms: SearchForms): Rendered {
  const { report, options: { skip, budget } } = forms, page = forms.page(form), facts = forms.facts(form);
  const lines = firstMatchLineCount(report);
  if (lines < 2 || isWithinBudget(showPage(page, 1, facts).tokens, budget)) return fitPage(page, facts);
  return fit(lines - 1, budget, (count) => {
    const cut = forms.page(form, skip, withFirstMatchCut(report, count));
    return showPage({ ...cut, isLastCut: true }, Math.min(count, 1), facts);
  });
}

/** Counts by `by`. Those over the budget are summed by directory, one level up or more, unless the caller named files. */
function fitCounts(by: CountKey | undefined, forms: SearchForms): Rendered {
  const form = "count_only_matches", isFile = by === undefined || by === "file";
  const page = isFile ? forms.page(form) : forms.sums(by), facts = forms.facts(form, !isFile);
  const { whole, tokens } = tryPage(page, facts), isSummable = by === undefined || by === "directory";
  if (whole) return whole;
  const summed = isSummable && page.skip === 0 ? fitSums(forms, summedFacts(by ?? "file", tokens, forms)) : undefined;
  return summed ?? fitPage(page, facts);
}

function summedFacts(by: CountKey, tokens: number, forms: SearchForms): Facts {
  const form = "count_only_matches", { currentCall, budget } = forms.options, most = worstCaseTokens(tokens);
  const call = () => currentCall.render({ ...WITHOUT_FORM, [form]: true, counts_by: "file" });
  const how = by === "file" ? `summed by directory. By file: ${call()}` : "summed further up.";
  const cost = `~${countPhrase("tokens", most)}, over the budget of ${budget}`;
  const note = `Counts by ${by} would take ${cost}, so they are ${how}`;
  return degraded(forms.facts(form, true), note, { degraded_from: form });
}

/** The counts summed by directory; undefined if not even the topmost directories fit. */
function fitSums(forms: SearchForms, facts: Facts): Rendered | undefined {
  const { report, options: { limit, budget } } = forms;
  const pageOf = (depth: number) => ({ ...forms.sums("directory", depth, 0), isPaged: false });
  const depth = fittingDepth(report, (depth) => {
    const page = pageOf(depth);
    return page.total <= limit && isWithinBudget(showWhole(page, facts).tokens, budget);
  });
  return depth === undefined ? undefined : showWhole(pageOf(depth), facts);
}

function showWhole(page: Page, facts: Facts): Rendered {
  return showPage(page, page.size, facts);
}

function degraded(facts: Facts, note: string, fields: Facts["fields"], hints: readonly string[] = []): Facts {
  return {
    ...facts,
    isDegraded: true,
    notes: [...facts.notes, note],
    hints: [...facts.hints, ...hints],
    fields: { ...facts.fields, ...fields },
  };
}

/** The forms between the richest and the total, which is given even if it does not fit. */
const LADDER = ["group_by_file", "summary_only", "count_only_matches"] as const;

/**
 * The richest form that fits whole, or the total if none does. An answer without rows is not degraded, since a poorer
 * form would only add words about the change.
 */
function richestForm(forms: SearchForms): ChosenForm {
  const page = forms.page("full"), facts = forms.facts("full"), { whole, tokens } = tryPage(page, facts);
  if (page.size === 0) return { answer: showPage(page, 0, facts).answer, form: "full" };
  if (whole) return { answer: whole.answer, form: "full" };
  for (const form of LADDER) {
    const fitting = tryPage(poorerPage(form, forms), poorerFacts(form, tokens, forms)).whole;
    if (fitting) return { answer: fitting.answer, form };
  }
  const summed = fitSums(forms, poorerFacts("count_only_matches", tokens, forms, true));
  if (summed) return { answer: summed.answer, form: "count_only_matches" };
  const form = "total_only";
  return { answer: fitPage(poorerPage(form, forms), poorerFacts(form, tokens, forms)).answer, form };
}

/** The caller's `skip` counts lines, so a form with other rows starts at its first one and offers no cursor. */
function poorerPage(form: OutputForm, forms: SearchForms): Page {
  return form === "group_by_file" ? forms.page(form) : { ...forms.page(form, 0), isPaged: false };
}

/** @param tokens those of the form full */
function poorerFacts(form: OutputForm, tokens: number, forms: SearchForms, isSum = false): Facts {
  const { budget, currentCall } = forms.options;
  const shown = isSum ? `${form} by directory` : form;
  const note = degradedNote({ from: "full", form: shown, tokens: worstCaseTokens(tokens), budget });
  const call = () => currentCall.render({ ...WITHOUT_FORM, group_by_file: true });
  const lines = () => [`To get lines, narrow the query or roots, or page through them: ${call()}`];
  const fields = { format: form, degraded_from: "full" }, hints = form === "group_by_file" ? [] : lines();
  return degraded(forms.facts(form, isSum), note, fields, hints);
}
