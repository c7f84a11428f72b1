/**
 * The definitions that a search found, as an answer shows them: the whole text if that fits, else the names of their members.
 * @module
 */
import type { Definition } from "../../model/definition.ts";
import { LIMITS } from "../../model/limits.ts";
import type { FoundDefinition, Hit } from "../../model/search_report.ts";
import { definitionLabel } from "../hit_lines.ts";
import type { CurrentCall } from "../current_call.ts";
import type { DisplayedPaths } from "../path_display.ts";
import { fit } from "../fit_budget.ts";
import { textLine, textPath, textValue } from "../safe_text.ts";
import { estimateTokens } from "../token_estimate.ts";

/** A definition and what an answer shows of it: its text, its members, or neither. */
export interface ShownDefinition extends FoundDefinition {
  readonly text?: readonly string[];
  /** Each as `12 name`, with its first line. */
  readonly shownMembers?: readonly string[];
}

/** Tokens of the place above a text. */
const PLACE_TOKENS = 12;

/** What `tokens` tokens show of the definitions. The shortest are first, so that as many as possible are shown whole. */
export function fitDefinitions(found: readonly FoundDefinition[], tokens: number): ShownDefinition[] {
  const shown = new Map<FoundDefinition, ShownDefinition>();
  let left = tokens;
  for (const one of found.toSorted((a, b) => lineCount(a) - lineCount(b))) {
    const fitted = fitOne(one, left - PLACE_TOKENS), lines = fitted.text ?? fitted.shownMembers;
    if (lines !== undefined) left -= PLACE_TOKENS + costOf(lines);
    shown.set(one, fitted);
  }
  return found.map((one) => shown.get(one) ?? one);
}

function lineCount({ startLine, endLine }: FoundDefinition): number {
  return endLine - startLine;
}

function fitOne(one: FoundDefinition, tokens: number): ShownDefinition {
  if (one.lines !== undefined && costOf(one.lines) <= tokens) return { ...one, text: one.lines };
  const shownMembers = membersWithin(one.members, tokens);
  return shownMembers.length > 0 ? { ...one, shownMembers } : one;
}

/** The members that stand directly in a definition, by name and first line: their ranges and kinds are three times as long. */
function membersWithin(members: readonly Definition[], tokens: number): readonly string[] {
  const least = Math.min(...members.map(({ depth }) => depth)), direct = members.filter(({ depth }) => depth === least);
  // At least 1, since 0 would mean no budget.
  return fit(Math.min(direct.length, LIMITS.definitionMembers), Math.max(1, Math.floor(tokens)), (count) => {
    const shown = direct.slice(0, count).map(({ name, startLine }) => `${startLine} ${textLine(name)}`);
    const left = direct.length - count;
    const lines = count === 0 || left === 0 ? shown : [...shown, `… ${left} more`];
    return { lines, tokens: costOf(lines) };
  }).lines;
}

/** In JSON a line break counts, and quotes in a line are written with a backslash. */
function costOf(lines: readonly string[]): number {
  return estimateTokens(JSON.stringify(lines.join("\n")));
}

/** Whether all lines of a hit are shown with one of the definitions, its context too. */
export function hasLinesOf(shown: readonly ShownDefinition[], path: string, hit: Hit): boolean {
  const { lineNumber, line, lines = line.split("\n").length, before, after } = hit;
  const first = lineNumber - before.length, last = lineNumber + lines - 1 + after.length;
  return shown.some(({ path: other, text, shownMembers, startLine, endLine, hit: own }) => {
    if (path !== other || first < startLine || last > endLine) return false;
    return text !== undefined || shownMembers !== undefined && lineNumber === own.lineNumber && first === last;
  });
}

/** Definitions with their text or members, as structured content has them. */
export function definitionFields(shown: readonly ShownDefinition[], paths: DisplayedPaths): Record<string, unknown>[] {
  return shown.filter(isShown).map(({ path, startLine, endLine, text, shownMembers }) => ({
    file: paths.display(path),
    start_line: startLine,
    end_line: endLine,
    ...(text ? { text: text.join("\n") } : { members: shownMembers }),
  }));
}

function isShown({ text, shownMembers }: ShownDefinition): boolean {
  return text !== undefined || shownMembers !== undefined;
}

/** Each text below its place, `path:10-20`, which is a path that tools accept; members below the line that has the name. */
export function definitionLines(shown: readonly ShownDefinition[], paths: DisplayedPaths): string[] {
  return shown.filter(isShown).flatMap(({ path, startLine, endLine, text, shownMembers = [], hit }, i) => {
    const place = `${textPath(paths.display(path))}:${startLine}-${endLine}`;
    return [
      ...(i > 0 ? [""] : []),
      ...(hit.enclosing ? [`  in ${textValue(definitionLabel(hit.enclosing))}`] : []),
      ...(text
        ? [place, ...text.map(textLine)]
        : [`${place}:${textLine(hit.line.split("\n")[0])}`, `  ${shownMembers.join(", ")}`]),
    ];
  });
}

/** The call that reads the definitions of which nothing is shown. */
export function unshownHints(shown: readonly ShownDefinition[], call: CurrentCall, encoding?: string): string[] {
  const reads = shown.filter((one) => !isShown(one)).map(({ path, name, startLine, endLine, isAlone }) =>
    isAlone ? { path, symbol: name } : { path: `${path}:${startLine}-${endLine}` }
  );
  if (reads.length === 0) return [];
  const args = { ...(reads.length > 1 ? { reads } : reads[0]), ...(encoding !== undefined && { encoding }) };
  return [`Too long to show; in full: ${call.renderOther("read_file", args)}`];
}
