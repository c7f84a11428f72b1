/**
 * A plot of the ratios of a tree's questions: a row for each, on a logarithmic scale with a line at 1.
 * @module
 */
import { GROUP_NAMES } from "./goals.ts";
import type { TreeResult } from "./results.ts";
import { card, legend, line, logScale, mark, text, ticks } from "./svg.ts";

const WIDTH = 860, LABELS = 320, RIGHT = 60, TOP = 78, ROW = 17, HEAD = 26, BOTTOM = 34;

/** A row of the plot: a heading, or a question with each set-up's ratio. */
type PlotRow = { readonly heading: string } | {
  readonly label: string;
  readonly ratios: readonly (number | undefined)[];
};

/** Draws the plot as SVG. */
export function ratioPlot({ tree, setUps, isQuick, pairs }: TreeResult): string {
  const rows = plotRows(setUps), height = TOP + heightOf(rows) + BOTTOM, foot = height - BOTTOM;
  const ratios = rows.flatMap((row) => "ratios" in row ? row.ratios.filter((ratio) => ratio !== undefined) : []);
  const domain: [number, number] = [Math.min(0.5, ...ratios) * 0.9, Math.max(2, ...ratios) * 1.1];
  const x = logScale(domain, [LABELS, WIDTH - RIGHT]);
  const title = `How many times faster than ripgrep or fd: ${tree.files.toLocaleString("en")} files, ${
    Math.round(tree.bytes / 1e6)
  } MB`;
  return card(WIDTH, height, title, [
    text(20, 28, title, "strong"),
    text(
      20,
      46,
      `medians of ${pairs} interleaved pairs${isQuick ? ", the quick form" : ""}; right of 1 fossick is faster`,
      "quiet",
    ),
    legend(LABELS, 66, setUps.map(({ name }) => name), 130),
    text(WIDTH - 12, 66, setUps[0]?.name ?? "", "quiet end"),
    ...ticks(...domain).map((tick) =>
      line([x(tick), TOP], [x(tick), foot], tick === 1 ? "one" : "grid") +
      text(x(tick), foot + 18, `${tick}`, "quiet middle")
    ),
    ...drawn(rows, x),
  ]);
}

function drawn(rows: readonly PlotRow[], x: (ratio: number) => number): string[] {
  let y = TOP;
  return rows.map((row) => {
    y += "heading" in row ? HEAD : ROW;
    if ("heading" in row) return text(20, y - 7, row.heading, "strong");
    const [first] = row.ratios;
    return text(LABELS - 12, y - 4, row.label, "end") +
      row.ratios.map((ratio, i) => ratio === undefined ? "" : mark(i, x(ratio), y - 8)).reverse().join("") +
      (first === undefined ? "" : text(WIDTH - 12, y - 4, digits(first), "quiet end"));
  });
}

/** Questions by group, in the order of the goals. */
function plotRows(setUps: TreeResult["setUps"]): PlotRow[] {
  const all = setUps.map(({ rows }) => new Map(rows.map((row) => [`${row.group}: ${row.question}`, row])));
  const known = new Map(all.flatMap((rows) => [...rows]));
  return Object.entries(GROUP_NAMES).flatMap(([group, heading]) => {
    const keys = [...known].filter(([, row]) => row.group === group).map(([key]) => key);
    const rows = keys.map((key) => ({
      label: shortened(known.get(key)?.question ?? ""),
      ratios: all.map((rows) => rows.get(key)?.ratio),
    }));
    return rows.length === 0 ? [] : [{ heading }, ...rows];
  });
}

function heightOf(rows: readonly PlotRow[]): number {
  return rows.reduce((sum, row) => sum + ("heading" in row ? HEAD : ROW), 0);
}

function shortened(question: string): string {
  return question.replaceAll("`", "");
}

/** A ratio with two significant digits. */
export function digits(ratio: number): string {
  return ratio >= 10 ? ratio.toFixed(0) : ratio >= 1 ? ratio.toFixed(1) : ratio.toFixed(2);
}
