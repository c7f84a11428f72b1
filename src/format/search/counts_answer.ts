/**
 * Renders the form count_only_matches: counts by file, or summed by directory or extension.
 * @module
 */
import type { CountKey } from "../../model/output_form.ts";
import type { SearchReport } from "../../model/search_report.ts";
import { isWithinBudget, renderFittingPage, renderWholePage, worstCaseTokens } from "../fit_budget.ts";
import { unitWord } from "../phrases.ts";
import {
  type PageContext,
  type PageSelection,
  type RecordPage,
  type RenderedPage,
  renderPage,
} from "../render_page.ts";
import { deepestFitting, directorySumsPage, extensionSumsPage, partingDepth } from "./count_sums.ts";
import { WITHOUT_FORM } from "./without_form.ts";

/** The pages of one answer's counts. */
export interface CountPages {
  readonly report: SearchReport;
  /** Counts by file, in their context. */
  readonly byFile: { readonly page: RecordPage; readonly context: PageContext };
  /** What sums show, and their context. */
  readonly view: PageSelection;
  readonly context: PageContext;
  /** Puts more before a page's records. */
  readonly finish: (page: RecordPage) => RecordPage;
}

/**
 * Counts by `key`. Directories are those of the first level that differs, or with a limit as deep as it allows. Counts
 * by file over the budget are summed by directory, unless the caller named a key.
 */
export function renderCounts(key: CountKey | undefined, pages: CountPages): RenderedPage {
  const { report, view, context, byFile, finish } = pages;
  switch (key) {
    case "extension":
      return renderFittingPage(finish(extensionSumsPage(report, view)), context);
    case "directory": {
      const isLimited = context.currentCall.limit !== undefined;
      const depth = isLimited ? depthWithin(pages, context) ?? 1 : partingDepth(report);
      return renderFittingPage(finish(directorySumsPage(report, view, depth)), context);
    }
    case "file":
      return renderFittingPage(byFile.page, byFile.context);
    case undefined: {
      const { whole, tokens } = renderWholePage(byFile.page, byFile.context);
      const summed = whole === undefined && view.skip === 0 ? summedCounts(pages, tokens) : undefined;
      return whole ?? summed ?? renderFittingPage(byFile.page, byFile.context);
    }
  }
}

/**
 * The counts summed by directory, with a note that counts by file are over the budget.
 * @param tokens those of the counts by file
 * @returns undefined if not even the topmost directories fit
 */
export function summedCounts(pages: CountPages, tokens: number): RenderedPage | undefined {
  const context = summedContext(pages.context, tokens), depth = depthWithin(pages, context);
  if (depth === undefined) return undefined;
  const page = { ...pages.finish(directorySumsPage(pages.report, pages.view, depth)), isPaged: false };
  return renderPage(page, page.size, context);
}

function summedContext(context: PageContext, tokens: number): PageContext {
  const { budget, currentCall, extra } = context,
    most = worstCaseTokens(tokens),
    unit = unitWord("tokens", most);
  const call = currentCall.render({ ...WITHOUT_FORM, count_only_matches: true, counts_by: "file" });
  return {
    ...context,
    isDegraded: true,
    notes: [
      ...context.notes,
      `Counts by file would take ~${most} ${unit}, over the budget of ${budget}, so they are summed by directory. By file: ${call}`,
    ],
    extra: { fields: { ...extra?.fields, degraded_from: "file" }, status: extra?.status ?? [] },
  };
}

/** The greatest depth at which all directories are within the limit and the budget. */
function depthWithin({ report, view, finish }: CountPages, context: PageContext): number | undefined {
  return deepestFitting(report, (depth) => {
    const page = finish(directorySumsPage(report, { ...view, skip: 0 }, depth));
    return page.total <= view.limit && isWithinBudget(renderPage(page, page.size, context).tokens, context.budget);
  });
}
