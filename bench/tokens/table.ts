/**
 * The figures of a tree as a Markdown table, with sums.
 * @module
 */
import { type Contestant, NAMES } from "./contestants.ts";
import { answered, type Cost } from "./cost.ts";
import type { Figures, Row } from "./measure.ts";

/** Sums over the questions that both sides answered. */
export interface Comparison {
  readonly questions: number;
  readonly ours: number;
  readonly theirs: number;
}

/** Compares two contestants. */
export function compareCosts(rows: readonly Row[], our: Contestant, other: Contestant): Comparison {
  const both = rows.flatMap(({ costs }) => {
    const ours = answered(costs[our]), theirs = answered(costs[other]);
    return ours === undefined || theirs === undefined ? [] : [{ ours: ours.tokens, theirs: theirs.tokens }];
  });
  return {
    questions: both.length,
    ours: both.reduce((sum, { ours }) => sum + ours, 0),
    theirs: both.reduce((sum, { theirs }) => sum + theirs, 0),
  };
}

/** The table of `columns`, followed by a table that compares fossick with each other contestant. */
export function tableOf({ rows, lists }: Figures, columns: readonly Contestant[]): string {
  const head = ["question", ...columns.map((name) => NAMES[name])], rule = ["---", ...columns.map(() => "---:")];
  const body = rows.map(({ words, costs }) => [words, ...columns.map((name) => cell(costs[name]))]);
  const last = ["_the tool list, once_", ...columns.map((name) => number(lists[name]))];
  const table = markdownRows([head, rule, ...body, last]);
  const others = columns.filter((name) => name !== "text" && name !== "structured");
  return [table, ...comparisonTable(rows, others)].join("\n\n") + "\n";
}

/** `page` with `table` between the markers `name`:begin and `name`:end. */
export function withTable(page: string, name: string, table: string): string {
  const marked = new RegExp(`(<!-- ${name}:begin -->\n)[^]*?(<!-- ${name}:end -->)`);
  if (!marked.test(page)) throw new Error(`The page has no <!-- ${name}:begin --> … <!-- ${name}:end -->.`);
  return page.replace(marked, (_, begin: string, end: string) => `${begin}\n${table}\n${end}`);
}

const COMPARISON_HEAD = ["compared with", "questions", "its tokens", "fossick's", "fossick / it", "structured / it"];

/** The table of comparisons with `others`; none if no other contestant answers a question. */
function comparisonTable(rows: readonly Row[], others: readonly Contestant[]): string[] {
  const body = others.flatMap((other) => {
    const text = compareCosts(rows, "text", other), structured = compareCosts(rows, "structured", other);
    if (text.questions === 0) return [];
    return [[NAMES[other], ...[text.questions, text.theirs, text.ours].map(number), times(text), times(structured)]];
  });
  const rule = ["---", ...COMPARISON_HEAD.slice(1).map(() => "---:")];
  return body.length === 0 ? [] : [markdownRows([COMPARISON_HEAD, rule, ...body])];
}

function markdownRows(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** A number of questions, in words. */
export function questions(n: number): string {
  return n === 1 ? "1 question" : `${n} questions`;
}

/** `ours` as a multiple of `theirs`. */
function times({ ours, theirs }: Comparison): string {
  return `× ${(ours / theirs).toPrecision(2)}`;
}

/** Tokens; turns where there are several; a miss. */
function cell(cost: Cost | undefined): string {
  if (cost === undefined) return "–";
  const turns = cost.turns > 1 ? `, ${cost.turns} turns` : "";
  return cost.missed ? `misses (${number(cost.tokens)}${turns})` : number(cost.tokens) + turns;
}

function number(n: number | undefined): string {
  return n === undefined ? "–" : n.toLocaleString("en");
}
