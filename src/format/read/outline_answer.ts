/**
 * The answer with a file's outline: its definitions, one a line, indented by depth.
 * @module
 */
import type { Definition } from "../../model/definition.ts";
import { LIMITS } from "../../model/limits.ts";
import type { OutlineReport } from "../../model/report.ts";
import { fitBySearch } from "../fit_budget.ts";
import { emptyFileHint, unitWord } from "../phrases.ts";
import { RAISED_BUDGET_FACTOR, type RenderedPage } from "../render_page.ts";
import { textLine, textPath } from "../safe_text.ts";
import { type RemarkContext, textWithFooters, withEstimate } from "./read_answer.ts";
import { partOf, type ReadPart } from "./reads_answer.ts";

/** Answers with as many definitions as the budget allows: deeper ones are left out first. */
export function outlineAnswer(report: OutlineReport, budget: number, options: RemarkContext): RenderedPage {
  return fitBySearch(report.definitions.length, budget, (count) => {
    const { facts, lines, remarks, fields } = render(report, count, budget, options);
    const text = textWithFooters(lines, [...facts === "" ? [] : [facts], ...remarks]);
    return withEstimate(fields, text, report.definitions.length > 0, options.currentCall);
  });
}

/** The same as one part of several. */
export function outlinePart(report: OutlineReport, budget: number, options: RemarkContext): ReadPart {
  return fitBySearch(report.definitions.length, budget, (count) => {
    const { facts, lines, remarks, fields } = render(report, count, budget, options);
    const heading = textPath(report.path) + (facts === "" ? "" : ` (${facts})`);
    const text = textWithFooters(lines, remarks);
    return partOf(heading, text, fields, report.definitions.length > 0, options.currentCall.sentAs);
  });
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

function render(report: OutlineReport, count: number, budget: number, options: RemarkContext) {
  const { path, language, totalLines, definitions: all } = report, { notes } = options;
  const definitions = shallowest(all, count), cutBy = causeOfCut(report, count);
  const hints = [...emptyHints(report, options), ...cutHints(report, count, budget, options)];
  const facts = [
    ...language === undefined ? [] : [language],
    ...totalLines === undefined ? [] : [`${totalLines} ${unitWord("lines", totalLines)}`],
  ];
  return {
    facts: facts.join(", "),
    lines: definitions.map((one) => outlineLine(one)).join("\n"),
    remarks: [...notes, ...hints],
    fields: {
      path,
      ...(language !== undefined && { language }),
      ...(totalLines !== undefined && { total_lines: totalLines }),
      definitions: definitions.map(definitionFields),
      truncated: cutBy !== undefined,
      ...(cutBy !== undefined && { truncated_by: cutBy, total: all.length }),
      ...(report.isPartial && { total_is_exact: false }),
      ...(notes.length > 0 && { notes }),
      ...(hints.length > 0 && { hints }),
    },
  };
}

/** A definition as fields of structured content. */
export function definitionFields({ name, kind, startLine, endLine, depth, owner }: Definition) {
  return { name, kind, start_line: startLine, end_line: endLine, depth, ...(owner !== undefined && { owner }) };
}

function causeOfCut({ definitions, isPartial, size }: OutlineReport, count: number) {
  if (isPartial) return size > LIMITS.outlineBytes ? "limit" : "timeout";
  return count < definitions.length ? "token_budget" : undefined;
}

/** Why there is no definition, and the call that reads the first lines instead. */
function emptyHints(report: OutlineReport, { currentCall }: RemarkContext): string[] {
  const { definitions, language, supported = [], size, isPartial, hasErrors } = report;
  if (definitions.length > 0 || isPartial) return [];
  if (size === 0) return [emptyFileHint(size)];
  const call = currentCall.render({ outline: undefined });
  return language === undefined
    ? [`There is no grammar for this kind of file, only for ${supported.join(", ")}. Its first lines: ${call}`]
    : [`${hasErrors ? "The file does not parse, so no" : "No"} definitions were found. Its first lines: ${call}`];
}

function cutHints(
  { definitions, isPartial, totalLines }: OutlineReport,
  count: number,
  budget: number,
  { currentCall }: RemarkContext,
): string[] {
  const hints: string[] = [];
  if (count < definitions.length) {
    const n = definitions.length - count, call = currentCall.render({ token_budget: RAISED_BUDGET_FACTOR * budget });
    hints.push(
      `${n} of ${definitions.length} definitions are left out to fit the budget, the deepest first. More: ${call}`,
    );
  }
  if (isPartial) {
    const n = definitions.at(-1)?.endLine ?? 0, isLast = totalLines !== undefined && n >= totalLines;
    const call = currentCall.render({ outline: undefined, start_line: isLast ? 1 : n + 1 });
    hints.push(
      `Only a part of the file could be parsed: definitions after line ${n} may be missing. To read from there: ${call}`,
    );
  }
  return hints;
}
