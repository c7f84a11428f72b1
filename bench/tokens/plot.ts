/**
 * A plot of what each question costs with each contestant: a row for each, on a logarithmic scale of tokens.
 * @module
 */
import { card, legend, line, logScale, mark, text } from "../report/svg.ts";
import type { Figures, Row } from "./table.ts";

const WIDTH = 860, LABELS = 400, RIGHT = 60, TOP = 78, ROW = 19, BOTTOM = 34;
const SERIES = ["fossick", "mcp-ripgrep", "server-filesystem", "whole files"];
const TITLE = "Tokens that a model takes in for one answer";

/** Draws the plot as SVG. */
export function tokenPlot({ rows }: Figures): string {
  const foot = TOP + rows.length * ROW, height = foot + BOTTOM;
  const x = logScale([10, 1e6], [LABELS, WIDTH - RIGHT]);
  return card(WIDTH, height, TITLE, [
    text(20, 28, TITLE, "strong"),
    text(20, 46, "on a logarithmic scale; further left is cheaper; no mark: no answer", "quiet"),
    legend(LABELS - 90, 66, SERIES, 125),
    text(WIDTH - 12, 66, SERIES[0], "quiet end"),
    ...[10, 100, 1000, 10_000, 100_000, 1_000_000].map((tick) =>
      line([x(tick), TOP], [x(tick), foot], "grid") +
      text(x(tick), foot + 18, tick.toLocaleString("en"), "quiet middle")
    ),
    ...rows.map((row, i) => drawn(row, TOP + (i + 1) * ROW, x)),
  ]);
}

function drawn({ words, fossick, ripgrep, filesystem, whole }: Row, y: number, x: (tokens: number) => number): string {
  const marks = [fossick, ripgrep, filesystem, whole].map((cost, i) =>
    cost === undefined ? "" : mark(i, x(cost), y - 8)
  );
  return text(LABELS - 12, y - 4, words.replaceAll("`", ""), "end") + marks.reverse().join("") +
    (fossick === undefined ? "" : text(WIDTH - 12, y - 4, fossick.toLocaleString("en"), "quiet end"));
}
