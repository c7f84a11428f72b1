/**
 * The SVG elements of the plots: scales, marks, and a card with colours for light and dark mode.
 * @module
 */

/** Maps a value to a coordinate. */
export type Scale = (value: number) => number;

/** A logarithmic scale from `domain` to `range`; values outside are drawn at the nearer end. */
export function logScale(domain: readonly [number, number], range: readonly [number, number]): Scale {
  const [low, high] = domain.map(Math.log), [from, to] = range;
  return (value) => {
    const part = (Math.log(value) - low) / (high - low);
    return from + Math.min(1, Math.max(0, part)) * (to - from);
  };
}

/**
 * Round numbers from `low` to `high`: 1, 2, 5 of every power of ten.
 *
 * @example
 * ```ts
 * ticks(0.4, 12); // [0.5, 1, 2, 5, 10]
 * ```
 */
export function ticks(low: number, high: number): number[] {
  const found: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); power++) {
    for (const digit of [1, 2, 5]) {
      // From text, because 10 ** -1 * 2 is not exactly 0.2.
      const tick = Number(`${digit}e${power}`);
      if (tick >= low && tick <= high) found.push(tick);
    }
  }
  return found;
}

/** Text, escaped for SVG. */
export function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** A text at a place; `kind` is a class: quiet, strong, end (right-aligned), middle. */
export function text(x: number, y: number, words: string, kind = ""): string {
  return `<text x="${at(x)}" y="${at(y)}"${kind === "" ? "" : ` class="${kind}"`}>${escaped(words)}</text>`;
}

/** A straight line. */
export function line(from: readonly [number, number], to: readonly [number, number], kind: string): string {
  return `<line x1="${at(from[0])}" y1="${at(from[1])}" x2="${at(to[0])}" y2="${at(to[1])}" class="${kind}"/>`;
}

/** The mark of a series, 0 to 3. Shapes differ as well as colours, for readers who can't tell colours apart. */
export function mark(series: number, x: number, y: number): string {
  const kind = `s${series}`, [px, py] = [at(x), at(y)];
  switch (series) {
    case 0:
      return `<circle cx="${px}" cy="${py}" r="4" class="${kind}"/>`;
    case 1:
      return `<circle cx="${px}" cy="${py}" r="3.4" class="${kind} hollow"/>`;
    case 2:
      return `<path d="M${px} ${at(y - 5)}l5 5-5 5-5-5z" class="${kind}"/>`;
    default:
      return `<path d="M${at(x - 4)} ${at(y - 4)}h8v8h-8z" class="${kind}"/>`;
  }
}

/** Each series' mark and name, side by side. */
export function legend(x: number, y: number, names: readonly string[], step: number): string {
  return names.map((name, i) => mark(i, x + i * step, y - 4) + text(x + i * step + 10, y, name)).join("");
}

/** A complete SVG image on a card. */
export function card(width: number, height: number, title: string, body: readonly string[]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<style>${STYLE}</style>`,
    `<rect width="${width}" height="${height}" rx="8" class="card"/>`,
    ...body,
    "</svg>",
  ].join("\n") + "\n";
}

const DAY = { card: "#ffffff", ink: "#1f2328", quiet: "#59636e", grid: "#d8dee4" };
const NIGHT = { card: "#16181d", ink: "#e6e8ec", quiet: "#9aa4b1", grid: "#343a43" };
const SERIES_BY_DAY = ["#0b5fc4", "#b04a00", "#1a7f37", "#8250df"];
const SERIES_BY_NIGHT = ["#79b8ff", "#f0a35e", "#7ee2a0", "#c9a6ff"];

const STYLE = [
  "text{font:12px system-ui,-apple-system,'Segoe UI','DejaVu Sans',sans-serif}",
  ".strong{font-weight:600}.end{text-anchor:end}.middle{text-anchor:middle}.grid{stroke-width:1}.one{stroke-width:2}",
  colours(DAY, SERIES_BY_DAY),
  `@media(prefers-color-scheme:dark){${colours(NIGHT, SERIES_BY_NIGHT)}}`,
].join("");

function colours(paper: typeof DAY, series: readonly string[]): string {
  const marks = series.map((colour, i) => `.s${i}{fill:${colour};stroke:${colour}}`).join("");
  return `.card{fill:${paper.card};stroke:${paper.grid}}text{fill:${paper.ink}}.quiet{fill:${paper.quiet}}` +
    `.grid{stroke:${paper.grid}}.one{stroke:${paper.ink}}${marks}.hollow{fill:${paper.card};stroke-width:2}`;
}

function at(coordinate: number): string {
  return String(Math.round(coordinate * 10) / 10);
}
