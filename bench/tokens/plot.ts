/**
 * A plot of what each question costs with each contestant: a row for each, on a logarithmic scale of tokens.
 * @module
 */
import { card, legend, line, logScale, mark, text } from "../report/svg.ts";
import { type Contestant, NAMES } from "./contestants.ts";
import { answered } from "./cost.ts";
import type { Row } from "./measure.ts";

const WIDTH = 860, LABELS = 430, RIGHT = 60, TOP = 78, ROW = 19, BOTTOM = 34;
const SERIES: readonly Contestant[] = ["text", "shell", "ripgrep", "codegraph"];
const TITLE = "Tokens that a model takes in for one answer";
/** Longer labels would run over the card's left edge. */
const MOST_CHARACTERS = 66;

/** Draws the plot as SVG. */
export function tokenPlot(rows: readonly Row[]): string {
  const foot = TOP + rows.length * ROW, height = foot + BOTTOM;
  const x = logScale([5, 1e5], [LABELS, WIDTH - RIGHT]);
  return card(WIDTH, height, TITLE, [
    text(20, 28, TITLE, "strong"),
    text(20, 46, "on a logarithmic scale; further left is cheaper; no mark: no answer", "quiet"),
    legend(LABELS - 90, 66, SERIES.map((name) => NAMES[name].replaceAll("`", "")), 125),
    text(WIDTH - 12, 66, NAMES.text, "quiet end"),
    ...[10, 100, 1000, 10_000, 100_000].map((tick) =>
      line([x(tick), TOP], [x(tick), foot], "grid") +
      text(x(tick), foot + 18, tick.toLocaleString("en"), "quiet middle")
    ),
    ...rows.map((row, i) => drawn(row, TOP + (i + 1) * ROW, x)),
  ]);
}

function drawn({ words, costs }: Row, y: number, x: (tokens: number) => number): string {
  const marks = SERIES.map((name, i) => {
    const cost = answered(costs[name]);
    return cost === undefined ? "" : mark(i, x(cost.tokens), y - 8);
  });
  const own = answered(costs.text);
  return text(LABELS - 12, y - 4, label(words), "end") + marks.reverse().join("") +
    (own === undefined ? "" : text(WIDTH - 12, y - 4, own.tokens.toLocaleString("en"), "quiet end"));
}

function label(words: string): string {
  const plain = words.replaceAll("`", "");
  return plain.length <= MOST_CHARACTERS ? plain : plain.replace(/ \(.*\)$/, "");
}
