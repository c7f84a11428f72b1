/**
 * `deno task structure [--of CHECKOUT]…`: prints the layout of `src/`, with a column for each checkout: rooms, floors,
 * imports, sizes of files and functions. Needs nothing but Deno.
 *
 * A room is a folder of `src/`; in the engine, a folder of `src/engine/` or a file directly in it. A room is one floor
 * above the highest room that it imports from. Rooms that import each other form a circle; an import runs up if it has
 * to go to break a circle.
 * @module
 */
import { parseArgs } from "node:util";
import { walkSync } from "@std/fs";
import { join, relative } from "@std/path";
import { dirname, join as joinPosix } from "@std/path/posix";
import * as z from "zod";
import { CHECKOUT } from "../packaging/project.ts";

/** A file with more lines is long; a folder with more files is crowded. */
const LONG_FILE = 300, CROWDED_FOLDER = 20;

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]+)"/g;

/** A source file. */
interface SourceFile {
  readonly lines: number;
  /** The imported files, by path relative to the checkout. */
  readonly imports: readonly string[];
}

type Sources = ReadonlyMap<string, SourceFile>;
/** The rooms that each room imports from. */
type RoomGraph = ReadonlyMap<string, ReadonlySet<string>>;

/** Reads all TypeScript files of `src/` in `checkout`, by path. */
function readSources(checkout: string): Sources {
  const sources = new Map<string, SourceFile>();
  for (const { path } of walkSync(join(checkout, "src"), { exts: ["ts"], includeDirs: false })) {
    const name = relative(checkout, path).replaceAll("\\", "/"), text = Deno.readTextFileSync(path);
    const imports = [...text.matchAll(IMPORT)].map(([, specifier = ""]) => joinPosix(dirname(name), specifier));
    sources.set(name, { lines: text.trimEnd().split("\n").length, imports });
  }
  return sources;
}

/** The room of a file: `src/door` for `src/door/door.ts`. */
function roomOf(path: string): string {
  return path.split("/").slice(0, 2).join("/");
}

/** The room within the engine: `src/engine/walk` for `src/engine/walk/walk.ts`; a file in `src/engine/` itself. */
function engineRoomOf(path: string): string | undefined {
  return path.startsWith("src/engine/") ? path.split("/").slice(0, 3).join("/") : undefined;
}

function roomGraph(sources: Sources, nameOf: (path: string) => string | undefined): RoomGraph {
  const graph = new Map<string, Set<string>>();
  for (const [path, { imports }] of sources) {
    const room = nameOf(path);
    if (room === undefined) continue;
    const known = graph.get(room) ?? new Set();
    graph.set(room, known);
    for (const imported of imports) {
      const other = sources.has(imported) ? nameOf(imported) : undefined;
      if (other !== undefined && other !== room) known.add(other);
    }
  }
  return graph;
}

/** All rooms that `room` imports from, directly or indirectly. */
function reachable(graph: RoomGraph, room: string): Set<string> {
  const seen = new Set<string>(), open = [room];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const other of graph.get(next) ?? []) {
      if (!seen.has(other)) open.push(other);
      seen.add(other);
    }
  }
  return seen;
}

/** Groups of rooms that import each other, most with one room; each group follows those that it imports from. */
function circlesOf(graph: RoomGraph): string[][] {
  const below = new Map([...graph.keys()].map((room) => [room, reachable(graph, room)]));
  const groups: string[][] = [];
  const left = new Set([...graph.keys()].toSorted((a, b) => (below.get(a)?.size ?? 0) - (below.get(b)?.size ?? 0)));
  for (const room of left) {
    const group = [...left].filter((other) => other === room || isCircle(below, room, other));
    for (const one of group) left.delete(one);
    groups.push(group);
  }
  return groups;
}

function isCircle(below: ReadonlyMap<string, ReadonlySet<string>>, a: string, b: string): boolean {
  return (below.get(a)?.has(b) ?? false) && (below.get(b)?.has(a) ?? false);
}

/**
 * The rooms of a circle, lowest first, in an order with few imports that run up: the next room is always the one with
 * the fewest imports from the remaining rooms, and of several such the one that most of them import.
 */
function ordered(graph: RoomGraph, circle: readonly string[]): string[] {
  const left = new Set(circle), order: string[] = [];
  const imports = (from: string, to: string) => graph.get(from)?.has(to) ? 1 : 0;
  while (left.size > 0) {
    const cost = (room: string) =>
      [...left].reduce((sum, other) => sum + imports(room, other) * 1000 - imports(other, room), 0);
    const next = [...left].toSorted((a, b) => cost(a) - cost(b))[0] ?? "";
    left.delete(next);
    order.push(next);
  }
  return order;
}

