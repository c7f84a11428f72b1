/**
 * `deno run -A packaging/demo_svg.ts`: records the demo as an animation, docs/demo.svg: a loop of scenes,
 * each with a question and its answer. Where nothing is animated it shows the last scene.
 * @module
 */
import { join } from "@std/path";
import { denoCommand } from "./deno_command.ts";
import { CHECKOUT } from "./project.ts";

/** Characters of a line, lines of a scene, and seconds of a scene. */
const SHAPE = { columns: 118, lines: 19, seconds: 5 } as const;

/** Pixels of a character and of the padding. */
const CELL = { width: 7.25, height: 17, margin: 16 } as const;

/** A line, and the class of its colour. */
interface Line {
  readonly kind: "question" | "call" | "answer" | "cost" | "sum";
  readonly text: string;
}

/** A question, its call, its answer and the answer's cost. */
type Scene = readonly Line[];

/**
 * Splits the demo's output into scenes.
 * @throws Error if it is not the demo's output
 */
function scenes(output: string): Scene[] {
  const [, ...parts] = output.trimEnd().split(/^--- /m);
  const [, sum = ""] = /\n(Five answers: .*)$/.exec(output.trimEnd()) ?? [];
  if (parts.length === 0 || sum === "") throw new Error("This is not the demo's output.");
  return parts.map((part, at) => {
    const last = at === parts.length - 1;
    const [question = "", call = "", ...rest] = part.replace(sum, "").trimEnd().split("\n");
    const cost = rest.pop() ?? "";
    return [
      { kind: "question", text: question },
      { kind: "call", text: call.trim() },
      ...shortened(rest, SHAPE.lines - 4).map((text): Line => ({ kind: "answer", text })),
      { kind: "cost", text: cost.trim() },
      ...(last ? [{ kind: "sum", text: sum } as const] : []),
    ];
  });
}

/** At most `most` lines: the first ones, how many are left out, and the last, which summarizes the answer. */
function shortened(lines: readonly string[], most: number): string[] {
  if (lines.length <= most) return [...lines];
  const left = lines.length - most + 1;
  return [...lines.slice(0, most - 2), `  … ${left} more lines`, ...lines.slice(-1)];
}

/** The animation as SVG. */
function svg(shown: readonly Scene[]): string {
  const width = Math.ceil(SHAPE.columns * CELL.width + 2 * CELL.margin);
  const height = (SHAPE.lines + 1) * CELL.height + 2 * CELL.margin;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" xml:space="preserve" viewBox="0 0 ${width} ${height}" width="${width}" role="img">`,
    "<title>Five questions of a model, answered by fossick, with what each answer costs</title>",
    `<style>${style(shown.length)}</style>`,
    `<rect width="${width}" height="${height}" rx="8" fill="#16181d"/>`,
    ...shown.map((scene, at) => group(scene, at - shown.length)),
    "</svg>",
  ].join("\n") + "\n";
}

function style(count: number): string {
  const part = 100 / count;
  return [
    "text{font:12px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;white-space:pre;fill:#d7dae0}",
    ".question{fill:#f0c04a;font-weight:bold}.call{fill:#7fa7d8}.cost{fill:#7cc48a}.sum{fill:#f0c04a}",
    `.scene{animation:show ${count * SHAPE.seconds}s infinite}`,
    `@keyframes show{0%,${part.toFixed(2)}%{opacity:1}${(part + 1).toFixed(2)}%,99%{opacity:0}}`,
    "@media(prefers-reduced-motion){.scene{animation:none}}",
  ].join("");
}

/** A scene that begins `turn` scenes after the first, counted from the loop's end: so every scene's loop has begun. */
function group(scene: Scene, turn: number): string {
  const still = turn === -1 ? "" : ' opacity="0"';
  return `<g class="scene"${still} style="animation-delay:${turn * SHAPE.seconds}s">${lines(scene)}</g>`;
}

function lines(scene: Scene): string {
  return scene.map(({ kind, text }, at) => {
    const y = CELL.margin + (at + 1) * CELL.height;
    return `<text class="${kind}" x="${CELL.margin}" y="${y}">${escaped(text)}</text>`;
  }).join("");
}

/** The visible part of a line, as XML. */
function escaped(text: string): string {
  const characters = [...text.replace(/\p{Cc}/gu, " ")];
  const cut = characters.length > SHAPE.columns ? [...characters.slice(0, SHAPE.columns - 1), "…"] : characters;
  return cut.join("").replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

if (import.meta.main) {
  const output = await denoCommand(["run", "-A", "--no-prompt", "tools/demo.ts"]);
  Deno.writeTextFileSync(join(CHECKOUT, "docs", "demo.svg"), svg(scenes(output)));
}
