/**
 * The figures of a tree as Markdown: the times of each kind of question, and a table of goals.
 * @module
 */
import { median, spread } from "../measure/statistics.ts";
import { GOALS, GROUP_NAMES, mostMemory, mostStart, reached, sizeOf, WARM } from "./goals.ts";
import { digits } from "./ratio_plot.ts";
import type { Row, SetUpResult, TreeResult } from "./results.ts";

/** An empty cell. */
const NONE = "–";

/** The set-up that users have, and the one that watches nothing, beside which other programs are not slowed. */
const OURS = "threads", UNSLOWED = "threads, stat";

/** Rows for memory. */
const MEMORY_ROWS = [
  ["warm", "memory with the tree taken in"],
  ["most", "memory at most, over all questions"],
  ["rest", "memory some seconds after them"],
] as const;

/** All figures of a tree. */
export function treeSection(result: TreeResult): string {
  const { leftOut } = result;
  return [
    `### ${filesOf(result)}`,
    measuredHow(result),
    timeTable(result),
    goalTable(result),
    ...(leftOut.length === 0 ? [] : ["Left out:", [...new Set(leftOut)].map((why) => `- ${why}`).join("\n")]),
  ].join("\n\n");
}

/** A tree's size in words. */
export function filesOf({ tree: { files, bytes } }: TreeResult): string {
  return `${files.toLocaleString("en")} files, ${bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : mb(bytes / 1e6)}`;
}

function measuredHow({ isQuick, pairs, machine, versions, emptyRun, seed, cacheMb }: TreeResult): string {
  const form = isQuick ? "The quick form, with fewer questions of a smaller tree: medians" : "Medians";
  return `${form} of ${pairs} interleaved ${pairs === 1 ? "pair" : "pairs"}, on ${machine}, with ` +
    `\`--cache-mb ${cacheMb}\` and \`--seed ${seed}\`. The programs are ${versions.join(", ")}. ` +
    `An empty run of ripgrep takes ${emptyRun.toFixed(1)} ms of its times.`;
}

/** The median times of each kind of question, beside those of ripgrep or fd where fossick watches nothing. */
function timeTable({ setUps }: TreeResult): string {
  const rowsOf = (name: string) => setUps.find((setUp) => setUp.name === name)?.rows ?? [];
  const unslowed = new Map(rowsOf(UNSLOWED).map((row) => [keyOf(row), row.theirs]));
  const rows = Object.entries(GROUP_NAMES).flatMap(([group, words]) => {
    const ours = rowsOf(OURS).filter((row) => row.group === group);
    if (ours.length === 0) return [];
    const theirs = ours.map((row) => unslowed.get(keyOf(row)) ?? row.theirs);
    return [[words, ms(median(ours.map((row) => row.ours))), ms(median(theirs))]];
  });
  return aligned([["kind of question", "fossick", "ripgrep or fd"], ...rows]);
}

function keyOf({ group, question }: Row): string {
  return `${group}: ${question}`;
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
    const cells = setUps.map(({ memory }) =>
      memory === undefined ? NONE : ticked(memory[when] <= most, mb(memory[when]))
    );
    return [words, `≤ ${mb(most)}`, ...cells];
  });
  const started = starts.map(({ program, listed, call }) => [
    `start to the first call's answer: ${program === "source" ? program : `the ${program}`}`,
    `≤ ${mostStart(program)} ms`,
    `${ticked(call <= mostStart(program), ms(call))}; tools listed ${ms(listed)}`,
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

function ticked(isMet: boolean, cell: string): string {
  return isMet ? `✓ ${cell}` : cell;
}

/** A time in milliseconds, in words. */
function ms(time: number): string {
  return time < 10 ? `${time.toFixed(1)} ms` : `${Math.round(time)} ms`;
}

function mb(megabytes: number): string {
  return `${Math.round(megabytes)} MB`;
}

/** A Markdown table, right-aligned from its second column on. */
function aligned(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  const widths = head.map((_, i) => Math.max(4, ...rows.map((row) => row[i]?.length ?? 0)));
  const cells = (row: readonly string[]) =>
    row.map((cell, i) => i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0));
  const rule = widths.map((width, i) => i === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`);
  return [cells(head), rule, ...body.map(cells)].map((row) => `| ${row.join(" | ")} |`).join("\n");
}
