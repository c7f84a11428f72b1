/**
 * The bench's recorded results, results.json.
 * @module
 */
import { fromFileUrl } from "@std/path";
import * as z from "zod";

const FILE = fromFileUrl(new URL("results.json", import.meta.url));

const GROUPS = [
  "list cold",
  "list",
  "first search",
  "rare",
  "pattern",
  "counts",
  "lines",
  "first lines",
  "other",
  "again",
] as const;

/** A question's medians in milliseconds, and `theirs / ours`. */
const Row = z.object({
  question: z.string(),
  group: z.enum(GROUPS),
  peer: z.enum(["ripgrep", "fd"]),
  ours: z.number(),
  theirs: z.number(),
  ratio: z.number(),
  /** By name of another program: its milliseconds, and these over `ours`. */
  beside: z.record(z.string(), z.object({ ms: z.number(), ratio: z.number() })).optional(),
});

/** Megabytes in memory: with the tree loaded, at most, and some seconds after the last question. */
const Memory = z.object({ warm: z.number(), most: z.number().optional(), rest: z.number() });

const SetUpResult = z.object({ name: z.string(), rows: z.array(Row), memory: Memory.optional() });

/** Milliseconds from the start of a program to its answers. */
const Start = z.object({ program: z.string(), initialize: z.number(), call: z.number() });

const TreeResult = z.object({
  tree: z.object({ name: z.string(), files: z.number(), bytes: z.number() }),
  isQuick: z.boolean(),
  pairs: z.number(),
  seed: z.number(),
  cacheMb: z.number(),
  machine: z.string(),
  versions: z.array(z.string()),
  /** Milliseconds of a run of ripgrep that does nothing. */
  emptyRun: z.number(),
  setUps: z.array(SetUpResult),
  starts: z.array(Start),
  leftOut: z.array(z.string()),
});

/** One size of a growing tree: times in milliseconds, memory in megabytes. */
const Grown = z.object({
  files: z.number(),
  bytes: z.number(),
  cold: z.number(),
  rare: z.number(),
  list: z.number(),
  ripgrep: z.number(),
  memory: z.number(),
});

/**
 * Resources of an idle server: megabytes with a small tree loaded; shares of a processor in the second after the first
 * answer about it, and in half a minute of watching a larger tree.
 */
const Rest = z.object({
  setUp: z.string(),
  files: z.number(),
  memory: z.number(),
  afterAnswer: z.number(),
  watchedFiles: z.number(),
  watching: z.number(),
});

const Gigabyte = z.object({ bytes: z.number(), first: z.number(), again: z.number(), wc: z.number() });

const Results = z.object({
  small: TreeResult.optional(),
  large: TreeResult.optional(),
  growth: z.array(Grown).optional(),
  gigabyte: Gigabyte.optional(),
  rest: z.array(Rest).optional(),
});

/** A group of questions; goals are set for groups. */
export type Group = typeof GROUPS[number];
/** One question under one set-up. */
export type Row = z.infer<typeof Row>;
/** All questions under one set-up. */
export type SetUpResult = z.infer<typeof SetUpResult>;
/** Time to the first answers. */
export type Start = z.infer<typeof Start>;
/** All measurements on a tree. */
export type TreeResult = z.infer<typeof TreeResult>;
/** One size of a growing tree. */
export type Grown = z.infer<typeof Grown>;
/** Resources of an idle server. */
export type Rest = z.infer<typeof Rest>;
/** Lines far down a file of a gigabyte. */
export type Gigabyte = z.infer<typeof Gigabyte>;
/** All recorded results. */
export type Results = z.infer<typeof Results>;

/**
 * Reads the results that were recorded last.
 * @throws Error when the file does not hold results
 */
export function written(): Results {
  try {
    return Results.parse(JSON.parse(Deno.readTextFileSync(FILE)));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return {};
    throw error;
  }
}

/** Records results; keeps those of other kinds. */
export function write(renewed: Results): void {
  Deno.writeTextFileSync(FILE, JSON.stringify({ ...written(), ...renewed }, rounded, 2) + "\n");
}

/** Rounds to four significant digits, the clock's precision. */
function rounded(_key: string, value: unknown): unknown {
  return typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value;
}