/** The figures of a graph of rooms. */
function measureRooms(graph: RoomGraph) {
  const circles = circlesOf(graph), order = circles.flatMap((circle) => ordered(graph, circle));
  const floors = new Map<string, number>();
  let up = 0;
  for (const [at, room] of order.entries()) {
    const below = [...graph.get(room) ?? []].filter((other) => order.indexOf(other) < at);
    up += (graph.get(room)?.size ?? 0) - below.length;
    floors.set(room, 1 + Math.max(0, ...below.map((other) => floors.get(other) ?? 0)));
  }
  return {
    "rooms": graph.size,
    "floors": Math.max(0, ...floors.values()),
    "imports between rooms": order.reduce((sum, room) => sum + (graph.get(room)?.size ?? 0), 0),
    "imports that run up": up,
    "circles": circles.filter(({ length }) => length > 1).length,
  };
}

const Report = z.object({ diagnostics: z.array(z.object({ message: z.string() })) });

/** Lengths in lines of all functions with a body in braces, ascending. */
async function functionLengths(checkout: string): Promise<number[]> {
  const plugin = new URL("function_lengths.ts", import.meta.url).href;
  const lint = { plugins: [plugin], rules: { tags: [], include: ["structure/lengths"] } };
  const config = Deno.makeTempFileSync({ suffix: ".json" });
  try {
    Deno.writeTextFileSync(config, JSON.stringify({ lint }));
    const args = ["lint", "--json", "--config", config, join(checkout, "src")];
    const { stdout } = await new Deno.Command(Deno.execPath(), { args, stderr: "inherit" }).output();
    const { diagnostics } = Report.parse(JSON.parse(new TextDecoder().decode(stdout)));
    return diagnostics.map(({ message }) => Number(message)).toSorted((a, b) => a - b);
  } finally {
    Deno.removeSync(config);
  }
}

/** The number of files with exactly one importer. */
function countSingleImporters(sources: Sources): number {
  const importers = new Map<string, Set<string>>();
  for (const [path, { imports }] of sources) {
    for (const imported of imports) importers.set(imported, (importers.get(imported) ?? new Set()).add(path));
  }
  return [...sources.keys()].filter((path) => importers.get(path)?.size === 1).length;
}

function countCrowdedFolders(sources: Sources): number {
  const folders = Map.groupBy(sources.keys(), (path) => dirname(path));
  return [...folders.values()].filter(({ length }) => length > CROWDED_FOLDER).length;
}

/** All figures of a checkout. */
async function measure(checkout: string): Promise<Record<string, number>> {
  const sources = readSources(checkout), sizes = [...sources.values()].map(({ lines }) => lines);
  const functions = await functionLengths(checkout);
  const quantile = (part: number) => functions[Math.floor(functions.length * part)] ?? 0;
  const prefixed = (prefix: string, figures: Record<string, number>) =>
    Object.entries(figures).map(([name, figure]) => [`${prefix}: ${name}`, figure]);
  return Object.fromEntries([
    ["files", sizes.length],
    ["lines", sizes.reduce((sum, lines) => sum + lines, 0)],
    ...prefixed("src/", measureRooms(roomGraph(sources, roomOf))),
    ...prefixed("src/engine/", measureRooms(roomGraph(sources, engineRoomOf))),
    [`files over ${LONG_FILE} lines`, sizes.filter((lines) => lines > LONG_FILE).length],
    [`folders with more than ${CROWDED_FOLDER} files`, countCrowdedFolders(sources)],
    ["files with one importer", countSingleImporters(sources)],
    ["functions", functions.length],
    ["lines of a function: median", quantile(0.5)],
    ["lines of a function: 90th percentile", quantile(0.9)],
    ["lines of a function: longest", functions.at(-1) ?? 0],
  ]);
}

const { values: { of: others } } = parseArgs({ options: { of: { type: "string", multiple: true, default: [] } } });
const checkouts = [...others, CHECKOUT];
const columns = await Promise.all(checkouts.map(measure));
const width = Math.max(...Object.keys(columns[0] ?? {}).map(({ length }) => length));
console.log("".padEnd(width), ...checkouts.map((path) => path.replace(/\/$/, "").slice(-12).padStart(14)));
for (const name of Object.keys(columns[0] ?? {})) {
  console.log(name.padEnd(width), ...columns.map((figures) => String(figures[name]).padStart(14)));
}
