/**
 * Invented results, for tests of tables and plots.
 * @module
 */
import type { Grown, TreeResult } from "../../../bench/report/results.ts";

const row = (question: string, group: TreeResult["setUps"][number]["rows"][number]["group"], ratio: number) => ({
  question,
  group,
  peer: "ripgrep" as const,
  ours: 10,
  theirs: 10 * ratio,
  ratio,
});

/** A tree, measured under two set-ups. */
export const TREE: TreeResult = {
  tree: { name: "a tree", files: 15_000, bytes: 70e6 },
  isQuick: false,
  pairs: 7,
  seed: 1,
  cacheMb: 512,
  machine: "2 processors, linux",
  versions: ["Deno 2.9.6", "ripgrep 15.0.0"],
  emptyRun: 1.25,
  setUps: [
    {
      name: "threads",
      rows: [
        row("the first search", "first search", 0.7),
        { ...row("a rare word", "rare", 30), beside: { fff: { ms: 25, ratio: 2.5 } } },
        row("no match", "rare", 24),
        row("`a|b`", "other", 0.8),
      ],
      memory: { warm: 185, most: 340, rest: 189 },
    },
    { name: "threads, stat", rows: [row("a rare word", "rare", 3)], memory: { warm: 219, rest: 230 } },
  ],
  starts: [{ program: "source", initialize: 150, call: 190 }, { program: "binary", initialize: 100, call: 120 }],
  leftOut: ["everything beside fd: there is none"],
};

/** Three sizes. */
export const GROWTH: readonly Grown[] = [
  { files: 1000, bytes: 5e6, cold: 90, rare: 4.8, list: 6, ripgrep: 14, memory: 120 },
  { files: 10_000, bytes: 47e6, cold: 600, rare: 22, list: 60, ripgrep: 110, memory: 210 },
  { files: 100_000, bytes: 470e6, cold: 5200, rare: 230, list: 700, ripgrep: 900, memory: 900 },
];
