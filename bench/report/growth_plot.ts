/**
 * A plot of time and memory over the number of files.
 * @module
 */
import type { Grown } from "./results.ts";
import { card, curve, legend, line, logScale, text, ticks } from "./svg.ts";

const WIDTH = 860, HEIGHT = 400, TOP = 78, FOOT = 350;
/** Left and right edge of the two panels, in pixels. */
const TIME = [70, 500] as const, MEMORY = [600, 830] as const;

/** A panel: its axis and its series. */
interface Panel {
  readonly across: readonly [number, number];
  readonly title: string;
  readonly series: readonly { readonly name: string; of(grown: Grown): number }[];
  /** Pixels from one name of the legend to the next. */
  readonly step: number;
}

const PANELS: readonly Panel[] = [
  {
    across: TIME,
    title: "milliseconds, by number of files",
    step: 112,
    series: [
      { name: "first search", of: ({ cold }) => cold },
      { name: "warm search", of: ({ rare }) => rare },
      { name: "all files", of: ({ list }) => list },
      { name: "ripgrep's search", of: ({ ripgrep }) => ripgrep },
    ],
  },
  {
    across: MEMORY,
    title: "megabytes, by number of files",
    step: 100,
    series: [
      { name: "in memory", of: ({ memory }) => memory },
      { name: "text", of: ({ bytes }) => bytes / 1e6 },
    ],
  },
];

/** Draws the plot as SVG. */
export function growthPlot(grown: readonly Grown[]): string {
  const title = "Time and memory over the number of files";
  const body = PANELS.flatMap((panel) => drawn(panel, grown));
  return card(WIDTH, HEIGHT, title, [text(20, 28, title, "strong"), ...body]);
}

function drawn({ across, title, series, step }: Panel, grown: readonly Grown[]): string[] {
  const values = grown.flatMap((one) => series.map(({ of }) => of(one))).filter((value) => value > 0);
  const domain: [number, number] = [Math.min(...values) * 0.8, Math.max(...values) * 1.25];
  const sizes = grown.map(({ files }) => files);
  const x = logScale([Math.min(...sizes) * 0.8, Math.max(...sizes) * 1.25], across), y = logScale(domain, [FOOT, TOP]);
  return [
    text(across[0] - 40, TOP - 28, title, "quiet"),
    legend(across[0], TOP - 8, series.map(({ name }) => name), step),
    ...ticks(...domain).map((tick) =>
      line([across[0], y(tick)], [across[1], y(tick)], "grid") +
      text(across[0] - 8, y(tick) + 4, tick.toLocaleString("en"), "quiet end")
    ),
    ...grown.map(({ files }) => text(x(files), FOOT + 22, files.toLocaleString("en"), "quiet middle")),
    ...series.map(({ of }, i) => curve(i, grown.map((one): [number, number] => [x(one.files), y(of(one))]))),
  ];
}
