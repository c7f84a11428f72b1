/**
 * What was measured, as it is written down (results.json) and drawn from.
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
  /** What other programs took for the same, by name, and that over `ours`. */
  beside: z.record(z.string(), z.object({ ms: z.number(), ratio: z.number() })).optional(),
});

/** Megabytes in memory: when the tree had been taken in, at most, and some seconds after the last question. */
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

/** One size: times in milliseconds, memory in megabytes. */
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
 * What a server uses that is asked nothing: megabytes with a small tree taken in; parts of a processor in the second
 * after a first answer about it, and in half a minute while a larger tree is watched.
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

/** Rows of the goals: what a question counts for. */
export type Group = typeof GROUPS[number];
/** One question under one set-up. */
export type Row = z.infer<typeof Row>;
/** All questions under one set-up. */
export type SetUpResult = z.infer<typeof SetUpResult>;
/** Time to the first answers. */
export type Start = z.infer<typeof Start>;
/** All that was measured on a tree. */
export type TreeResult = z.infer<typeof TreeResult>;
/** One size of a growing tree. */
export type Grown = z.infer<typeof Grown>;
/** What a server uses that is asked nothing. */
export type Rest = z.infer<typeof Rest>;
/** Lines far down a file of a gigabyte. */
export type Gigabyte = z.infer<typeof Gigabyte>;
/** All that was written down. */
export type Results = z.infer<typeof Results>;

/**
 * What was written down last.
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

/** Writes results down, beside those that they do not renew. */
export function write(renewed: Results): void {
  Deno.writeTextFileSync(FILE, JSON.stringify({ ...written(), ...renewed }, rounded, 2) + "\n");
}

/** Four digits say all that a clock knew. */
function rounded(_key: string, value: unknown): unknown {
  return typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value;
}
