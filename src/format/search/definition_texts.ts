/**
 * The text of the definitions that a search found, as far as it fits.
 * @module
 */
import { LIMITS } from "../../model/limits.ts";
import type { CurrentCall } from "../current_call.ts";
import type { DisplayedPaths } from "../path_display.ts";
import { say } from "../phrases.ts";
import { textLine, textPath } from "../safe_text.ts";
import { estimateTokens } from "../token_estimate.ts";

/** A definition's lines as they were read, the comment before it included. */
export interface DefinitionText {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  /** The first lines of it, or all. */
  readonly lines: readonly string[];
}

/** Tokens of the place above a text, and those below which a text is not worth its place. */
const PLACE_TOKENS = 12, LEAST_TOKENS = 40;

/** The texts within `tokens` tokens together, each cut after a whole line; what one leaves is for the next. */
export function fitTexts(texts: readonly DefinitionText[], tokens: number): DefinitionText[] {
  const fitted: DefinitionText[] = [];
  let left = tokens;
  for (const [i, text] of texts.entries()) {
    const share = left / (texts.length - i);
    if (share < LEAST_TOKENS) return fitted;
    const { lines, cost } = firstLinesWithin(text.lines, share - PLACE_TOKENS);
    left -= cost + PLACE_TOKENS;
    if (lines.length > 0) fitted.push({ ...text, lines });
  }
  return fitted;
}

function firstLinesWithin(all: readonly string[], tokens: number): { lines: readonly string[]; cost: number } {
  let cost = 0, count = 0;
  for (const line of all) {
    // A line break counts, and in JSON the quotes in a line are written with a backslash.
    const more = estimateTokens(JSON.stringify(line + "\n"));
    if (cost + more > tokens) break;
    cost += more;
    count++;
  }
  return { lines: all.slice(0, count), cost };
}

/** Definitions with their text, as structured content has them. */
export function definitionFields(texts: readonly DefinitionText[], paths: DisplayedPaths): Record<string, unknown>[] {
  return texts.map(({ path, startLine, endLine, lines }) => ({
    file: paths.display(path),
    start_line: startLine,
    end_line: endLine,
    text: lines.join("\n"),
  }));
}

/** Each text below its place, `path:10-20`, which is a path that tools accept. */
export function definitionLines(texts: readonly DefinitionText[], paths: DisplayedPaths): string[] {
  return texts.flatMap(({ path, startLine, endLine, lines }) => [
    "",
    `${textPath(paths.display(path))}:${startLine}-${endLine}`,
    ...lines.map(textLine),
  ]);
}

/** For each text that is cut, the call that shows the rest. */
export function cutTextHints(texts: readonly DefinitionText[], currentCall: CurrentCall, encoding?: string): string[] {
  return texts.flatMap(({ path, startLine, endLine, lines }) => {
    const all = endLine - startLine + 1, shown = lines.length;
    if (shown >= all) return [];
    const page = { start_line: startLine + shown, max_lines: Math.min(all - shown, LIMITS.readLines.cap) };
    const call = currentCall.renderOther("read_file", { path, ...page, encoding });
    return [
      say(currentCall.lang, "definition_cut", {
        place: `${textPath(path)}:${startLine}-${endLine}`,
        shown,
        lines: all,
        call,
      }),
    ];
  });
}
