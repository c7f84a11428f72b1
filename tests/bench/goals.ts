/**
 * What the bench's figures are held against, and how far they reach.
 * @module
 */
import type { Group, Row, TreeResult } from "./results.ts";
import { type Spread, spread } from "./statistics.ts";

/** The size of tree that a goal is for. */
export type Size = "small" | "large";

/** Ratios that a group of questions is to reach, at its lowest. */
export interface Goal {
  readonly words: string;
  readonly groups: readonly Group[];
  readonly least: Readonly<Record<Size, number>>;
}

/** Every question to a warm server that is new to it. */
const WARM: readonly Group[] = ["list", "rare", "pattern", "counts", "lines", "other"];

/** All goals for ratios. */
export const GOALS: readonly Goal[] = [
  { words: "all files, listed by a server just started", groups: ["list cold"], least: { small: 1, large: 1 } },
  { words: "all files, listed by one that is warm", groups: ["list"], least: { small: 5, large: 8 } },
  { words: "the first search of a server just started", groups: ["first search"], least: { small: 0.6, large: 0.45 } },
  { words: "a rare literal, no match", groups: ["rare"], least: { small: 25, large: 10 } },
  { words: "any case, alternatives, expressions", groups: ["pattern"], least: { small: 5, large: 2 } },
  { words: "a common word: counts", groups: ["counts"], least: { small: 8, large: 5 } },
  { words: "a common word: 2,000 lines", groups: ["lines"], least: { small: 3, large: 3 } },
  { words: "every new question to a warm server", groups: WARM, least: { small: 1, large: 1 } },
];

/** What every warm question is to reach when every file is looked at each time. */
const LEAST_BY_STAT: Readonly<Record<Size, number>> = { small: 2, large: 1.5 };
/** Megabytes besides the text, besides the budget; the text's factor; milliseconds to the first answer. */
const MEMORY = { factor: 1.4, beside: 120, besideBudget: 300 } as const;
const START_MS = { source: 200, binary: 110 } as const;

/** How far a set-up comes. */
export interface Reached extends Spread {
  readonly least: number;
  readonly isMet: boolean;
}

/** The spread of a goal's questions under a set-up; nothing where none was asked. */
export function reached(goal: Goal, rows: readonly Row[], size: Size, setUp: string): Reached | undefined {
  const found = spread(rows.filter(({ group }) => goal.groups.includes(group)).map(({ ratio }) => ratio));
  if (found === undefined) return undefined;
  const least = setUp.includes("stat") && goal.groups === WARM ? LEAST_BY_STAT[size] : goal.least[size];
  return { ...found, least, isMet: found.lowest >= least };
}

/** The most memory that a warm server may hold, in megabytes. */
export function mostMemory(bytes: number, cacheMb: number): number {
  const text = bytes / 1e6;
  return Math.min(text * MEMORY.factor + MEMORY.beside, cacheMb + MEMORY.besideBudget);
}

/** The most milliseconds from start to first answer. */
export function mostStart(program: string): number {
  return program === "binary" ? START_MS.binary : START_MS.source;
}

/** The size by which a tree is judged. */
export function sizeOf({ tree }: TreeResult): Size {
  return tree.bytes > 5e8 ? "large" : "small";
}
