/**
 * The bench's goals, and how the figures compare with them.
 * @module
 */
import type { Group, SetUpResult, TreeResult } from "./results.ts";
import { type Spread, spread } from "../measure/statistics.ts";

/** The tree size that a goal is for. */
export type Size = "small" | "large";

/** The least ratio that each question of some groups must reach. */
export interface Goal {
  readonly words: string;
  readonly groups: readonly Group[];
  readonly least: Readonly<Record<Size, number>>;
  /** True: for servers that stat every file for every question. False: for the others. */
  readonly byStat?: boolean;
}

/** Groups of the questions that a warm server has not been asked before. */
export const WARM: readonly Group[] = ["list", "rare", "pattern", "counts", "lines", "first lines", "other"];

/** Headings of the groups in pages and plots. */
export const GROUP_NAMES: Readonly<Record<Group, string>> = {
  "list cold": "A server just started: all files",
  "first search": "A server just started: its first search",
  list: "All files",
  rare: "Rare literals, no match",
  pattern: "Any case, alternatives, expressions with a literal or without",
  counts: "A common word: counts",
  lines: "A common word: 2,000 lines",
  "first lines": "A common word: the first 50 lines",
  other: "All kinds of other questions",
  again: "The same question again, where caches may help",
};

/** All goals for ratios. */
export const GOALS: readonly Goal[] = [
  { words: "all files, by a server just started", groups: ["list cold"], least: { small: 1, large: 1 } },
  { words: "the first search of a server just started", groups: ["first search"], least: { small: 0.6, large: 0.45 } },
  { words: "all files", groups: ["list"], least: { small: 5, large: 8 } },
  { words: "a rare literal, no match", groups: ["rare"], least: { small: 25, large: 10 } },
  { words: "any case, alternatives, expressions", groups: ["pattern"], least: { small: 5, large: 2 } },
  { words: "a common word: counts", groups: ["counts"], least: { small: 8, large: 5 } },
  { words: "a common word: 2,000 lines", groups: ["lines"], least: { small: 3, large: 3 } },
  { words: "every question that is new to it", groups: WARM, least: { small: 1, large: 1 } },
  { words: "the same, `--freshness stat`", groups: WARM, least: { small: 2, large: 1.5 }, byStat: true },
];

/** Megabytes on top of `factor` times the text or of the cache's budget; milliseconds to the first answer. */
const MEMORY = { factor: 1.4, warm: 89, most: 229, rest: 89, besideBudget: 300 } as const;
const START_MS = { source: 200, binary: 110 } as const;

/** The ratios of a set-up, and whether they meet a goal. */
export interface Reached extends Spread {
  readonly isMet: boolean;
}

/** Compares a set-up with a goal; undefined where the goal is not for it, or none of its questions was asked. */
export function reached(goal: Goal, { name, rows }: SetUpResult, size: Size): Reached | undefined {
  if (name.includes("stat") !== (goal.byStat ?? false)) return undefined;
  const found = spread(rows.filter(({ group }) => goal.groups.includes(group)).map(({ ratio }) => ratio));
  return found && { ...found, isMet: found.lowest >= goal.least[size] };
}

/** The most memory that a server may hold, in megabytes: by the tree's text, or by the cache's budget. */
export function mostMemory(when: "warm" | "most" | "rest", bytes: number, cacheMb: number, size: Size): number {
  const byBudget = cacheMb + MEMORY.besideBudget;
  return size === "large" ? byBudget : Math.min(bytes / 1e6 * MEMORY.factor + MEMORY[when], byBudget);
}

/** The most milliseconds from the start to the first answer. */
export function mostStart(program: string): number {
  return program === "binary" ? START_MS.binary : START_MS.source;
}

/** The size whose goals a tree has. */
export function sizeOf({ tree }: TreeResult): Size {
  return tree.bytes > 5e8 ? "large" : "small";
}
