/**
 * The bench's figures as Markdown, and their place in the README.
 * @module
 */
import type { Cost } from "./contestants.ts";

/** What one question cost with each contestant. */
export interface Row {
  readonly words: string;
  readonly fossick: Cost;
  /** With a host that shows only the text. */
  readonly fossickText: Cost;
  readonly whole: Cost;
  readonly filesystem: Cost;
  readonly ripgrep: Cost;
}

/** All measurements. */
export interface Figures {
  readonly rows: readonly Row[];
  /** Tokens of each tool list. */
  readonly lists: { readonly fossick: number; readonly filesystem: number; readonly ripgrep: number };
}

/** The other sides of a comparison. */
type Other = "whole" | "filesystem" | "ripgrep" | "peers";

const NAMES = {
  whole: "whole files",
  filesystem: "`server-filesystem`",
  ripgrep: "`mcp-ripgrep`",
  peers: "the cheaper of both peers at each question",
} as const;
const OTHERS: readonly Other[] = ["whole", "peers", "filesystem", "ripgrep"];
const MARKED = /(<!-- tokens:begin -->\n)[^]*?(<!-- tokens:end -->)/;

/** Sums over the questions that both answered. */
export function compareCosts(rows: readonly Row[], other: Other) {
  const both = rows.flatMap((row) => {
    const { fossick, fossickText } = row, theirs = costOf(row, other);
    return fossick === undefined || fossickText === undefined || theirs === undefined
      ? []
      : [{ fossick, fossickText, theirs }];
  });
  const ours = total(both.map(({ fossick }) => fossick)), theirs = total(both.map(({ theirs }) => theirs));
  const ourText = total(both.map(({ fossickText }) => fossickText));
  return {
    questions: both.length,
    ours,
    theirs,
    saved: savedPercent(ours, theirs),
    savedByText: savedPercent(ourText, theirs),
  };
}

function costOf(row: Row, other: Other): Cost {
  if (other !== "peers") return row[other];
  const costs = [row.filesystem, row.ripgrep].filter((cost) => cost !== undefined);
  return costs.length === 0 ? undefined : Math.min(...costs);
}

function total(costs: readonly number[]): number {
  return costs.reduce((sum, cost) => sum + cost, 0);
}

/** By how many per cent `ours` is less than `theirs`. */
export function savedPercent(ours: number, theirs: number): number {
  return 100 * (1 - ours / theirs);
}

/** The table, followed by the totals. */
export function tableOf({ rows, lists }: Figures): string {
  const head = ["question", "fossick", NAMES.whole, "saved", NAMES.filesystem, NAMES.ripgrep];
  const body = rows.map(({ words, fossick, whole, filesystem, ripgrep }) => [
    words,
    cell(fossick),
    cell(whole),
    fossick === undefined || whole === undefined ? "–" : `${Math.floor(savedPercent(fossick, whole))} %`,
    cell(filesystem),
    cell(ripgrep),
  ]);
  const line = ["---", "---:", "---:", "---:", "---:", "---:"];
  const lists_ = ["_the tool list, once_", cell(lists.fossick), "–", "–", cell(lists.filesystem), cell(lists.ripgrep)];
  const table = [head, line, ...body, lists_].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
  return `${table}\n\n${OTHERS.map((other) => sentence(rows, other)).join("\n")}\n`;
}

/** `readme` with `table` between its markers. */
export function withTable(readme: string, table: string): string {
  if (!MARKED.test(readme)) throw new Error("The README has no <!-- tokens:begin --> … <!-- tokens:end -->.");
  return readme.replace(MARKED, (_, begin: string, end: string) => `${begin}\n${table}\n${end}`);
}

function sentence(rows: readonly Row[], other: Other): string {
  const { questions, ours, theirs, saved, savedByText } = compareCosts(rows, other);
  return `- Against ${NAMES[other]}, ${questions} questions: ${number(ours)} tokens, not ${number(theirs)}: ` +
    `${Math.floor(saved)} % fewer; ${Math.floor(savedByText)} % where the host shows the text.`;
}

function cell(cost: Cost): string {
  return cost === undefined ? "no answer" : number(cost);
}

function number(n: number): string {
  return n.toLocaleString("en");
}
