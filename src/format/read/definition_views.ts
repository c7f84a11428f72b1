/**
 * Definitions in a file, one a line, indented by depth: its outline, several of one name, and the outline of what a page of
 * lines leaves out.
 * @module
 */
import type { Definition } from "../../model/definition.ts";
import { LIMITS } from "../../model/limits.ts";
import type { OutlineReport } from "../../model/report.ts";
import type { Rendered } from "../answer.ts";
import { fit, linesWithin } from "../fit_budget.ts";
import { RAISED_BUDGET_FACTOR } from "../page.ts";
import { countPhrase, emptyFileHint } from "../phrases.ts";
import { textLine, textPath } from "../safe_text.ts";
import type { ReadContext, ReadView, ShowRead } from "./read_view.ts";

/** Shows as many definitions as the budget allows: deeper ones are left out first. */
export function fitOutline(report: OutlineReport, budget: number, context: ReadContext, show: ShowRead): Rendered {
  return fit(report.definitions.length, budget, (count) => show(outlineView(report, count, budget, context)));
}

function outlineView(report: OutlineReport, count: number, budget: number, context: ReadContext): ReadView {
  const { path, language, totalLines, definitions: all, isPartial, leftOut, unparsedLines } = report;
  const shown = shallowest(all, count), cutBy = causeOfCut(report, count), least = leastDepth(all);
  const facts = [language ?? [], totalLines === undefined ? [] : countPhrase("lines", totalLines)].flat().join(", ");
  const fields = {
    path,
    ...(language !== undefined && { language }),
    ...(totalLines !== undefined && { total_lines: totalLines }),
    definitions: shown.map(definitionFields),
    truncated: cutBy !== undefined,
    ...(cutBy !== undefined && { truncated_by: cutBy, total: all.length }),
    ...(isPartial && { total_is_exact: false }),
    ...(leftOut && { left_out: leftOut }),
    ...(unparsedLines && { unparsed_lines: unparsedLines }),
  };
  return {
    content: shown.map((one) => outlineLine(one, least)).join("\n"),
    fields,
    status: facts === "" ? [] : [facts],
    heading: textPath(path) + (facts === "" ? "" : ` (${facts})`),
    part: { status: [] },
    notes: context.notes,
    hints: [
      ...emptyHints(report, context),
      ...(leftOut ? [`Fields and members left out: ${leftOut}. To read one: symbol.`] : []),
      ...(unparsedLines && all.length > 0
        ? [`${countPhrase("lines", unparsedLines)} could not be parsed: definitions there may be missing.`]
        : []),
      ...leftOutHints(all.length, count, budget, context),
      ...(isPartial ? [partialHint(report, context)] : []),
    ],
    found: all.length > 0,
  };
}

function leastDepth(definitions: readonly Definition[]): number {
  return Math.min(...definitions.map(({ depth }) => depth));
}

/** A definition as a line: `12-40 function expandGlob`, indented. @param least the depth that is not indented */
export function outlineLine({ startLine, endLine, kind, name, owner, depth }: Definition, least = 0): string {
  const lines = startLine === endLine ? startLine : `${startLine}-${endLine}`;
  const whole = owner === undefined ? name : `${owner}.${name}`;
  return `${"  ".repeat(depth - least)}${lines} ${kind} ${textLine(whole)}`;
}

/** The first `count` definitions by depth, in the order of the file. */
export function shallowest(definitions: readonly Definition[], count: number): readonly Definition[] {
  if (count >= definitions.length) return definitions;
  const byDepth = definitions.toSorted((a, b) => a.depth - b.depth), kept = new Set(byDepth.slice(0, count));
  return definitions.filter((definition) => kept.has(definition));
}

function definitionFields({ name, kind, startLine, endLine, depth, owner }: Definition) {
  return { name, kind, start_line: startLine, end_line: endLine, depth, ...(owner !== undefined && { owner }) };
}

function causeOfCut({ definitions, isPartial, size }: OutlineReport, count: number) {
  if (isPartial) return size > LIMITS.outlineBytes ? "limit" : "timeout";
  return count < definitions.length ? "token_budget" : undefined;
}

/** Why there is no definition, and the call that reads the first lines instead. */
function emptyHints(report: OutlineReport, { currentCall }: ReadContext): string[] {
  const { definitions, language, supported = [], size, isPartial, unparsedLines } = report;
  if (definitions.length > 0 || isPartial) return [];
  if (size === 0) return [emptyFileHint(size)];
  const call = currentCall.render({ outline: undefined });
  return language === undefined
    ? [`There is no grammar for this kind of file, only for ${supported.join(", ")}. Its first lines: ${call}`]
    : [`${unparsedLines ? "The file does not parse, so no" : "No"} definitions were found. Its first lines: ${call}`];
}

function leftOutHints(total: number, shown: number, budget: number, { currentCall }: ReadContext): string[] {
  if (shown === total) return [];
  const call = currentCall.render({ token_budget: RAISED_BUDGET_FACTOR * budget });
  return [`${total - shown} of ${total} definitions are left out to fit the budget, the deepest first. More: ${call}`];
}

function partialHint({ definitions, totalLines }: OutlineReport, { currentCall }: ReadContext): string {
  const last = definitions.at(-1)?.endLine ?? 0, isEnd = totalLines !== undefined && last >= totalLines;
  const call = currentCall.render({ outline: undefined, start_line: isEnd ? 1 : last + 1 });
  return `Only a part of the file could be parsed: definitions after line ${last} may be missing. ` +
    `To read from there: ${call}`;
}

/** Shows all definitions of one name, or as many as fit, with the call that reads the first. */
export function fitNamesakes(report: OutlineReport, budget: number, context: ReadContext, show: ShowRead): Rendered {
  const { path, definitions: [first, ...others] } = report,
    lines = `${first.commentLine ?? first.startLine}-${first.endLine}`;
  const call = context.currentCall.render({ path: `${path}:${lines}`, symbol: undefined });
  const hint = `${others.length + 1} definitions have this name. To read one: ${call}`;
  return fitOutline(report, budget, context, (view) => show({ ...view, hints: [hint, ...view.hints] }));
}

/** Of an answer's budget, the share that the outline of the rest may take. */
const REST_SHARE = 0.1;

/**
 * The definitions that begin after line `after`, as lines. If they are too many for a tenth of the budget, the deepest
 * are left out first, and the last line counts them.
 */
export function restOutline(definitions: readonly Definition[], after: number, budget: number): readonly string[] {
  const rest = definitions.filter(({ startLine }) => startLine > after), all = rest.length;
  const least = leastDepth(rest);
  return linesWithin(
    all,
    budget * REST_SHARE,
    all,
    (count) => shallowest(rest, count).map((one) => outlineLine(one, least)),
  );
}
