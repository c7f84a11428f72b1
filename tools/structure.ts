/**
 * `deno task structure`: the lines of each room of `src/` beside its budget, and how the rooms import each other. Exits
 * with 1 if a part is over its budget (structure_budgets.ts).
 *
 * A room is a folder of `src/`, and of `src/engine/`. A room is one floor above the highest room that it imports from.
 * Rooms that import each other form a circle; an import runs up if it has to go to break a circle. Data (`.json`,
 * `.scm`, `.md`) is not counted.
 * @module
 */
import { walkSync } from "@std/fs";
import { join, relative } from "@std/path";
import { dirname, join as joinPosix } from "@std/path/posix";
import { CHECKOUT } from "../packaging/project.ts";
import { COMMENT_SHARE, FILE_LINES, FILES, LINE_CHARACTERS, ROOM_LINES, TOTAL_LINES } from "./structure_budgets.ts";

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]+)"/g;

/** A source file. */
interface SourceFile {
  /** Relative to the checkout, with `/`. */
  readonly path: string;
  readonly lines: readonly string[];
}

/** A measured figure and its bound: the most, or the least, that it may be. */
interface Figure {
  readonly name: string;
  readonly is: number;
  readonly bound: number | undefined;
  readonly isLeast?: true;
}

/** All sources below these folders of the checkout. */
function readSources(...folders: string[]): SourceFile[] {
  return folders.flatMap((folder) => {
    const found = walkSync(join(CHECKOUT, folder), { exts: ["ts", "wat"], includeDirs: false });
    return [...found].map(({ path }) => {
      const lines = Deno.readTextFileSync(path).replace(/\n$/, "").split("\n");
      return { path: relative(CHECKOUT, path).replaceAll("\\", "/"), lines };
    });
  });
}

/** The room of `src/` that holds a file, such as `engine`; `src` for a file in no room. */
function roomOf(path: string): string {
  const parts = path.split("/");
  return parts.length > 2 ? parts[1] ?? "" : "src";
}

/** The room of the engine that holds a file, such as `engine/walk`; undefined outside of all. */
function engineRoomOf(path: string): string | undefined {
  const [, room, inner, ...rest] = path.split("/");
  return room === "engine" && rest.length > 0 ? `engine/${inner}` : undefined;
}

function linesOf(sources: readonly SourceFile[]): number {
  return sources.reduce((sum, { lines }) => sum + lines.length, 0);
}

/** Lines by room, the largest first. A room without a budget is over it. */
function roomFigures(sources: readonly SourceFile[], nameOf: (path: string) => string | undefined): Figure[] {
  const rooms = Map.groupBy(sources.filter(({ path }) => nameOf(path) !== undefined), ({ path }) => nameOf(path) ?? "");
  const figures = [...rooms].map(([name, files]) => ({ name, is: linesOf(files), bound: ROOM_LINES[name] }));
  return figures.toSorted((a, b) => b.is - a.is);
}

function totalFigures(sources: readonly SourceFile[]): Figure[] {
  const lines = sources.flatMap(({ lines }) => lines);
  const characters = lines.reduce((sum, line) => sum + line.length, 0);
  const comments = lines.filter((line) => /^\s*(?:\/\/|\/?\*|;;)/.test(line)).length;
  const files = sources.filter(({ path }) => path.endsWith(".ts"));
  const longest = files.reduce((most, { lines }) => Math.max(most, lines.length), 0);
  return [
    { name: "src", is: lines.length, bound: TOTAL_LINES.src },
    { name: "tests", is: linesOf(readSources("tests")), bound: TOTAL_LINES.tests },
    {
      name: "tools, bench, packaging, lint",
      is: linesOf(readSources("tools", "bench", "packaging", "lint")),
      bound: TOTAL_LINES.beside,
    },
    { name: "files in src", is: sources.length, bound: FILES },
    { name: "lines of the longest file", is: longest, bound: FILE_LINES },
    { name: "characters of a line", is: characters / lines.length, bound: LINE_CHARACTERS },
    { name: "share of comments, %", is: 100 * comments / lines.length, bound: 100 * COMMENT_SHARE, isLeast: true },
  ];
}

/** The rooms that each room imports from. */
type RoomGraph = ReadonlyMap<string, ReadonlySet<string>>;

function roomGraph(sources: readonly SourceFile[], nameOf: (path: string) => string | undefined): RoomGraph {
  const known = new Set(sources.map(({ path }) => path)), graph = new Map<string, Set<string>>();
  for (const { path, lines } of sources) {
    const room = nameOf(path);
    if (room === undefined) continue;
    const others = graph.get(room) ?? new Set();
    graph.set(room, others);
    for (const [, specifier = ""] of lines.join("\n").matchAll(IMPORT)) {
      const imported = joinPosix(dirname(path), specifier);
      const other = known.has(imported) ? nameOf(imported) : undefined;
      if (other !== undefined && other !== room) others.add(other);
    }
  }
  return graph;
}

/**
 * The rooms from the lowest up, in an order with few imports that run up: the next room is always the one with the
 * fewest imports from the remaining rooms.
 */
function ordered(graph: RoomGraph): string[] {
  const left = new Set(graph.keys()), order: string[] = [];
  while (left.size > 0) {
    const cost = (room: string) => [...left].filter((other) => graph.get(room)?.has(other)).length;
    const next = [...left].toSorted((a, b) => cost(a) - cost(b))[0] ?? "";
    left.delete(next);
    order.push(next);
  }
  return order;
}

/** Rooms, floors, and imports that run up; there is a circle exactly where one does. */
function graphLine(graph: RoomGraph): string {
  const order = ordered(graph), floors = new Map<string, number>();
  const up: string[] = [];
  for (const [at, room] of order.entries()) {
    const imported = [...graph.get(room) ?? []], below = imported.filter((other) => order.indexOf(other) < at);
    up.push(...imported.filter((other) => order.indexOf(other) > at).map((other) => `${room} → ${other}`));
    floors.set(room, 1 + Math.max(0, ...below.map((other) => floors.get(other) ?? 0)));
  }
  const circles = up.length === 0 ? "no circle" : `circles, broken by ${up.join(", ")}`;
  return `${graph.size} rooms on ${Math.max(0, ...floors.values())} floors, ${circles}`;
}

function isOver({ is, bound, isLeast }: Figure): boolean {
  return bound === undefined || (isLeast === true ? is < bound : is > bound);
}

function figureLine(figure: Figure): string {
  const number = (n: number | undefined) =>
    n === undefined ? "–" : n.toLocaleString("en", { maximumFractionDigits: 1 });
  const cells = [figure.name.padEnd(30), number(figure.is).padStart(8), number(figure.bound).padStart(8)];
  return cells.join(" ") + (isOver(figure) ? figure.isLeast === true ? "  under" : "  over" : "");
}

const sources = readSources("src");
const figures = [...roomFigures(sources, roomOf), ...roomFigures(sources, engineRoomOf), ...totalFigures(sources)];
for (const figure of figures) console.log(figureLine(figure));
console.log(`src: ${graphLine(roomGraph(sources, roomOf))}`);
console.log(`src/engine: ${graphLine(roomGraph(sources, engineRoomOf))}`);
const over = figures.filter(isOver);
if (over.length > 0) {
  console.error(`over the budget of tools/structure_budgets.ts: ${over.map(({ name }) => name).join("; ")}`);
  Deno.exit(1);
}
