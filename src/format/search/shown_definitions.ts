/**
 * The definitions that a search found, as an answer shows them: the whole text if that fits, else the names of their members.
 * @module
 */
import { LIMITS } from "../../model/limits.ts";
import type { FoundDefinition, Hit } from "../../model/search_report.ts";
import { linesWithin } from "../fit_budget.ts";
import { textLine, textPath, textValue, truncateUnits } from "../safe_text.ts";
import { estimateTokens } from "../token_estimate.ts";
import type { ShownDefinition, View } from "./view.ts";

/** Tokens of the place above a text. */
const PLACE_TOKENS = 12;

/** What `tokens` tokens show of the definitions. The shortest are first, so that as many as possible are shown whole. */
export function fitDefinitions(found: readonly FoundDefinition[], tokens: number): ShownDefinition[] {
  const shown = new Map<FoundDefinition, ShownDefinition>();
  let left = tokens;
  for (const one of found.toSorted((a, b) => a.endLine - a.startLine - (b.endLine - b.startLine))) {
    const fitted = fitOne(one, left - PLACE_TOKENS), lines = fitted.text ?? fitted.shownMembers;
    if (lines !== undefined) left -= PLACE_TOKENS + costOf(lines);
    shown.set(one, fitted);
  }
  return found.map((one) => shown.get(one) ?? one);
}

/** The text, or the members that stand directly in it, by name and first line: ranges and kinds are three times as long. */
function fitOne(one: FoundDefinition, tokens: number): ShownDefinition {
  if (one.lines !== undefined && costOf(one.lines) <= tokens) return { ...one, text: one.lines };
  const least = Math.min(...one.members.map(({ depth }) => depth));
  const direct = one.members.filter(({ depth }) => depth === least), most = direct.slice(0, LIMITS.definitionMembers);
  const members = most.map(({ name, startLine }) => `${startLine} ${textLine(name)}`);
  const shownMembers = linesWithin(members.length, tokens, direct.length, (count) => members.slice(0, count));
  return shownMembers.length > 0 ? { ...one, shownMembers } : one;
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

/** What the form full says about definitions: fields, lines below the rows, and the call that reads those not shown. */
export function definitionFacts({ definitions, paths, currentCall, encoding }: View) {
  const isShown = ({ text, shownMembers }: ShownDefinition) => text !== undefined || shownMembers !== undefined;
  const shown = definitions.filter(isShown);
  const fields = shown.map(({ path, startLine, endLine, text, shownMembers }) => ({
    file: paths.display(path),
    start_line: startLine,
    end_line: endLine,
    ...(text ? { text: text.join("\n") } : { members: shownMembers }),
  }));
  const reads = definitions.filter((one) => !isShown(one)).map(({ path, name, startLine, endLine, isAlone }) =>
    isAlone ? { path, symbol: name } : { path: `${path}:${startLine}-${endLine}` }
  );
  const args = { ...(reads.length > 1 ? { reads } : reads[0]), ...(encoding !== undefined && { encoding }) };
  const call = () => currentCall.renderOther("read_file", args);
  return {
    fields: shown.length > 0 ? { definitions: fields } : {},
    tail: shown.flatMap((one, i) => [...(i > 0 ? [""] : []), ...definitionLines(one, paths.display(one.path))]),
    hints: reads.length > 0 ? [`Too long to show; in full: ${call()}`] : [],
  };
}

/** A text below its place, `path:10-20`, which is a path that tools accept; members below the line that has the name. */
function definitionLines(
  { startLine, endLine, text, shownMembers = [], hit }: ShownDefinition,
  path: string,
): string[] {
  const place = `${textPath(path)}:${startLine}-${endLine}`, { enclosing } = hit;
  return [
    ...(enclosing ? [`  in ${textValue(definitionLabel(enclosing))}`] : []),
    ...(text
      ? [place, ...text.map(textLine)]
      : [`${place}:${textLine(hit.line.split("\n")[0])}`, `  ${shownMembers.join(", ")}`]),
  ];
}

/** UTF-16 units of a definition's name that are shown: a heading may be long. */
const NAME_UNITS = 80;

/** A definition around lines as answers name it: `name 10-20`. */
export function definitionLabel({ name, startLine, endLine }: NonNullable<Hit["enclosing"]>): string {
  const short = name.length > NAME_UNITS ? truncateUnits(name, NAME_UNITS) + "…" : name;
  return `${short} ${startLine}-${endLine}`;
}
