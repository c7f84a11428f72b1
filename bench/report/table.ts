/**
 * The bench's figures as Markdown, for docs/bench.md and docs/bench-questions.md.
 * @module
 */
import { GOALS, mostMemory, mostStart, reached, REST, sizeOf, WARM } from "./goals.ts";
import { digits } from "./ratio_plot.ts";
import type { Gigabyte, Grown, Rest, Results, SetUpResult, TreeResult } from "./results.ts";
import { spread } from "../measure/statistics.ts";

/** An empty cell. */
export const NONE = "–";

/** Rows for memory. */
const MEMORY_ROWS = [
  ["warm", "memory with the tree taken in"],
  ["most", "memory at most, over all questions"],
  ["rest", "memory some seconds after them"],
] as const;

/** The summaries: a table of goals and a plot for each tree, an idle server, growth, a file of a gigabyte. */
export function summaries({ small, large, growth, gigabyte, rest }: Results): string {
  return [
    ...(small === undefined ? [] : treeSection(small, "bench.svg")),
    ...(large === undefined ? [] : treeSection(large, "bench-large.svg")),
    ...(rest === undefined ? [] : restSection(rest)),
    ...(growth === undefined ? [] : growthSection(growth)),
    ...(gigabyte === undefined ? [] : gigabyteSection(gigabyte)),
  ].join("\n\n");
}

/** Every question in milliseconds: a table for each tree. */
export function questionTables({ small, large }: Results): string {
  const trees = [small, large].filter((result) => result !== undefined);
  return trees.flatMap((result) => [`## ${filesOf(result)}`, rowTable(result.setUps)]).join("\n\n");
}

/** A tree's size in words. */
export function filesOf({ tree }: TreeResult): string {
  return `${number(tree.files)} files, ${megabytes(tree.bytes)}`;
}

function treeSection(result: TreeResult, plot: string): string[] {
  const { leftOut } = result, files = filesOf(result);
  const alt = `Each question's ratio to ripgrep or fd on ${files}, on a logarithmic scale with a line at 1`;
  return [
    `### ${files}`,
    measuredHow(result),
    goalTable(result),
    `![${alt}](${plot})`,
    ...(leftOut.length === 0 ? [] : ["Left out:", [...new Set(leftOut)].map((why) => `- ${why}`).join("\n")]),
  ];
}

function measuredHow({ isQuick, pairs, machine, versions, emptyRun, seed, cacheMb }: TreeResult): string {
  return `${isQuick ? "The quick form, with fewer questions of a smaller tree: medians" : "Medians"} of ${pairs} ` +
    `interleaved ${
      pairs === 1 ? "pair" : "pairs"
    }, on ${machine}, with \`--cache-mb ${cacheMb}\` and \`--seed ${seed}\`. ` +
    `The programs are ${versions.join(", ")}. ` +
    `An empty run of ripgrep takes ${emptyRun.toFixed(1)} ms of its times.`;
}

/** A table of ratios by goal: the lowest of a group, and its median, ticked where the goal is met. */
function goalTable(result: TreeResult): string {
  const { setUps, starts, tree, cacheMb } = result, size = sizeOf(result);
  const goals = GOALS.flatMap((goal) => {
    const cells = setUps.map((setUp) => reached(goal, setUp, size)).map((found) =>
      found === undefined ? NONE : ticked(found.isMet, ratioCell(found))
    );
    return cells.every((cell) => cell === NONE) ? [] : [[goal.words, `≥ ${goal.least[size]}`, ...cells]];
  });
  const below = ["… of these slower than theirs", "none", ...setUps.map(belowCell)];
  const memory = MEMORY_ROWS.map(([when, words]) => {
    const most = mostMemory(when, tree.bytes, cacheMb, size);
    return [words, `≤ ${mb(most)}`, ...setUps.map(({ memory }) => cellOf(memory?.[when], most, mb))];
  });
  const started = starts.map(({ program, initialize, call }) => [
    `start to the first call's answer: ${program === "source" ? program : `the ${program}`}`,
    `≤ ${mostStart(program)} ms`,
    `${ticked(call <= mostStart(program), ms(call))}; \`initialize\` ${ms(initialize)}`,
    ...setUps.slice(1).map(() => ""),
  ]);
  const head = ["theirs / ours, the lowest (and the median)", "aim", ...setUps.map(({ name }) => name)];
  return aligned([head, ...goals, below, ...memory, ...started]);
}

function ratioCell({ count, lowest, median }: { count: number; lowest: number; median: number }): string {
  return count === 1 ? digits(lowest) : `${digits(lowest)} (${digits(median)})`;
}

function belowCell({ rows }: SetUpResult): string {
  const found = spread(rows.filter(({ group }) => WARM.includes(group)).map(({ ratio }) => ratio));
  return found === undefined ? NONE : ticked(found.below === 0, `${found.below} of ${found.count}`);
}

/** A figure, ticked where it is at most `most`. */
function cellOf(figure: number | undefined, most: number, written: (figure: number) => string): string {
  return figure === undefined ? NONE : ticked(figure <= most, written(figure));
}

function rowTable(setUps: readonly SetUpResult[]): string {
  const rivals = setUps.map(({ rows }) => [...new Set(rows.flatMap(({ beside = {} }) => Object.keys(beside)))]);
  const head = [
    "question",
    "beside",
    ...setUps.flatMap(({ name }, i) => [name, "theirs", "ratio", ...rivals[i].flatMap((rival) => [rival, "ratio"])]),
  ];
  const keyed = setUps.map(({ rows }) => new Map(rows.map((row) => [`${row.group}: ${row.question}`, row])));
  const keys = new Map(keyed.flatMap((rows) => [...rows]));
  const body = [...keys].map(([key, { question, group, peer }]) => [
    `${group.endsWith("cold") ? "just started: " : ""}${question}`.replaceAll("|", "\\|"),
    peer,
    ...keyed.flatMap((rows, i) => {
      const row = rows.get(key);
      const times = row === undefined
        ? [NONE, NONE, NONE]
        : [row.ours.toFixed(1), row.theirs.toFixed(1), digits(row.ratio)];
      return [...times, ...rivals[i].flatMap((rival) => rivalCells(row?.beside?.[rival]))];
    }),
  ]);
  return aligned([head, ...body], 2);
}

function rivalCells(found: { readonly ms: number; readonly ratio: number } | undefined): string[] {
  return found === undefined ? [NONE, NONE] : [found.ms.toFixed(1), digits(found.ratio)];
}

function restSection(rest: readonly Rest[]): string[] {
  const [{ files, watchedFiles }] = rest;
  const share = (part: number) => `${(part * 100).toFixed(1)} %`;
  const row = (words: string, key: keyof typeof REST, written: (figure: number) => string) => [
    words,
    `≤ ${written(REST[key])}`,
    ...rest.map((one) => cellOf(one[key], REST[key], written)),
  ];
  return [
    "### A server that is asked nothing",
    aligned([
      ["a server uses", "aim", ...rest.map(({ setUp }) => setUp)],
      row(`memory, ${number(files)} files taken in`, "memory", mb),
      row("of a processor, in the second after a first answer about them", "afterAnswer", share),
      row(`of a processor, watching ${number(watchedFiles)} files`, "watching", share),
    ]),
  ];
}

function growthSection(growth: readonly Grown[]): string[] {
  const head = ["files", "text", "first search", "warm search", "all files", "ripgrep's search", "memory"];
  const rows = growth.map((
    { files, bytes, cold, rare, list, ripgrep, memory },
  ) => [number(files), megabytes(bytes), ms(cold), ms(rare), ms(list), ms(ripgrep), mb(memory)]);
  const [least, most] = [growth[0], growth[growth.length - 1]];
  const alt = `Time and memory from ${number(least?.files ?? 0)} to ${number(most?.files ?? 0)} files`;
  return ["### Growth, with threads", aligned([head, ...rows], 0), `![${alt}](growth.svg)`];
}

function gigabyteSection({ bytes, first, again, wc }: Gigabyte): string[] {
  return [
    `### A file of ${(bytes / 1e9).toFixed(1)} GB`,
    `Its lines 20,000,000 to 20,000,100 take ${ms(first)} at a server's first look. Other lines of it take ${
      ms(again)
    } ` +
    `later. \`wc -l\` takes ${ms(wc)} to count them all.`,
  ];
}

function ticked(isMet: boolean, cell: string): string {
  return isMet ? `✓ ${cell}` : cell;
}

function number(n: number): string {
  return n.toLocaleString("en");
}

/** A time in milliseconds, in words. */
export function ms(time: number): string {
  return time < 10 ? `${time.toFixed(1)} ms` : `${Math.round(time)} ms`;
}

function mb(megabytes: number): string {
  return `${Math.round(megabytes)} MB`;
}

function megabytes(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : mb(bytes / 1e6);
}

/** A table as `deno fmt` writes it, right-aligned from column `right` on. */
export function aligned(rows: readonly (readonly string[])[], right = 1): string {
  const widths = rows[0].map((_, i) => Math.max(4, ...rows.map((row) => row[i].length)));
  const cells = (row: readonly string[]) =>
    row.map((cell, i) => i < right ? cell.padEnd(widths[i]) : cell.padStart(widths[i]));
  const rule = widths.map((width, i) => i < right ? "-".repeat(width) : `${"-".repeat(width - 1)}:`);
  const [head, ...body] = rows;
  return [cells(head), rule, ...body.map(cells)].map((row) => `| ${row.join(" | ")} |`).join("\n");
}
